import type { ImportItems } from '@/api';
import { Card } from '@/components/data-list';
import { Sums } from '@/components/details/Sums';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatCount } from '@/lib/numbers';
import page from '../Connect.module.css';

const words = messages.importLists;

/** Items of the menu that come in, with and without a cost. */
export function ItemsCard({ items: of }: { items: ImportItems }) {
  const { items, itemsWithPrice, itemsWithCost, sampleItems } = of;
  return (
    <Card label={words.itemsTitle}>
      <h2 className={page.title}>{words.itemsTitle}</h2>
      <p className={page.text}>{words.items(formatCount(items))}</p>
      <Sums
        label={words.itemsTitle}
        rows={[
          { label: words.withPrice, value: formatCount(itemsWithPrice) },
          { label: words.withCost, value: formatCount(itemsWithCost) },
          { label: words.withoutCost, value: formatCount(items - itemsWithCost) },
        ]}
      />
      <p className={page.hint}>{words.itemsMerged}</p>
      <ul className={page.list} aria-label={words.firstItems}>
        {sampleItems.map(({ posItemID, name, category, price, cost }) => (
          <li key={posItemID} className={page.row}>
            <span className={page.name}>{name}</span>
            <span className={page.value}>
              {price === null ? words.noPrice : formatMoney(price)}
            </span>
            <span className={page.detail}>
              {[category, cost === null ? words.noCost : words.cost(formatMoney(cost))]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

import type { ImportAmount } from '@/api';
import { Card, ShareBar } from '@/components/data-list';
import { formatMoney } from '@/lib/money';
import page from '../Connect.module.css';

interface AmountsProps {
  title: string;
  amounts: readonly ImportAmount[];
  /** Of an amount without a name. */
  unnamed: string;
}

/** Amounts by name, the largest first; nothing without any. */
export function Amounts({ title, amounts, unnamed }: AmountsProps) {
  if (amounts.length === 0) return null;
  const largest = Math.max(0, ...amounts.map(({ amount }) => amount));
  return (
    <Card label={title}>
      <h2 className={page.title}>{title}</h2>
      <ul className={page.list} aria-label={title}>
        {amounts.map(({ name, amount }) => (
          <li key={name ?? ''} className={page.row}>
            <span className={page.name}>{name ?? unnamed}</span>
            <span className={page.value}>{formatMoney(amount)}</span>
            <span className={page.bar}>
              <ShareBar share={largest > 0 ? amount / largest : 0} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

import type { Item } from '@/api';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { estimatesOf } from './estimates';
import classes from './ItemPicker.module.css';

/** Estimated sales and profit of the chosen items. */
export function EstimateBar({ items }: { items: readonly Item[] }) {
  const { sales, profit, incomplete } = estimatesOf(items);
  const words = messages.itemPicker;
  return (
    <div className={classes.estimateBar} role="status">
      <dl className={classes.estimates}>
        <div>
          <dt>{words.estimatedSales}</dt>
          <dd>{formatMoney(sales)}</dd>
        </div>
        <div>
          <dt>
            {words.estimatedProfit}
            {incomplete && (
              <span className={classes.incomplete}> {messages.figures.incomplete}</span>
            )}
          </dt>
          <dd>{formatMoney(profit)}</dd>
        </div>
      </dl>
    </div>
  );
}

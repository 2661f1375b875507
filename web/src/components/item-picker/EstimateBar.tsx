import type { Item } from '@/api';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { estimatesOf } from './estimates';
import classes from './ItemPicker.module.css';

/** Estimated sales and profit of the chosen items. */
export function EstimateBar({ items }: { items: readonly Item[] }) {
  const { sales, salesIncomplete, profit, profitIncomplete } = estimatesOf(items);
  const words = messages.itemPicker;
  return (
    <div className={classes.estimateBar} role="status">
      <dl className={classes.estimates}>
        <Estimate label={words.estimatedSales} dollars={sales} incomplete={salesIncomplete} />
        <Estimate label={words.estimatedProfit} dollars={profit} incomplete={profitIncomplete} />
      </dl>
    </div>
  );
}

interface EstimateProps {
  label: string;
  dollars: number;
  incomplete: boolean;
}

function Estimate({ label, dollars, incomplete }: EstimateProps) {
  return (
    <div>
      <dt>
        {label}
        {incomplete && <span className={classes.incomplete}> {messages.figures.incomplete}</span>}
      </dt>
      <dd>{formatMoney(dollars)}</dd>
    </div>
  );
}

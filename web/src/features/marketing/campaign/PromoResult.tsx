import { Title } from '@mantine/core';
import { useId } from 'react';
import type { PromoResult as Result } from '@/api';
import { Card } from '@/components/data-list';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatCount } from '@/lib/numbers';
import classes from './Campaign.module.css';

const words = messages.campaignPage;

/** Sales of the checks with the promo code. */
export function PromoResult({ result }: { result: Result }) {
  const titleId = useId();
  const { redemptions, sales, discount, profit, salesWithoutCost } = result;
  return (
    <Card labelledBy={titleId}>
      <Title order={2} id={titleId} className={classes.heading}>
        {words.result}
      </Title>
      <dl className={classes.figures}>
        <div>
          <dt>{words.redemptions}</dt>
          <dd>{formatCount(redemptions)}</dd>
        </div>
        <div>
          <dt>{words.sales}</dt>
          <dd>{formatMoney(sales)}</dd>
        </div>
        <div>
          <dt>{words.discount}</dt>
          <dd>{formatMoney(discount)}</dd>
        </div>
        <div>
          <dt>
            {words.profit}
            {salesWithoutCost !== 0 && (
              <span className={classes.incomplete}> {messages.figures.incomplete}</span>
            )}
          </dt>
          <dd>{formatMoney(profit)}</dd>
        </div>
      </dl>
      <p className={classes.hint}>{words.salesHint}</p>
    </Card>
  );
}

import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useGetOnlineorderCurrentweekPayoutQuery, type WeekPayout } from '@/api';
import { Card } from '@/components/data-list';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { PageError } from '@/components/placeholder/PageError';
import { formatAxisDay, formatLongDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatCount } from '@/lib/numbers';
import classes from './Online.module.css';

const words = messages.onlinePayout;

/** The running week's payout so far, and its date. */
export function RunningWeek({ posID }: { posID: string }) {
  const { currentData, isError, error, refetch } = useGetOnlineorderCurrentweekPayoutQuery(
    { currentWeekPayoutRequest: { posID } },
    { refetchOnReconnect: true, refetchOnFocus: true },
  );
  if (currentData !== undefined) {
    return <Week week={currentData.body} />;
  }
  if (isError) {
    return <PageError error={error} text={messages.views.failed} onRetry={() => void refetch()} />;
  }
  return (
    <Card label={words.week}>
      <div role="status">
        <VisuallyHidden>{messages.widgets.loading}</VisuallyHidden>
        <Skeleton className={classes.body} />
      </div>
    </Card>
  );
}

function Week({ week }: { week: WeekPayout }) {
  const { weekStart, weekEnd, paymentDate, orders, grossPayment, fee, amount } = week;
  if (orders === 0 && grossPayment === 0 && amount === 0) {
    return <EmptySection text={messages.payments.noPayoutDetails} next={words.noneNext} />;
  }
  const facts = [
    [words.gross, formatMoney(grossPayment)],
    [words.fees, formatMoney(-fee)],
    [words.checks, formatCount(orders)],
  ];
  return (
    <Card label={words.week}>
      <div className={classes.body}>
        <div className={classes.weekHead}>
          <h2>{words.week}</h2>
          <span className={classes.weekSpan}>
            {words.span(formatAxisDay(weekStart), formatAxisDay(weekEnd))}
          </span>
        </div>
        <p className={classes.week}>{formatMoney(amount)}</p>
        <p className={classes.paid}>{words.paidOn(formatLongDay(paymentDate))}</p>
        <dl className={classes.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  );
}

import { useMemo } from 'react';
import { api, type PayoutHistoryRequest, type WeekPayout } from '@/api';
import { type Asked, ListRow, PagedRows, pagesOf } from '@/components/data-list';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { formatAxisDay, formatDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatCount } from '@/lib/numbers';
import classes from './Online.module.css';

type WeekSearch = Asked<PayoutHistoryRequest>;

/** Weeks of online orders before the running one, newest first. */
const weeks = pagesOf({
  call: api.endpoints.getOnlineorderPayoutHistory,
  ask: (payoutHistoryRequest: PayoutHistoryRequest) => ({ payoutHistoryRequest }),
  rows: ({ payoutHistoryList }) => payoutHistoryList,
});

const words = messages.onlinePayout;

/** What the weeks before brought, and when it was paid. */
export function WeekHistory({ posID }: { posID: string }) {
  const search = useMemo<WeekSearch>(() => ({ posID }), [posID]);
  return (
    <>
      <h2 className={classes.section}>{words.history}</h2>
      <PagedRows
        label={words.history}
        source={weeks}
        asked={search}
        empty={<EmptySection text={messages.payments.noPayoutHistory} next={words.historyNext} />}
        end={words.end}
        render={(week) => <WeekRow week={week} />}
      />
    </>
  );
}

/** A week: the day on which it is paid left, net and checks right. */
function WeekRow({ week }: { week: WeekPayout }) {
  const { paymentDate, weekStart, weekEnd, orders, amount } = week;
  return (
    <ListRow
      title={formatDay(paymentDate)}
      detail={words.span(formatAxisDay(weekStart), formatAxisDay(weekEnd))}
      value={formatMoney(amount)}
      note={orders === 1 ? words.oneCheck : words.checkCount(formatCount(orders))}
    />
  );
}

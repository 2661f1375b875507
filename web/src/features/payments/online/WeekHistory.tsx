import { useMemo } from 'react';
import { api, type PayoutHistoryRequest, sessionCall, type WeekPayout } from '@/api';
import { type ListFilter, ListRow, PagedRows, pagesOf } from '@/components/data-list';
import { FileRow } from '@/components/export/FileRow';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { formatAxisDay, formatDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatCount } from '@/lib/numbers';
import classes from './Online.module.css';

type WeekFilter = ListFilter<PayoutHistoryRequest>;

/** Weeks of online orders before the running one, newest first. */
const weeks = pagesOf({
  call: api.endpoints.getOnlineorderPayoutHistory,
  args: (payoutHistoryRequest: PayoutHistoryRequest) => ({ payoutHistoryRequest }),
  rows: ({ payoutHistoryList }) => payoutHistoryList,
});

const words = messages.onlinePayout;

/** Payouts of earlier weeks, with their dates. */
export function WeekHistory({ posID }: { posID: string }) {
  const filter = useMemo<WeekFilter>(() => ({ posID }), [posID]);
  const file = useMemo(
    () => ({ url: sessionCall('get-onlineorder-payout-history'), body: filter }),
    [filter],
  );
  return (
    <PagedRows
      heading={
        <FileRow request={file} name="online-payouts.csv">
          <h2 className={classes.section}>{words.history}</h2>
        </FileRow>
      }
      label={words.history}
      source={weeks}
      filter={filter}
      empty={<EmptySection text={messages.payments.noPayoutHistory} next={words.historyNext} />}
      end={words.end}
      secondary
      render={(week) => <WeekRow week={week} />}
    />
  );
}

/** A week: day of payment left, net and checks right. */
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

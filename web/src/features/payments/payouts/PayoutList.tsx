import { api, type ListPayoutsApiArg, type Payout } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { ListRow, PagedRows } from '@/components/data-list';
import {
  hasFailed,
  isDebit,
  payoutBadgeOf,
  payoutMessageOf,
} from '@/components/payments/payoutWords';
import { unusualOf, usualOf } from '@/components/payments/processor';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { dateOf, formatDay, utcDate, wallTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMinor } from '@/lib/money';
import { everyMinutes } from '@/lib/polling/everyMinutes';
import classes from '../Money.module.css';
import { providerPages } from '../providerPages';

/** Which payouts: those of a location; with `at`, those of that second (since 1970) only. */
export interface PayoutFilter {
  posID: string;
  at?: number | null;
}

/** A payout by its id, and the second (since 1970) in which it was made, if known. */
export interface PayoutId {
  id: string;
  at: number | null;
}

/** Payouts, newest first. */
export const payouts = providerPages({
  call: api.endpoints.listPayouts,
  args: ({ posID, at = null }: PayoutFilter): ListPayoutsApiArg => ({
    posId: posID,
    ...(at !== null && { created: { gt: at - 1, lte: at } }),
  }),
  // The page states the age of the list.
  refetchFirst: everyMinutes(5),
});

interface PayoutListProps {
  filter: PayoutFilter;
  timeZone: string;
  /** Id of the payout whose details are shown. */
  opened: string | null;
  onOpen: (payout: PayoutId) => void;
}

/** Payouts to the bank by arrival, newest first, more as the list is scrolled. */
export function PayoutList({ filter, timeZone, opened, onOpen }: PayoutListProps) {
  const usual = usualOf(payouts.usePage(filter).rows);
  return (
    <PagedRows
      label={messages.payoutSheet.label}
      source={payouts}
      filter={filter}
      empty={
        <EmptySection text={messages.payments.noPayouts} next={messages.moneyTab.noPayoutsNext} />
      }
      end={messages.payoutSheet.end}
      render={(payout) => (
        <ListRow
          title={
            <>
              <span>{formatDay(utcDate(payout.arrival_date))}</span>
              <StatusBadge {...payoutBadgeOf(payout)} />
            </>
          }
          detail={<Detail payout={payout} usual={usual} timeZone={timeZone} />}
          value={formatMinor(payout.amount, payout.currency)}
          onClick={() => onOpen({ id: payout.id, at: payout.created })}
          selected={payout.id === opened}
        />
      )}
    />
  );
}

interface DetailProps {
  payout: Payout;
  /** The processor that rows need not name. */
  usual: string | undefined;
  timeZone: string;
}

/** Why it failed, or that it takes money from the bank; else when it was sent. */
function Detail({ payout, usual, timeZone }: DetailProps) {
  const processor = unusualOf(payout, usual);
  const text =
    isDebit(payout) || hasFailed(payout) ? payoutMessageOf(payout) : sentOf(payout, timeZone);
  return (
    <>
      {processor !== null && `${processor} · `}
      <span className={hasFailed(payout) ? classes.failure : undefined}>{text}</span>
    </>
  );
}

function sentOf({ created, method }: Payout, timeZone: string): string {
  const words = messages.payoutSheet;
  const sent = words.sent(formatDay(dateOf(wallTime(created, timeZone))));
  return method === 'instant' ? `${sent} · ${words.instant}` : sent;
}

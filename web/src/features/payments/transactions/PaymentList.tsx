import { Button } from '@mantine/core';
import { api, type CsvRequest, type ListPaymentIntentsApiArg, type PaymentIntent } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { ListRow, PagedRows } from '@/components/data-list';
import {
  amountOf,
  badgeOf,
  detailOf,
  refundedOf,
  wasTaken,
} from '@/components/payments/paymentWords';
import { usualOf } from '@/components/payments/processor';
import { EmptySection } from '@/components/placeholder/EmptySection';
import {
  addDays,
  businessDateAt,
  businessDayStart,
  type DateRange,
  type DayClock,
  dateOf,
  formatTime,
  wallTime,
} from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMinor } from '@/lib/money';
import { everyMinutes } from '@/lib/polling/everyMinutes';
import classes from '../Money.module.css';
import { providerPages } from '../providerPages';

/** Which payments: those of a location in a span of business dates, as seconds of its clock. */
export interface PaymentFilter extends DayClock {
  posID: string;
  /** Later than this. */
  after: number;
  /** Not later than this. */
  until: number;
}

/** The payments of whole business dates. */
export function paymentsOf(
  location: Omit<PaymentFilter, 'after' | 'until'>,
  { startDate, endDate }: DateRange,
): PaymentFilter {
  return {
    ...location,
    after: businessDayStart(startDate, location) - 1,
    until: businessDayStart(addDays(dateOf(endDate), 1), location) - 1,
  };
}

/** These payments as a file. */
export function paymentsFile({ posID, after, until }: PaymentFilter): CsvRequest {
  const query = new URLSearchParams({
    posID,
    'created[gt]': String(after),
    'created[lte]': String(until),
  });
  return { url: `/payments/v1/payment_intents?${query}` };
}

/** Card payments, newest first. */
export const payments = providerPages({
  call: api.endpoints.listPaymentIntents,
  args: ({ posID, after, until }: PaymentFilter): ListPaymentIntentsApiArg => ({
    posId: posID,
    created: { gt: after, lte: until },
  }),
  dayOf: ({ created }, location) => businessDateAt(created, location),
  // Three days of fifty.
  firstSize: 150,
  // The page states the age of the list.
  refetchFirst: everyMinutes(5),
});

interface PaymentListProps {
  filter: PaymentFilter;
  /** Id of the payment whose details are shown. */
  opened: string | null;
  onOpen: (id: string) => void;
  /** Called to show earlier days, too. */
  onEarlier: () => void;
}

const sameLocation = (before: PaymentFilter, now: PaymentFilter) => before.posID === now.posID;

/** Card payments under their days, newest first, more as the list is scrolled. */
export function PaymentList({ filter, opened, onOpen, onEarlier }: PaymentListProps) {
  const words = messages.paymentList;
  const usual = usualOf(payments.usePage(filter).rows);
  const earlier = (
    <Button variant="default" onClick={onEarlier}>
      {words.earlier}
    </Button>
  );
  return (
    <PagedRows
      label={words.label}
      source={payments}
      filter={filter}
      staysFor={sameLocation}
      empty={
        <EmptySection
          text={messages.payments.noTransactions}
          next={words.noneNext}
          action={earlier}
        />
      }
      end={
        <>
          {words.end}
          {earlier}
        </>
      }
      render={(payment) => (
        <Row
          payment={payment}
          usual={usual}
          timeZone={filter.timeZone}
          opened={opened}
          onOpen={onOpen}
        />
      )}
    />
  );
}

interface RowProps extends Pick<PaymentListProps, 'opened' | 'onOpen'> {
  payment: PaymentIntent;
  /** The processor that rows need not name. */
  usual: string | undefined;
  timeZone: string;
}

function Row({ payment, usual, timeZone, opened, onOpen }: RowProps) {
  return (
    <ListRow
      title={
        <>
          <span>{formatTime(wallTime(payment.created, timeZone))}</span>
          <StatusBadge {...badgeOf(payment)} />
          {payment.latest_charge?.disputed && (
            <StatusBadge kind="danger" label={messages.paymentList.disputed} />
          )}
        </>
      }
      detail={detailOf(payment, usual)}
      value={<Amount payment={payment} />}
      note={noteOf(payment)}
      onClick={() => onOpen(payment.id)}
      selected={payment.id === opened}
    />
  );
}

/** Money that was not taken is muted. */
function Amount({ payment }: { payment: PaymentIntent }) {
  return (
    <span data-taken={wasTaken(payment)} className={classes.amount}>
      {formatMinor(amountOf(payment), payment.currency)}
    </span>
  );
}

function noteOf(payment: PaymentIntent): string | undefined {
  const refunded = refundedOf(payment);
  return refunded > 0 && refunded !== amountOf(payment)
    ? messages.paymentList.refunded(formatMinor(refunded, payment.currency))
    : undefined;
}

import { Button } from '@mantine/core';
import type { PaymentIntent } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { ListRow, PagedRows, SectionHeading } from '@/components/data-list';
import {
  amountOf,
  badgeOf,
  detailOf,
  refundedOf,
  wasTaken,
} from '@/components/payments/paymentWords';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { formatLongDay, formatTime, wallTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMinor } from '@/lib/money';
import classes from '../Money.module.css';
import { type PaymentEntry, type PaymentSearch, paymentPages } from './paymentPages';

interface PaymentListProps {
  search: PaymentSearch;
  /** Id of the payment whose details are shown. */
  opened: string | null;
  onOpen: (id: string) => void;
  /** Shows the days before, too. */
  onEarlier: () => void;
}

const sameLocation = (before: PaymentSearch, now: PaymentSearch) => before.posID === now.posID;

/** Card payments under their days, newest first, more as the list is scrolled. */
export function PaymentList({ search, opened, onOpen, onEarlier }: PaymentListProps) {
  const words = messages.paymentList;
  const earlier = (
    <Button variant="default" onClick={onEarlier}>
      {words.earlier}
    </Button>
  );
  return (
    <PagedRows
      label={words.label}
      source={paymentPages}
      asked={search}
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
      render={(entry) => (
        <Entry entry={entry} timeZone={search.timeZone} opened={opened} onOpen={onOpen} />
      )}
    />
  );
}

interface EntryProps extends Pick<PaymentListProps, 'opened' | 'onOpen'> {
  entry: PaymentEntry;
  timeZone: string;
}

/** A payment, under its day where it is the first of it. */
function Entry({ entry: { payment, heading }, timeZone, opened, onOpen }: EntryProps) {
  return (
    <>
      {heading !== null && <SectionHeading>{formatLongDay(heading)}</SectionHeading>}
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
        detail={detailOf(payment)}
        value={<Amount payment={payment} />}
        note={noteOf(payment)}
        onClick={() => onOpen(payment.id)}
        selected={payment.id === opened}
      />
    </>
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

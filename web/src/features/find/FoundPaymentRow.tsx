import type { FoundPayment } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { Entry } from '@/components/details/Entry';
import { amountOf, badgeOf, detailOf, refundedOf } from '@/components/payments/paymentWords';
import { businessDateAt, dateOf, formatDay, formatTime, wallTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMinor } from '@/lib/money';
import { transactionsPath } from '@/lib/paths';
import { useFoundAt } from './useFoundAt';

const words = messages.paymentList;

interface FoundPaymentRowProps {
  payment: FoundPayment;
  /** The processor that rows need not name. */
  usual: string | undefined;
}

/** A payment with its day and location; opens it in the list of its day. */
export function FoundPaymentRow({ payment, usual }: FoundPaymentRowProps) {
  const { posID, id, created, currency, latest_charge: charge } = payment;
  const { clock, name } = useFoundAt(posID);
  const wall = wallTime(created, clock.timeZone);
  const day = businessDateAt(created, clock);
  const refunded = refundedOf(payment);
  return (
    <Entry
      title={
        <>
          <span>{`${formatDay(dateOf(wall))}, ${formatTime(wall)}`}</span>
          <StatusBadge {...badgeOf(payment)} />
          {charge?.disputed && <StatusBadge kind="danger" label={words.disputed} />}
        </>
      }
      detail={detailOf(payment, usual)}
      further={[name, refunded > 0 && words.refunded(formatMinor(refunded, currency))]
        .filter(Boolean)
        .join(' · ')}
      value={formatMinor(amountOf(payment), currency)}
      to={transactionsPath({ posID, from: day, to: day, payment: id })}
    />
  );
}

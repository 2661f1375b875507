import type { FoundChecks, FoundPaymentList } from '@/api';
import classes from '@/components/details/Entries.module.css';
import { amountOf } from '@/components/payments/paymentWords';
import { businessDateAt, dateOf, formatDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatCents, formatMinor } from '@/lib/money';
import { useLocations } from '@/state/hooks';
import { unknownClock } from './useFoundAt';

interface NearestNoteProps {
  q: string;
  payments: FoundPaymentList | undefined;
  checks: FoundChecks | undefined;
}

/** Says that no payment and no check has the typed amount, and which is nearest. */
export function NearestNote({ q, payments, checks }: NearestNoteProps) {
  const { list } = useLocations();
  const typed = centsOf(q);
  if (typed === null || !(payments?.nearest || checks?.nearest)) return null;
  const clockOf = (posID: string) => list.find((one) => one.posID === posID) ?? unknownClock;
  const near = [
    ...(payments?.nearest ? payments.data : []).map((payment) => ({
      minor: amountOf(payment),
      currency: payment.currency,
      day: businessDateAt(payment.created, clockOf(payment.posID)),
    })),
    ...(checks?.nearest ? checks.checkReportList : []).map((check) => ({
      minor: Math.abs(Math.round(check.grossPayment * 100)),
      currency: 'usd',
      day: dateOf(check.businessDate),
    })),
  ];
  const distance = (minor: number) => Math.abs(minor - typed);
  const [first] = near.sort((a, b) => distance(a.minor) - distance(b.minor));
  return first === undefined ? null : (
    <p role="status" className={classes.hint}>
      {messages.find.nearest(
        formatCents(typed),
        formatMinor(first.minor, first.currency),
        formatDay(first.day),
      )}
    </p>
  );
}

/** The amount that a person typed, as the services read it; `null` if it is none. */
function centsOf(q: string): number | null {
  const text = q.replace(/^\$/, '').replaceAll(',', '');
  return /^-?\d+(\.\d{1,2})?$/.test(text) ? Math.abs(Math.round(Number(text) * 100)) : null;
}

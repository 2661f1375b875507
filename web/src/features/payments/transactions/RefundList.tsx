import type { Refund } from '@/api';
import { type BadgeStyle, StatusBadge } from '@/components/badge/StatusBadge';
import { wordFor, wordOf } from '@/components/payments/paymentWords';
import { dateOf, formatDay, formatTime, wallTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatCents } from '@/lib/money';
import classes from '../Money.module.css';

const { refund: states, refundReason } = messages.providerWords;

const kinds: Readonly<Record<string, BadgeStyle>> = {
  succeeded: 'success',
  pending: 'caution',
  requires_action: 'caution',
  failed: 'danger',
};

/** What was given back, newest first. */
export function RefundList({
  refunds,
  timeZone,
}: {
  refunds: readonly Refund[];
  timeZone: string;
}) {
  return (
    <ul className={classes.entries} aria-label={messages.paymentSheet.refunds}>
      {refunds.map(({ id, amount, created, reason, status }) => {
        const at = wallTime(created, timeZone);
        const why = wordOf(refundReason, reason);
        return (
          <li key={id} className={classes.entry}>
            <span className={classes.entryText}>
              <span className={classes.entryTitle}>
                <StatusBadge kind={kinds[status ?? ''] ?? 'info'} label={wordFor(states, status)} />
              </span>
              <span className={classes.entryDetail}>
                {formatDay(dateOf(at))}, {formatTime(at)}
                {why !== undefined && ` · ${why}`}
              </span>
            </span>
            <span className={classes.moved}>{formatCents(-amount)}</span>
          </li>
        );
      })}
    </ul>
  );
}

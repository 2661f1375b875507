import type { Refund } from '@/api';
import { type BadgeStyle, StatusBadge } from '@/components/badge/StatusBadge';
import entries from '@/components/details/Entries.module.css';
import { Entry } from '@/components/details/Entry';
import { nameFor, textFor } from '@/components/payments/paymentWords';
import { dateOf, formatDay, formatTime, wallTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMinor } from '@/lib/money';

const { refund: states, refundReason } = messages.providerWords;

const kinds: Readonly<Record<string, BadgeStyle>> = {
  succeeded: 'success',
  pending: 'caution',
  requires_action: 'caution',
  failed: 'danger',
};

/** Refunds, newest first. */
export function RefundList({
  refunds,
  timeZone,
}: {
  refunds: readonly Refund[];
  timeZone: string;
}) {
  return (
    <ul className={entries.list} aria-label={messages.paymentSheet.refunds}>
      {refunds.map(({ id, amount, created, currency, reason, status }) => {
        const at = wallTime(created, timeZone);
        const why = reason === null ? '' : ` · ${nameFor(refundReason, reason)}`;
        return (
          <li key={id}>
            <Entry
              title={
                <StatusBadge kind={kinds[status ?? ''] ?? 'info'} label={textFor(states, status)} />
              }
              detail={`${formatDay(dateOf(at))}, ${formatTime(at)}${why}`}
              value={formatMinor(-amount, currency)}
            />
          </li>
        );
      })}
    </ul>
  );
}

import type { CheckSummary } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { messages } from '@/lib/messages';
import { stateOf } from './checks';

/** The badge 'Voided' or 'Refund' of a check. */
export function CheckBadge({ check }: { check: Pick<CheckSummary, 'voided' | 'refundOf'> }) {
  const state = stateOf(check);
  if (state === null) {
    return null;
  }
  return (
    <StatusBadge kind={state === 'voided' ? 'danger' : 'info'} label={messages.checks[state]} />
  );
}

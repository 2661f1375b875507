import { StatusBadge } from '@/components/badge/StatusBadge';
import { stateOf } from '@/components/checks/checkWords';
import { messages } from '@/lib/messages';

/** The badge 'Voided', 'Open' or 'Refund' of a check. */
export function CheckBadge({ check }: { check: Parameters<typeof stateOf>[0] }) {
  const state = stateOf(check);
  if (state === null) {
    return null;
  }
  return (
    <StatusBadge kind={state === 'voided' ? 'danger' : 'info'} label={messages.checks[state]} />
  );
}

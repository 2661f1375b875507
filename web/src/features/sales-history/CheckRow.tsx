import type { CheckSummary } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { ListRow } from '@/components/data-list';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { checkDetail, closedAt, stateOf } from './checks';
import classes from './SalesHistory.module.css';

/** 'Voided' or 'Refund', where a check is one. */
export function CheckBadge({ check }: { check: Pick<CheckSummary, 'voided' | 'refundOf'> }) {
  const state = stateOf(check);
  if (state === null) {
    return null;
  }
  return (
    <StatusBadge kind={state === 'voided' ? 'danger' : 'info'} label={messages.checks[state]} />
  );
}

interface CheckRowProps {
  check: CheckSummary;
  /** Its details are shown beside the list. */
  selected: boolean;
  onOpen: () => void;
}

/** A check in the list: number and time left, amount right. */
export function CheckRow({ check, selected, onOpen }: CheckRowProps) {
  return (
    <ListRow
      title={
        <>
          <span>
            #{check.posCheckID} <span className={classes.time}>{closedAt(check)}</span>
          </span>
          <CheckBadge check={check} />
        </>
      }
      detail={checkDetail(check)}
      value={formatMoney(check.grossSales)}
      onClick={onOpen}
      selected={selected}
    />
  );
}

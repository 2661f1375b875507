import type { CheckSummary } from '@/api';
import { checkDetail, closedAt, paidFor, salesOf } from '@/components/checks/checkWords';
import { ListRow } from '@/components/data-list';
import { formatMoney } from '@/lib/money';
import { CheckBadge } from '../CheckBadge';
import classes from './CheckRow.module.css';

interface CheckRowProps {
  check: CheckSummary;
  /** Whether the details of this row are shown beside the list. */
  selected: boolean;
  onOpen: () => void;
}

/** A check in the list: number and time left, what the guest paid right. */
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
      value={formatMoney(paidFor(check))}
      note={salesOf(check)}
      onClick={onOpen}
      selected={selected}
    />
  );
}

import type { CheckSummary } from '@/api';
import { ListRow } from '@/components/data-list';
import { formatMoney } from '@/lib/money';
import { CheckBadge } from '../CheckBadge';
import { checkDetail, closedAt } from '../checks';
import classes from './CheckRow.module.css';

interface CheckRowProps {
  check: CheckSummary;
  /** Whether the details of this row are shown beside the list. */
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

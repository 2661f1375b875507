import { IconAlertTriangle } from '@tabler/icons-react';
import type { CheckSummary } from '@/api';
import { checkDetail, closedAt, paidFor, salesOf } from '@/components/checks/checkWords';
import { ListRow } from '@/components/data-list';
import { checkNumber } from '@/lib/ids/checkNumber';
import { formatMoney } from '@/lib/money';
import { CheckBadge } from '../CheckBadge';
import { exceptionsOf } from '../exceptions/exceptionWords';
import classes from './CheckRow.module.css';

interface CheckRowProps {
  check: CheckSummary;
  /** Whether the details of this row are shown beside the list. */
  selected: boolean;
  onOpen: () => void;
}

/** A check in the list: number and time left, what the guest paid right; below, what does not add up. */
export function CheckRow({ check, selected, onOpen }: CheckRowProps) {
  return (
    <ListRow
      title={
        <>
          <span>
            #{checkNumber(check.posCheckID)} <span className={classes.time}>{closedAt(check)}</span>
          </span>
          <CheckBadge check={check} />
        </>
      }
      detail={<Detail check={check} />}
      value={formatMoney(paidFor(check))}
      note={salesOf(check)}
      onClick={onOpen}
      selected={selected}
    />
  );
}

function Detail({ check }: { check: CheckSummary }) {
  const wrong = exceptionsOf(check);
  return (
    <>
      {checkDetail(check)}
      {wrong.map(({ code, text }) => (
        <span key={code} className={classes.wrong}>
          <IconAlertTriangle size={14} aria-hidden />
          <span>{text}</span>
        </span>
      ))}
    </>
  );
}

import type { CheckSummary } from '@/api';
import { ListRow } from '@/components/data-list';
import { useBusinessDate } from '@/components/location/useBusinessDate';
import { checkNumber } from '@/lib/ids/checkNumber';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { CheckBadge } from '../CheckBadge';
import classes from './OpenCheckRow.module.css';
import { isLeftOpen, openDetail, sinceWords } from './openWords';

interface OpenCheckRowProps {
  check: CheckSummary;
  /** Name of its location, where the list has several. */
  location: string | null;
  /** Whether the details of this row are shown beside the list. */
  selected: boolean;
  onOpen: () => void;
}

/** An open check in the list: number and since when left, net sales so far and what is paid of them right. */
export function OpenCheckRow({ check, location, selected, onOpen }: OpenCheckRowProps) {
  const today = useBusinessDate(check.posID);
  const { posCheckID, netSales, grossPayment } = check;
  return (
    <ListRow
      title={
        <>
          <span>#{checkNumber(posCheckID)}</span>
          <span className={classes.since} data-left={isLeftOpen(check, today) || undefined}>
            {sinceWords(check, today)}
          </span>
          {/* That it is open, the whole list says. */}
          <CheckBadge check={{ ...check, open: false }} />
        </>
      }
      detail={openDetail(check, location)}
      value={formatMoney(netSales)}
      note={grossPayment !== 0 && messages.openChecks.paid(formatMoney(grossPayment))}
      onClick={onOpen}
      selected={selected}
    />
  );
}

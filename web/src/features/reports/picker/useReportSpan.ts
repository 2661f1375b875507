import { useCallback, useMemo, useState } from 'react';
import { useBusinessDate } from '@/components/location/useBusinessDate';
import { useAddress } from '@/components/navigation/useAddress';
import { type BusinessDate, type DateRange, dateOf, dayRange } from '@/lib/dates';
import { spanFrom } from '@/lib/paths';
import { useSelectedLocation } from '@/state/hooks';

/** The span that a report page shows. */
export interface ReportSpan {
  /** Today at the selected location. */
  today: BusinessDate;
  range: DateRange;
  /** Whether it was picked or is in the address; otherwise it follows the business date. */
  picked: boolean;
  setRange: (range: DateRange) => void;
}

/** The span of `from` and `to` in an address; `null` without them. */
export function spanNamed(params: URLSearchParams, today: BusinessDate): DateRange | null {
  const { from, to } = spanFrom(params);
  const end = to ?? from;
  return end === undefined ? null : dayRange(from ?? end, end, today);
}

/** The date range of a report page: `initial` until another is picked or in the address. */
export function useReportSpan(initial: (today: BusinessDate) => DateRange): ReportSpan {
  const { posID } = useSelectedLocation('chart');
  const { params, put } = useAddress();
  const [picked, setPicked] = useState<DateRange | null>(null);
  const today = useBusinessDate(posID);
  const from = params.get('from');
  const to = params.get('to');

  const { range, own } = useMemo(() => {
    const named = spanNamed(new URLSearchParams({ from: from ?? '', to: to ?? '' }), today);
    // A picked span has a name, 'Nov 2026'; the address has dates only.
    const same =
      picked !== null &&
      named !== null &&
      dateOf(picked.startDate) === dateOf(named.startDate) &&
      dateOf(picked.endDate) === dateOf(named.endDate);
    const chosen = same ? picked : named;
    return { range: chosen ?? initial(today), own: chosen !== null };
  }, [from, to, picked, initial, today]);

  const setRange = useCallback(
    (next: DateRange) => {
      setPicked(next);
      const [from, to] = [dateOf(next.startDate), dateOf(next.endDate)];
      // The span that the page opens on goes on with the business date.
      const { startDate, endDate } = initial(today);
      const opening = from === dateOf(startDate) && to === dateOf(endDate);
      put(opening ? { from: null, to: null } : { from, to });
    },
    [put, initial, today],
  );
  return { today, range, picked: own, setRange };
}

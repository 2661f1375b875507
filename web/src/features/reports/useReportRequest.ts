import { type SkipToken, skipToken } from '@reduxjs/toolkit/query';
import { useCallback, useMemo, useState } from 'react';
import type { ReportRequest } from '@/api';
import { type BusinessDate, type DateRange, dateOf, todayOf } from '@/lib/dates';
import { useLocations, useSelectedLocation, useSessionID } from '@/state/hooks';

/** A running day is asked for again each minute while the page is in sight. */
const eachMinute = {
  pollingInterval: 60_000,
  skipPollingIfUnfocused: true,
  refetchOnFocus: true,
  refetchOnReconnect: true,
};
const once: Partial<typeof eachMinute> = {};

/** The span that a report page shows, and what it is asked with. */
export interface ReportSpan {
  /** Today at the selected location. */
  today: BusinessDate;
  range: DateRange;
  /** Whether the reader picked it; otherwise it follows the business date. */
  picked: boolean;
  setRange: (range: DateRange) => void;
}

/** The date range of a report page: `initial` of today until another one is picked. */
export function useReportSpan(initial: (today: BusinessDate) => DateRange): ReportSpan {
  const { list } = useLocations();
  const { posID } = useSelectedLocation('chart');
  const [picked, setPicked] = useState<DateRange | null>(null);
  const today = todayOf(list, posID, new Date());
  const range = useMemo(() => picked ?? initial(today), [picked, initial, today]);
  const setRange = useCallback((next: DateRange) => setPicked(next), []);
  return { today, range, picked: picked !== null, setRange };
}

/** What a report's query hook takes. */
interface ReportCall {
  argument: { reportRequest: ReportRequest } | SkipToken;
  options: Partial<typeof eachMinute>;
}

/**
 * Arguments and options of a report call for the selected location, or for all of them. Nothing is
 * asked before a location is known: without one, today is not known either.
 */
export function useReportRequest(
  { range, today }: Pick<ReportSpan, 'range' | 'today'>,
  groupBy: NonNullable<ReportRequest['groupBy']>,
): ReportCall {
  const sessionID = useSessionID();
  const { list } = useLocations();
  const { posID } = useSelectedLocation('chart');
  const reportRequest: ReportRequest = {
    sessionID,
    startDate: range.startDate,
    endDate: range.endDate,
    groupBy,
    ...(posID !== null && { posID }),
  };
  return {
    argument: list.length === 0 ? skipToken : { reportRequest },
    options: dateOf(range.endDate) >= today ? eachMinute : once,
  };
}

import { type SkipToken, skipToken } from '@reduxjs/toolkit/query';
import type { ReportRequest } from '@/api';
import { dateOf } from '@/lib/dates';
import { everyMinutes } from '@/lib/polling/everyMinutes';
import { useAppSelector, useLocations, useSelectedLocation } from '@/state/hooks';
import type { ReportSpan } from '../picker/useReportSpan';

/** A running day is read again each minute while the page is visible. */
const eachMinute = everyMinutes(1);
const noPolling: Partial<typeof eachMinute> = {};

/** Arguments of a report's query hook. */
export interface ReportCall {
  argument: { reportRequest: ReportRequest } | SkipToken;
  options: Partial<typeof eachMinute>;
}

/**
 * Arguments and options of a report call for the selected location, or for all of them. There is no call before a
 * location is known: without one, today is unknown.
 */
export function useReportRequest(
  { range, today }: Pick<ReportSpan, 'range' | 'today'>,
  groupBy: NonNullable<ReportRequest['groupBy']>,
): ReportCall {
  const { list } = useLocations();
  const { posID } = useSelectedLocation('chart');
  const compareTo = useAppSelector(({ comparison }) => comparison.compareTo);
  const reportRequest: ReportRequest = {
    startDate: range.startDate,
    endDate: range.endDate,
    groupBy,
    compareTo,
    ...(posID !== null && { posID }),
  };
  return {
    argument: list.length === 0 ? skipToken : { reportRequest },
    options: dateOf(range.endDate) >= today ? eachMinute : noPolling,
  };
}

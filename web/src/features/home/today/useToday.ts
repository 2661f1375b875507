import { skipToken } from '@reduxjs/toolkit/query';
import { useCallback, useMemo } from 'react';
import {
  type Location,
  useGetDailySalesLaborQuery,
  useGetHourlyReportQuery,
  useGetRestaurantListQuery,
} from '@/api';
import { addDays, endOfDay, startOfDay } from '@/lib/dates';
import { reportOf } from '@/lib/figures';
import { summarize } from '@/lib/numbers';
import { everyMinutes } from '@/lib/polling/everyMinutes';
import { selectAllLiveTotals } from '@/live/slice';
import { useAppSelector, useLocations, useSelectedLocation, useSignedIn } from '@/state/hooks';
import { selectShown } from '@/state/network/shown';
import {
  beforeOpening,
  datesOf,
  dayCurve,
  type LiveByLocation,
  nothingSold,
  todaysRows,
} from './today';
import { useValueAtRequest } from './useValueAtRequest';

/** A running day is read again each minute while the page is visible. */
const eachMinute = everyMinutes(1);
const noTotals: LiveByLocation = {};
const noLocations: readonly Location[] = [];
const { figureIds } = reportOf('Daily');

/** Today at the selected location, or at all of them, from the API and the live stream. */
export function useToday() {
  const signedIn = useSignedIn();
  const { list } = useLocations();
  const { posID } = useSelectedLocation('chart');
  const live = useAppSelector(selectAllLiveTotals);
  const { at, fromDevice } = useAppSelector(selectShown);
  const shown = useMemo(
    () => (posID === null ? list : list.filter((location) => location.posID === posID)),
    [list, posID],
  );
  const dates = useMemo(() => datesOf(shown), [shown]);

  const reportRequest = dates && {
    startDate: startOfDay(dates.first),
    endDate: endOfDay(dates.last),
    groupBy: 'day' as const,
    ...(posID !== null && { posID }),
  };
  const args = reportRequest ? { reportRequest } : skipToken;
  const lastWeekRequest = reportRequest &&
    dates && {
      ...reportRequest,
      startDate: startOfDay(addDays(dates.first, -7)),
      endDate: endOfDay(addDays(dates.last, -7)),
    };
  // The list of locations has each one's business date, which changes at the start of its day.
  const locations = useGetRestaurantListQuery(signedIn ? undefined : skipToken, eachMinute);
  const daily = useGetDailySalesLaborQuery(args, eachMinute);
  const hourly = useGetHourlyReportQuery(args, eachMinute);
  const hourlyThen = useGetHourlyReportQuery(
    lastWeekRequest ? { reportRequest: lastWeekRequest } : skipToken,
  );
  const liveBefore = useValueAtRequest(daily, live, noTotals);

  const answer = daily.currentData?.body;
  const rows = useMemo(
    () => todaysRows(shown, answer ?? [], live, liveBefore),
    [shown, answer, live, liveBefore],
  );
  const summary = useMemo(() => summarize(figureIds, rows), [rows]);
  const hours = hourly.currentData?.body;
  const hoursThen = hourlyThen.currentData?.body;
  const hasHours = [hourly, hourlyThen].every(
    ({ currentData, isError }) => currentData !== undefined || isError,
  );
  const curve = useMemo(
    () =>
      dayCurve(shown, hours ?? [], hoursThen ?? [], {
        clock: new Date(),
        sales: summary.amounts.GROSS_SALES ?? 0,
        lastWeek: summary.lastWeek?.before.GROSS_SALES ?? null,
      }),
    [shown, hours, hoursThen, summary],
  );
  const opening = useMemo(
    () =>
      dates && nothingSold(summary.amounts)
        ? beforeOpening(rows, hoursThen ?? [], dates.last)
        : null,
    [rows, summary, hoursThen, dates],
  );

  const refetchers = [locations.refetch, daily.refetch, hourly.refetch] as const;
  const [refetchLocations, refetchDaily, refetchHourly] = refetchers;
  const ready = reportRequest !== null;
  const refresh = useCallback(async () => {
    await Promise.all(ready ? [refetchLocations(), refetchDaily(), refetchHourly()] : []);
  }, [ready, refetchLocations, refetchDaily, refetchHourly]);

  const answeredAt = fromDevice ? at : (daily.fulfilledTimeStamp ?? null);
  // Before the answer, the stream may have sent only some of the locations.
  const unanswered = answer === undefined && (rows.length === 0 || rows.length < shown.length);
  const loading = unanswered && !daily.isError;
  const failed = unanswered && daily.isError;
  const { error } = daily;
  const refreshing = daily.isFetching || hourly.isFetching;
  return useMemo(
    () => ({
      shown: shown.length > 0 ? shown : noLocations,
      posID,
      dates,
      rows,
      summary,
      /** Before the first sale; `null` after it. */
      opening,
      /** Null until the hours of both weeks are loaded. */
      curve: hasHours ? curve : null,
      /** No figures yet, and no failure. */
      loading,
      failed,
      /** Why. */
      error,
      refreshing,
      refresh,
      /** Unix milliseconds of the last answer of the server. */
      answeredAt,
    }),
    [
      shown,
      posID,
      dates,
      rows,
      summary,
      opening,
      curve,
      hasHours,
      loading,
      failed,
      error,
      refreshing,
      refresh,
      answeredAt,
    ],
  );
}

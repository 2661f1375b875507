import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import { type ConnectedDay, type Connection, useGetConnectedDaysQuery } from '@/api/connect';
import type { PartProps } from '../useConnectionSteps';

/** As many days as are decided at once; more of them follow. */
const MOST_DAYS = 500;

/** Milliseconds between two reads of days that are counted or replaced: live events do not say that a day is counted. */
const READ_EVERY_MS = 5_000;

const noDays: readonly ConnectedDay[] = [];

/** The days of a connection that another source has, too, by their state. Read once a page: each further reader would have failed ones read again. */
export function useConnectedDays({ posID, connectionID }: Connection) {
  const args = { getConnectedDaysRequest: { posID, connectionID, limit: MOST_DAYS } };
  const { currentData, isError, error, refetch } = useGetConnectedDaysQuery(args);
  const loaded = currentData?.body.connectedDayList;
  useGetConnectedDaysQuery(loaded?.some(isUnderWay) ? args : skipToken, {
    pollingInterval: READ_EVERY_MS,
    skipPollingIfUnfocused: true,
  });
  const days = loaded ?? noDays;
  return useMemo(() => {
    const of = (wanted: ConnectedDay['state']) => days.filter(({ state }) => state === wanted);
    const asked = of('asked');
    return {
      asked: asked.filter(({ countsTwice }) => !countsTwice),
      twice: asked.filter(({ countsTwice }) => countsTwice),
      replacing: of('replacing'),
      skipped: of('skipped'),
      loading: loaded === undefined && !isError,
      failed: loaded === undefined && isError,
      error,
      retry: () => void refetch(),
    };
  }, [days, loaded, isError, error, refetch]);
}

/** A connection with the days that another source has, too. */
export interface DaysProps extends PartProps {
  days: ReturnType<typeof useConnectedDays>;
}

/** Whether the server still works on a day. */
function isUnderWay({ state, posChecks }: ConnectedDay): boolean {
  return state === 'replacing' || (state === 'asked' && posChecks === null);
}

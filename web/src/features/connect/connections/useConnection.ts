import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useState } from 'react';
import { api } from '@/api';
import { useGetConnectionQuery } from '@/api/connect';
import { selectConnection } from '@/live/slice';
import { useAppDispatch, useAppSelector } from '@/state/hooks';
import { isComingIn } from './past';

/** Milliseconds between two reads of a connection: usually, and while its past comes in or no live events say when it changes. */
const READ_EVERY_MS = 30_000;
const READ_OFTEN_EVERY_MS = 4_000;

/** A connection; live events have it read again. Reports are read again once no more of its past comes in. */
export function useConnection(posID: string, connectionID: string) {
  const dispatch = useAppDispatch();
  const live = useAppSelector((state) => selectConnection(state).connection === 'live');
  const args = { getConnectionRequest: { posID, connectionID } };
  const { currentData, isError, error, refetch } = useGetConnectionQuery(args, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
    refetchOnReconnect: true,
  });
  const found = currentData?.body;
  const works = found !== undefined && isComingIn(found);
  useGetConnectionQuery(found?.state === 'live' ? args : skipToken, {
    pollingInterval: live && !works ? READ_EVERY_MS : READ_OFTEN_EVERY_MS,
    skipPollingIfUnfocused: true,
  });

  const [worked, setWorked] = useState(false);
  if (works && !worked) setWorked(true);
  const hasEnded = worked && found !== undefined && !works;
  useEffect(() => {
    if (!hasEnded) return;
    setWorked(false);
    dispatch(api.util.invalidateTags(['Report', 'Checks', 'Menu']));
  }, [hasEnded, dispatch]);

  return {
    connection: found,
    failed: isError && found === undefined,
    error,
    retry: () => void refetch(),
  };
}

import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useState } from 'react';
import { api } from '@/api';
import { useGetImportQuery } from '@/api/connect';
import { selectConnection } from '@/live/slice';
import { useAppDispatch, useAppSelector } from '@/state/hooks';
import { workingStates } from './importStates';

/** Milliseconds between two reads of an import that works: where live events say when it changes, and where none come. */
const READ_EVERY_MS = 15_000;
const READ_OFFLINE_EVERY_MS = 2_000;

/** An import; live events have it read again. Reports are read again once a work has ended. */
export function useImport(posID: string, importID: string) {
  const dispatch = useAppDispatch();
  const live = useAppSelector((state) => selectConnection(state).connection === 'live');
  const args = { importRequest: { posID, importID } };
  const { currentData, isError, error, refetch } = useGetImportQuery(args, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
    refetchOnReconnect: true,
  });
  const found = currentData?.body;
  const state = found?.state;
  const works = state !== undefined && workingStates.includes(state);
  useGetImportQuery(works ? args : skipToken, {
    pollingInterval: live ? READ_EVERY_MS : READ_OFFLINE_EVERY_MS,
    skipPollingIfUnfocused: true,
  });

  const [worked, setWorked] = useState(false);
  if (works && !worked) setWorked(true);
  const hasEnded = worked && !works && state !== undefined;
  useEffect(() => {
    if (!hasEnded) return;
    setWorked(false);
    dispatch(api.util.invalidateTags(['Report', 'Checks', 'Menu']));
  }, [hasEnded, dispatch]);

  return {
    import: found,
    failed: isError && found === undefined,
    error,
    retry: () => void refetch(),
  };
}

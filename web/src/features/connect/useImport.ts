import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useState } from 'react';
import { api, type ImportState, useGetImportQuery } from '@/api';
import { useAppDispatch } from '@/state/hooks';
import { workingStates } from './importStates';

/** Milliseconds between two reads of an import that works, and at the begin of a work, which may be short. */
const READ_EVERY_MS = 2_000;
const READ_FIRST_EVERY_MS = 500;
/** How long a work counts as begun just now. */
const BEGIN_MS = 5_000;

/** An import; it is read again while the server works on it. Reports are read again once a work has ended. */
export function useImport(posID: string, importID: string) {
  const dispatch = useAppDispatch();
  const args = { importRequest: { posID, importID } };
  const { currentData, isError, error, refetch } = useGetImportQuery(args, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
    refetchOnReconnect: true,
  });
  const found = currentData?.body;
  const state = found?.state;
  const works = state !== undefined && workingStates.includes(state);
  const [lasting, setLasting] = useState<ImportState | null>(null);
  useEffect(() => {
    if (!works) return;
    const timer = setTimeout(() => setLasting(state), BEGIN_MS);
    return () => {
      clearTimeout(timer);
      setLasting(null);
    };
  }, [works, state]);
  useGetImportQuery(works ? args : skipToken, {
    pollingInterval: lasting === state ? READ_EVERY_MS : READ_FIRST_EVERY_MS,
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

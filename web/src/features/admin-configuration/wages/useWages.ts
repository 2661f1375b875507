import { skipToken } from '@reduxjs/toolkit/query';
import { useGetWagesQuery } from '@/api';
import { useSignedIn } from '@/state/hooks';

/** Milliseconds between two reads while shifts are counted again. */
const READ_EVERY_MS = 2_000;
/** Seconds after which a page reads them again: Admin Config reads them just before it leads here. */
const READ_AGAIN_AFTER = 5;

/** The wages of a location, and the shifts without one; they are read on while shifts are counted again. */
export function useWages(posID: string | undefined) {
  const signedIn = useSignedIn();
  const args = signedIn && posID !== undefined ? { wagesRequest: { posID } } : skipToken;
  const { currentData, isError, error, refetch } = useGetWagesQuery(args, {
    refetchOnMountOrArgChange: READ_AGAIN_AFTER,
    refetchOnFocus: true,
    refetchOnReconnect: true,
  });
  const wages = currentData?.body.wages;
  useGetWagesQuery(wages?.counting === true ? args : skipToken, {
    pollingInterval: READ_EVERY_MS,
    skipPollingIfUnfocused: true,
  });
  return { wages, failed: isError, error, refetch: () => void refetch() };
}

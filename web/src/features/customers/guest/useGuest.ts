import { skipToken } from '@reduxjs/toolkit/query';
import { useGetCustomerQuery } from '@/api';
import { useSignedIn } from '@/state/hooks';
import type { GuestId } from '../guests';

/** One guest with their rewards. */
export function useGuest(guest: GuestId | null) {
  const signedIn = useSignedIn();
  const { currentData, isError, error, refetch } = useGetCustomerQuery(
    guest !== null && signedIn
      ? { customerRequest: { posID: guest.posID, posCustomerID: guest.posCustomerID } }
      : skipToken,
    { refetchOnReconnect: true },
  );
  return {
    detail: currentData?.body,
    failed: currentData === undefined && isError,
    error,
    retry: () => void refetch(),
  };
}

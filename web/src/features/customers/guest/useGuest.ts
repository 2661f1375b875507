import { skipToken } from '@reduxjs/toolkit/query';
import { useGetCustomerQuery } from '@/api';
import { useSessionID } from '@/state/hooks';
import type { GuestId } from '../guests';

/** One guest with their rewards. */
export function useGuest(guest: GuestId | null) {
  const sessionID = useSessionID();
  const { currentData, isError, refetch } = useGetCustomerQuery(
    guest !== null && sessionID !== ''
      ? { customerRequest: { sessionID, posID: guest.posID, posCustomerID: guest.posCustomerID } }
      : skipToken,
    { refetchOnReconnect: true },
  );
  return {
    detail: currentData?.body,
    failed: currentData === undefined && isError,
    retry: () => void refetch(),
  };
}

import { skipToken } from '@reduxjs/toolkit/query';
import { useGetPaymentIntentQuery } from '@/api';

/** One payment with its refunds, dispute and payout. */
export function usePayment(posId: string, id: string | null) {
  const { currentData, isError, error, refetch } = useGetPaymentIntentQuery(
    id === null ? skipToken : { posId, id },
    { refetchOnReconnect: true },
  );
  return {
    payment: currentData,
    failed: currentData === undefined && isError,
    error,
    retry: () => void refetch(),
  };
}

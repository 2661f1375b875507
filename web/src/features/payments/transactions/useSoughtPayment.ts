import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useState } from 'react';
import { useListPaymentIntentsQuery } from '@/api';

/** Seconds for which a card may be held before it is charged: a week, and an hour for clocks that differ. */
const HELD = 7 * 86_400 + 3_600;
/** The most that the API gives at once. */
const AT_ONCE = 150;

/** A charge, by its id and the second of its movement of money. */
export interface ChargeId {
  id: string;
  at: number;
}

/** The charge that an address names. */
export function chargeOf(params: URLSearchParams): ChargeId | null {
  const id = params.get('charge');
  const at = Number(params.get('at') ?? Number.NaN);
  return id !== null && Number.isSafeInteger(at) ? { id, at } : null;
}

/** Where the search for a payment stands. */
export interface Sought {
  state: 'looking' | 'missing' | 'failed';
  retry: () => void;
}

/**
 * Looks for the payment of a charge, which was made at that time or up to a week before; `onFound` gets its id. `null`:
 * none is looked for.
 */
export function useSoughtPayment(
  posId: string,
  charge: ChargeId | null,
  onFound: (payment: string) => void,
): Sought | null {
  /** The charge whose later pages are read, and where the page begins. */
  const [place, setPlace] = useState<{ charge: string; after: string } | null>(null);
  const after = place !== null && place.charge === charge?.id ? place.after : undefined;
  const { currentData, isError, refetch } = useListPaymentIntentsQuery(
    charge === null
      ? skipToken
      : {
          posId,
          created: { gt: charge.at - HELD, lte: charge.at },
          limit: AT_ONCE,
          ...(after !== undefined && { startingAfter: after }),
        },
    { refetchOnReconnect: true },
  );
  const id = charge?.id;
  const found = currentData?.data.find(({ latest_charge }) => latest_charge?.id === id)?.id;
  const next = currentData?.has_more ? currentData.data.at(-1)?.id : undefined;
  useEffect(() => {
    if (id === undefined) return;
    if (found !== undefined) onFound(found);
    else if (next !== undefined) setPlace({ charge: id, after: next });
  }, [id, found, next, onFound]);
  if (charge === null) {
    return null;
  }
  const retry = () => void refetch();
  if (currentData === undefined) {
    return { state: isError ? 'failed' : 'looking', retry };
  }
  return { state: found === undefined && next === undefined ? 'missing' : 'looking', retry };
}

import { useEffect } from 'react';
import { useFoundRow } from '@/components/data-list';
import { type PaymentFilter, payments } from './PaymentList';

/** Most seconds from authorization to charge of a card: a week, and an hour for clocks that differ. */
const MAX_HOLD_SECONDS = 7 * 86_400 + 3_600;
/** The API's largest page. */
const PAGE_SIZE = 150;

/** A charge by its id and the second (since 1970) of its movement of money. */
export interface ChargeId {
  id: string;
  at: number;
}

/** The charge in an address. */
export function chargeOf(params: URLSearchParams): ChargeId | null {
  const id = params.get('charge');
  const at = Number(params.get('at') ?? Number.NaN);
  return id !== null && Number.isSafeInteger(at) ? { id, at } : null;
}

/** State of the search for a payment. */
export interface PaymentSearch {
  state: 'searching' | 'missing' | 'failed';
  /** Why it failed. */
  error?: unknown;
  retry: () => void;
}

/**
 * Searches for the payment of a charge, made at that time or up to a week before; `onFound` gets its id. `null`: no
 * search.
 */
export function usePaymentSearch(
  location: Omit<PaymentFilter, 'after' | 'until'>,
  charge: ChargeId | null,
  onFound: (payment: string) => void,
): PaymentSearch | null {
  const { row, missing, failed, error, retry } = useFoundRow(
    payments,
    charge && { ...location, after: charge.at - MAX_HOLD_SECONDS, until: charge.at },
    charge?.id,
    ({ latest_charge }) => latest_charge?.id === charge?.id,
    PAGE_SIZE,
  );
  const found = row?.id;
  useEffect(() => {
    if (found !== undefined) onFound(found);
  }, [found, onFound]);
  if (charge === null) {
    return null;
  }
  if (failed) return { state: 'failed', error, retry };
  return { state: missing ? 'missing' : 'searching', retry };
}

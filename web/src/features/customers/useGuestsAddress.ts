import { useCallback } from 'react';
import { useAddress } from '@/components/navigation/useAddress';
import { type GuestId, guestFromKey } from './guests';

/**
 * The opened guest, as the address says it by id. What is looked for stays out of it: a name, an
 * email or a phone number has no place in an address.
 */
export function useGuestsAddress(posID: string | null) {
  const { params, put } = useAddress();
  const open = useCallback((key: string | null) => put({ guest: key }), [put]);
  return { guest: ofLocation(guestFromKey(params.get('guest')), posID), open };
}

/** The guest, as far as they are one of the shown location. */
function ofLocation(guest: GuestId | null, posID: string | null): GuestId | null {
  return guest?.posID === posID ? guest : null;
}

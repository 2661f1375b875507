import { useCallback } from 'react';
import { useAddress } from '@/components/navigation/useAddress';
import { type GuestId, guestFromKey } from './guests';

/**
 * The opened guest by the id in the address. The search stays out of it: names, emails and phone numbers do not belong
 * into an address.
 */
export function useGuestsAddress(posID: string | null) {
  const { params, show } = useAddress();
  const open = useCallback((key: string | null) => show({ guest: key }), [show]);
  return { guest: ofLocation(guestFromKey(params.get('guest')), posID), open };
}

/** The guest, if they belong to the shown location. */
function ofLocation(guest: GuestId | null, posID: string | null): GuestId | null {
  return guest?.posID === posID ? guest : null;
}

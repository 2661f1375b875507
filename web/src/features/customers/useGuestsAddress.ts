import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { type GuestId, guestFromKey } from './guests';

/**
 * The opened guest, as the address says it by id. What is looked for stays out of it: a name, an
 * email or a phone number has no place in an address.
 */
export function useGuestsAddress(posID: string | null) {
  const [params, setParams] = useSearchParams();
  const open = useCallback(
    (key: string | null) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (key === null) next.delete('guest');
          else next.set('guest', key);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return { guest: ofLocation(guestFromKey(params.get('guest')), posID), open };
}

/** The guest, as far as they are one of the shown location. */
function ofLocation(guest: GuestId | null, posID: string | null): GuestId | null {
  return guest?.posID === posID ? guest : null;
}

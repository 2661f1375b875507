import { useCallback, useMemo } from 'react';
import { everyone, type GuestFilter, segments, sorts } from '@/components/guest-filter';
import { useAddress } from '@/components/navigation/useAddress';
import { type GuestId, guestFromKey } from './guests';

/**
 * The opened guest by the id in the address, and the group and order of the list. The search stays out of it: names, emails
 * and phone numbers do not belong into an address.
 */
export function useGuestsAddress(posID: string | null) {
  const { params, show, put } = useAddress();
  const open = useCallback((key: string | null) => show({ guest: key }), [show]);
  const [segment, sort] = [params.get('segment'), params.get('sort')];
  const filter = useMemo<GuestFilter>(
    () => ({
      segment: segments.find((one) => one === segment) ?? everyone.segment,
      sort: sorts.find((one) => one === sort) ?? everyone.sort,
    }),
    [segment, sort],
  );
  const setFilter = useCallback(
    (next: GuestFilter) =>
      put({
        segment: next.segment,
        sort: next.sort === everyone.sort ? null : next.sort,
        guest: null,
      }),
    [put],
  );
  return { guest: ofLocation(guestFromKey(params.get('guest')), posID), open, filter, setFilter };
}

/** The guest, if they belong to the shown location. */
function ofLocation(guest: GuestId | null, posID: string | null): GuestId | null {
  return guest?.posID === posID ? guest : null;
}

import { useCallback } from 'react';
import { useAddress } from '@/components/navigation/useAddress';
import { useSelectedLocation } from '@/state/hooks';

/** Parts of the menu. */
export type MenuPart = 'items' | 'purchase' | 'promotions' | 'changes';

/** An item by location. */
export interface ItemId {
  posID: string;
  posItemID: string;
}

/** The state of the page in its address: part, search words, opened item. */
export function useMenuAddress(parts: readonly MenuPart[]) {
  const { params, put, show } = useAddress();
  const { posID } = useSelectedLocation('general');
  const named = params.get('part');
  const part = parts.find((one) => one === named) ?? 'items';

  // An opened detail stays: it may be tapped before the typing counts as paused.
  const setSearch = useCallback((words: string) => put({ q: words }), [put]);
  const open = useCallback(
    (item: ItemId | null) => show({ item: item && `${item.posID}/${item.posItemID}` }),
    [show],
  );
  return {
    posID,
    part,
    q: params.get('q') ?? '',
    item: itemOf(params.get('item'), posID),
    setSearch,
    open,
  };
}

/** The opened item, if it belongs to the shown location. */
function itemOf(key: string | null, posID: string | null): ItemId | null {
  const [location, posItemID] = key?.split('/') ?? [];
  return location !== undefined && location === posID && posItemID
    ? { posID: location, posItemID }
    : null;
}

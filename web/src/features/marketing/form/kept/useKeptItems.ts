import { useEffect, useState } from 'react';
import { api, type Item } from '@/api';
import { useAppDispatch } from '@/state/hooks';

/**
 * Reads the items of a kept draft with their prices of today; those that are gone stay away. Returns the ids that the form
 * holds: the kept ones until they are read.
 */
export function useKeptItems(
  posID: string,
  kept: readonly string[],
  items: readonly Item[],
  onRead: (items: readonly Item[]) => void,
): string[] {
  const dispatch = useAppDispatch();
  const [unread, setUnread] = useState(kept);
  useEffect(() => {
    if (unread.length === 0) return;
    let isHere = true;
    const calls = unread.map((posItemID) =>
      dispatch(
        api.endpoints.getItem.initiate({ itemRequest: { posID, posItemID } }, { subscribe: false }),
      )
        .unwrap()
        .then(
          ({ body }) => [body.item],
          () => [],
        ),
    );
    void Promise.all(calls).then((found) => {
      if (!isHere) return;
      onRead(found.flat());
      setUnread([]);
    });
    return () => {
      isHere = false;
    };
  }, [dispatch, posID, unread, onRead]);
  return unread.length > 0 ? [...unread] : items.map(({ posItemID }) => posItemID);
}

import { useEffect, useState } from 'react';
import { api, type Item, once } from '@/api';
import { useAppDispatch } from '@/state/hooks';

/** Items a page: as many as the API gives. */
const PAGE_SIZE = 500;

export type AllItems =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'loaded'; items: readonly Item[] };

/** Whole menu of a location, page after page; a missing location is a failure. */
export function useAllItems(posID: string | null): AllItems {
  const dispatch = useAppDispatch();
  const [answer, setAnswer] = useState<AllItems>({ state: 'loading' });

  useEffect(() => {
    let wanted = true;
    const page = (cursor: string | null) =>
      once(
        dispatch(
          api.endpoints.getItemsList.initiate(
            {
              itemsListRequest: {
                posID: posID ?? '',
                limit: PAGE_SIZE,
                ...(cursor !== null && { cursor }),
              },
            },
            { forceRefetch: true },
          ),
        ),
      );
    const load = async () => {
      const items: Item[] = [];
      let cursor: string | null = null;
      do {
        const { body } = await page(cursor);
        items.push(...body.itemList);
        cursor = body.nextCursor;
      } while (cursor !== null && wanted);
      return items;
    };
    const set = (loaded: AllItems) => {
      if (wanted) setAnswer(loaded);
    };
    set({ state: 'loading' });
    if (posID === null) {
      set({ state: 'failed' });
    } else {
      load().then(
        (items) => set({ state: 'loaded', items }),
        () => set({ state: 'failed' }),
      );
    }
    return () => {
      wanted = false;
    };
  }, [dispatch, posID]);

  return answer;
}

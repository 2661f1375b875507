import { useCallback } from 'react';
import { failureText, useMarkItemSoldOutMutation } from '@/api';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import type { ItemId } from '../useMenuAddress';
import type { SoldOutEnd } from './soldOut';

const { soldOut: words } = messages;

/** Marks an item at one or several locations. */
export function useSoldOut(name: string) {
  const [send, { isLoading }] = useMarkItemSoldOutMutation();

  const put = useCallback(
    async (items: readonly ItemId[], soldOut: boolean, end?: SoldOutEnd): Promise<boolean> => {
      try {
        await send({
          markSoldOutRequest: {
            items: items.map(({ posID, posItemID }) => ({ posID, posItemID })),
            soldOut,
            ...end,
          },
        }).unwrap();
        return true;
      } catch (error) {
        showToast({ severity: 'error', detail: failureText(error, words.failed) });
        return false;
      }
    },
    [send],
  );

  /** Removes the marks. Answers whether that succeeded. */
  const takeBack = useCallback(
    async (items: readonly ItemId[]): Promise<boolean> => {
      const done = await put(items, false);
      if (done) showToast({ severity: 'success', detail: words.back(name) });
      return done;
    },
    [put, name],
  );

  /** Sets the marks, and offers to undo it. Answers whether that succeeded. */
  const mark = useCallback(
    async (items: readonly ItemId[], end: SoldOutEnd): Promise<boolean> => {
      const done = await put(items, true, end);
      if (done) {
        showToast({
          severity: 'success',
          detail: words.marked(name),
          action: { label: words.undo, run: () => void takeBack(items) },
        });
      }
      return done;
    },
    [put, takeBack, name],
  );

  return { mark, takeBack, busy: isLoading };
}

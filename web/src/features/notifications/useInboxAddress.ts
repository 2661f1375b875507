import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import type { InboxList } from '@/api';

/** What the page shows, as its address says it: one of the two lists, and the opened communication. */
export function useInboxAddress() {
  const [params, setParams] = useSearchParams();
  const list: InboxList = params.get('list') === 'messages' ? 'messages' : 'notifications';
  const open = useCallback(
    (id: string | null) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (id === null) next.delete('id');
          else next.set('id', id);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return { list, id: params.get('id'), open };
}

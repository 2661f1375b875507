import { useCallback } from 'react';
import type { InboxList } from '@/api';
import { useAddress } from '@/components/navigation/useAddress';

/** The state of the page in its address: one of the two lists, and the opened communication. */
export function useInboxAddress() {
  const { params, show } = useAddress();
  const list: InboxList = params.get('list') === 'messages' ? 'messages' : 'notifications';
  const open = useCallback((id: string | null) => show({ id }), [show]);
  return { list, id: params.get('id'), open };
}

import { useEffect, useState } from 'react';
import { type Communication, cachedCommunication } from '@/api';
import { useFoundRow } from '@/components/data-list';
import { useAppSelector, useSignedIn } from '@/state/hooks';
import { communications } from './CommunicationList';

/** Communications a page of the search. */
const PAGE_SIZE = 100;

/** Both lists of all locations. */
const everywhere = {};

/** One communication, and the state of its search. */
export interface FoundCommunication {
  communication: Communication | undefined;
  /** Whether it is in no list. */
  missing: boolean;
  failed: boolean;
  error: unknown;
  retry: () => void;
}

/**
 * One communication from the cached lists, else searched for from the newest on. It stays until another one is opened.
 */
export function useCommunication(id: string | null): FoundCommunication {
  const signedIn = useSignedIn();
  const cached = useAppSelector((state) =>
    id === null ? undefined : cachedCommunication(state, id),
  );
  const [seen, setSeen] = useState<Communication>();
  const communication = cached ?? (seen?.posCommunicationID === id ? seen : undefined);
  useEffect(() => {
    if (cached !== undefined) setSeen(cached);
  }, [cached]);
  const isSought = id !== null && communication === undefined && signedIn;
  const { row, ...search } = useFoundRow(
    communications,
    isSought ? everywhere : null,
    id ?? undefined,
    ({ posCommunicationID }) => posCommunicationID === id,
    PAGE_SIZE,
  );
  return { communication: communication ?? row, ...search };
}

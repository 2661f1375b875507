import { useEffect, useState } from 'react';
import { type Communication, cachedCommunication } from '@/api';
import { useFoundRow } from '@/components/data-list';
import { useAppSelector, useSignedIn } from '@/state/hooks';
import { communications } from './CommunicationList';

/** Communications a page of the search. */
const AT_ONCE = 100;

/** Both lists of all locations. */
const everywhere = {};

/** One communication, and the state of its search. */
export interface FoundCommunication {
  communication: Communication | undefined;
  /** No list holds it. */
  missing: boolean;
  failed: boolean;
  retry: () => void;
}

/**
 * One communication from the cached lists, else searched for from the newest on. It stays until another one is opened.
 */
export function useCommunication(id: string | null): FoundCommunication {
  const signedIn = useSignedIn();
  const kept = useAppSelector((state) =>
    id === null ? undefined : cachedCommunication(state, id),
  );
  const [seen, setSeen] = useState<Communication>();
  const communication = kept ?? (seen?.posCommunicationID === id ? seen : undefined);
  useEffect(() => {
    if (kept !== undefined) setSeen(kept);
  }, [kept]);
  const isSought = id !== null && communication === undefined && signedIn;
  const { row, ...search } = useFoundRow(
    communications,
    isSought ? everywhere : null,
    id ?? undefined,
    ({ posCommunicationID }) => posCommunicationID === id,
    AT_ONCE,
  );
  return { communication: communication ?? row, ...search };
}

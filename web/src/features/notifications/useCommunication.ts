import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useState } from 'react';
import { type Communication, keptCommunication, useGetCommunicationsQuery } from '@/api';
import { useAppSelector, useSignedIn } from '@/state/hooks';

/** Communications that are looked through at once. */
const AT_ONCE = 100;

/** One communication, and how its search stands. */
export interface Sought {
  told: Communication | undefined;
  /** It is in none of the lists. */
  missing: boolean;
  failed: boolean;
  retry: () => void;
}

/**
 * One communication: as a list on the screen has it, else it is looked for from the newest on. What was seen once stays
 * until another one is asked for.
 */
export function useCommunication(id: string | null): Sought {
  const signedIn = useSignedIn();
  const kept = useAppSelector((state) => (id === null ? undefined : keptCommunication(state, id)));
  const [seen, setSeen] = useState<Communication>();
  const told = kept ?? (seen?.posCommunicationID === id ? seen : undefined);
  useEffect(() => {
    if (kept !== undefined) setSeen(kept);
  }, [kept]);

  /** The communication whose later pages are read, and where the page begins. */
  const [place, setPlace] = useState<{ id: string; cursor: string } | null>(null);
  const cursor = place !== null && place.id === id ? place.cursor : undefined;
  const { currentData, isError, refetch } = useGetCommunicationsQuery(
    id === null || told !== undefined || !signedIn
      ? skipToken
      : {
          communicationsRequest: {
            limit: AT_ONCE,
            ...(cursor !== undefined && { cursor }),
          },
        },
    { refetchOnReconnect: true },
  );
  const next = told === undefined ? (currentData?.body.nextCursor ?? undefined) : undefined;
  useEffect(() => {
    if (id !== null && next !== undefined) setPlace({ id, cursor: next });
  }, [id, next]);
  return {
    told,
    missing: told === undefined && currentData !== undefined && next === undefined,
    failed: told === undefined && currentData === undefined && isError,
    retry: () => void refetch(),
  };
}

import { useCallback, useEffect, useState } from 'react';
import { api, type MarketingRecipient, type MessageChannel, once } from '@/api';
import { useAppDispatch } from '@/state/hooks';

/** Recipients a page: as many as the API gives. */
const PAGE_SIZE = 500;

export interface AllRecipients {
  state: 'loading' | 'failed' | 'loaded';
  /** As far as they are there. */
  list: readonly MarketingRecipient[];
  retry: () => void;
}

type Answer = Pick<AllRecipients, 'state' | 'list'>;

const nothing: Answer = { state: 'loading', list: [] };

/** Everyone whom a location knows, page after page: a campaign names each of its recipients. */
export function useAllRecipients(posID: string, channel: MessageChannel): AllRecipients {
  const dispatch = useAppDispatch();
  const [answer, setAnswer] = useState(nothing);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again.
  useEffect(() => {
    let wanted = true;
    const page = (cursor: string | null) =>
      once(
        dispatch(
          api.endpoints.getMarketingRecipients.initiate(
            {
              recipientsRequest: {
                posID,
                channel,
                limit: PAGE_SIZE,
                ...(cursor !== null && { cursor }),
              },
            },
            { forceRefetch: true },
          ),
        ),
      );
    const load = async () => {
      const list: MarketingRecipient[] = [];
      let cursor: string | null = null;
      do {
        const { body } = await page(cursor);
        list.push(...body.recipientList);
        cursor = body.nextCursor;
        if (wanted) {
          setAnswer({ state: cursor === null ? 'loaded' : 'loading', list: [...list] });
        }
      } while (cursor !== null && wanted);
    };
    setAnswer(nothing);
    load().catch(() => {
      if (wanted) setAnswer({ state: 'failed', list: [] });
    });
    return () => {
      wanted = false;
    };
  }, [dispatch, posID, channel, attempt]);

  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  return { ...answer, retry };
}

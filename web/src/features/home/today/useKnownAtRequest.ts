import { useState } from 'react';

/**
 * What was known when the latest answered request was sent. Whatever is still the same since then
 * is contained in the answer; whatever differs is newer than it.
 * Before the first answer nothing counts as known.
 */
export function useKnownAtRequest<T>(
  request: { requestId?: string | undefined; isFetching: boolean },
  current: T,
  nothing: T,
): T {
  const [seen, setSeen] = useState({ requestId: '', sent: nothing, answered: nothing });
  const { requestId = '', isFetching } = request;
  if (seen.requestId !== requestId) {
    // A request that is found answered was sent at an unknown time.
    setSeen({ requestId, sent: isFetching ? current : nothing, answered: seen.answered });
  } else if (!isFetching && seen.answered !== seen.sent) {
    setSeen({ ...seen, answered: seen.sent });
  }
  return seen.answered;
}

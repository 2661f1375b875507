import { useState } from 'react';

/**
 * The known values at the time of the latest answered request. Values that are unchanged since then are part of the
 * answer; changed ones are newer than it. Before the first answer no value counts as known.
 */
export function useKnownAtRequest<T>(
  request: { requestId?: string | undefined; isFetching: boolean },
  current: T,
  nothing: T,
): T {
  const [seen, setSeen] = useState({ requestId: '', sent: nothing, answered: nothing });
  const { requestId = '', isFetching } = request;
  if (seen.requestId !== requestId) {
    // An answer that was there before was requested at an unknown time.
    setSeen({ requestId, sent: isFetching ? current : nothing, answered: seen.answered });
  } else if (!isFetching && seen.answered !== seen.sent) {
    setSeen({ ...seen, answered: seen.sent });
  }
  return seen.answered;
}

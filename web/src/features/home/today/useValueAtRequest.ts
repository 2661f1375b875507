import { useState } from 'react';

/**
 * The value that `current` had when the latest answered request was sent; `initial` before the first answer. A value
 * that is unchanged since then is part of the answer; a changed one is newer than the answer.
 */
export function useValueAtRequest<T>(
  request: { requestId?: string | undefined; isFetching: boolean },
  current: T,
  initial: T,
): T {
  const [seen, setSeen] = useState({ requestId: '', sent: initial, answered: initial });
  const { requestId = '', isFetching } = request;
  if (seen.requestId !== requestId) {
    // An answer that was there before was requested at an unknown time.
    setSeen({ requestId, sent: isFetching ? current : initial, answered: seen.answered });
  } else if (!isFetching && seen.answered !== seen.sent) {
    setSeen({ ...seen, answered: seen.sent });
  }
  return seen.answered;
}

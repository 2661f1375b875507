const firstWaitMs = 500;
/** The longest wait before a call is repeated by itself, in milliseconds. */
export const longestWaitMs = 30_000;

/** Milliseconds of a Retry-After header (seconds or an HTTP date); null if absent. */
export function retryAfterMs(header: string | null | undefined, now = Date.now()): number | null {
  if (!header) return null;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  if (Number.isNaN(wait)) return null;
  return Math.max(wait, 0);
}

/** Milliseconds before attempt + 1: doubling, capped, half of it random so that clients spread. */
export function backOffMs(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(firstWaitMs * 2 ** (attempt - 1), longestWaitMs);
  return full / 2 + (full / 2) * random();
}

/** Resolves true after the wait, false as soon as the signal is aborted. */
export function waitFor(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve(false);
      return;
    }
    const done = () => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', done);
      resolve(true);
    }, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}

import type { WorkerMessage } from './messages';

type Follow = (message: WorkerMessage) => void;

/** What came before anybody followed. */
const waiting: WorkerMessage[] = [];
let follow: Follow | null = null;

/**
 * Hears the service worker from the start of the page: a browser hands over what a tap on a notification
 * sends as soon as the page is parsed, whether anybody listens or not.
 */
export function hearWorker(): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const { kind } = (data ?? {}) as Partial<WorkerMessage>;
    if (kind !== 'push' && kind !== 'open') return;
    if (follow) follow(data as WorkerMessage);
    else waiting.push(data as WorkerMessage);
  });
}

/** Gives `next` what came so far and what comes, until the answer is called. */
export function followWorker(next: Follow): () => void {
  follow = next;
  for (const message of waiting.splice(0)) next(message);
  return () => {
    if (follow === next) follow = null;
  };
}

import type { WorkerMessage } from './messages';

type Follow = (message: WorkerMessage) => void;

/** Messages from before the first follower. */
const waiting: WorkerMessage[] = [];
let follow: Follow | null = null;

/**
 * Listens to the service worker from the start of the page: a browser delivers the message of a tapped notification as
 * soon as the page is parsed, with or without a listener.
 */
export function listenToWorker(): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const { kind } = (data ?? {}) as Partial<WorkerMessage>;
    if (kind !== 'push' && kind !== 'open') return;
    if (follow) follow(data as WorkerMessage);
    else waiting.push(data as WorkerMessage);
  });
}

/** Passes earlier and future messages to `next`, until the returned function is called. */
export function followWorker(next: Follow): () => void {
  follow = next;
  for (const message of waiting.splice(0)) next(message);
  return () => {
    if (follow === next) follow = null;
  };
}

/** What the service worker and the pages tell each other about pushes. */

/** What a push carries (docs/api.md, 'Notifications'). */
export interface PushPayload {
  /** Of the communication; a repeated one is shown once. */
  id: string;
  /** Null where it is about several locations. */
  posID: string | null;
  kind: string;
  title: string;
  /** One line. */
  body: string;
  target: { kind: string; id: string } | null;
  /** What the person has not viewed. */
  unread: number;
}

/** From the worker to a page. */
export type WorkerMessage =
  /** A push came while the page is looked at. */
  | { kind: 'push'; payload: PushPayload }
  /** A notification was tapped: the page goes there. */
  | { kind: 'open'; path: string }
  /** The browser's subscription is another one now, or none. */
  | { kind: 'pushChanged' };

/** Reads what a push or the worker sent; null where it is none of ours. */
export function payloadOf(data: unknown): PushPayload | null {
  const { id, body, title, posID, kind, target, unread } = (data ?? {}) as Record<string, unknown>;
  if (typeof id !== 'string' || typeof body !== 'string') return null;
  const { kind: targetKind, id: targetId } = (target ?? {}) as Record<string, unknown>;
  return {
    id,
    body,
    posID: typeof posID === 'string' ? posID : null,
    kind: typeof kind === 'string' ? kind : '',
    title: typeof title === 'string' && title !== '' ? title : 'Saffron',
    target:
      typeof targetKind === 'string' && typeof targetId === 'string'
        ? { kind: targetKind, id: targetId }
        : null,
    unread: typeof unread === 'number' ? unread : 0,
  };
}

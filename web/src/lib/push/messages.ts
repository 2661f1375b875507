/** Messages between the service worker and the pages about pushes. */

/** The contents of a push (docs/api.md, 'Notifications'). */
export interface PushPayload {
  /** Id of the communication; a repeated one is shown once. */
  id: string;
  /** Null for several locations. */
  posID: string | null;
  kind: string;
  title: string;
  /** One line. */
  body: string;
  target: { kind: string; id: string } | null;
  /** Unread counts. */
  unread: number;
}

/** From the worker to a page. */
export type WorkerMessage =
  /** A push arrived while the page is visible. */
  | { kind: 'push'; payload: PushPayload }
  /** A notification was tapped: the page opens this path. */
  | { kind: 'open'; path: string }
  /** The browser's subscription changed or ended. */
  | { kind: 'pushChanged' };

/** Reads the data of a push or of the worker; null if it has another shape. */
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

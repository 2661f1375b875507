import { pushPath } from '@/lib/paths';
import { type PushPayload, payloadOf, type WorkerMessage } from '@/lib/push/messages';
import { isNewPush } from '@/lib/push/seen';

/** Icons of a notification: in colour, and the outline for status bars. */
const ICON = '/icons/icon-192.png';

/** Event of a subscription that the browser renewed or ended by itself; the types of workers lack it. */
interface SubscriptionChange extends ExtendableEvent {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}

/** Shows pushes, opens their subject, and renews the subscription. */
export function listenForPush(self: ServiceWorkerGlobalScope): void {
  self.addEventListener('push', (event) => {
    const payload = payloadOf(read(event.data));
    if (payload !== null) event.waitUntil(receive(self, payload));
  });
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const payload = payloadOf(event.notification.data);
    event.waitUntil(open(self, payload === null ? '/' : pushPath(payload)));
  });
  self.addEventListener('pushsubscriptionchange', (event) => {
    const change = event as SubscriptionChange;
    change.waitUntil(renew(self, change));
  });
}

function read(data: PushMessageData | null): unknown {
  try {
    return data?.json();
  } catch {
    return null;
  }
}

async function receive(self: ServiceWorkerGlobalScope, payload: PushPayload): Promise<void> {
  const { id, kind, title, body, unread } = payload;
  // A test push does not change the badge.
  if (kind !== 'test') showBadge(self, unread);
  // A store that cannot be opened must not cost a notification.
  if (!(await isNewPush(id).catch(() => true))) return;
  const windows = await windowsOf(self);
  const inUse = windows.filter(({ focused }) => focused);
  // Browsers require each push to be shown, unless the app is visible.
  if (inUse.length > 0) {
    for (const window of inUse) post(window, { kind: 'push', payload });
    return;
  }
  await self.registration.showNotification(title, {
    body,
    tag: id,
    icon: ICON,
    data: payload,
  });
}

function showBadge({ navigator }: ServiceWorkerGlobalScope, unread: number): void {
  if (!('setAppBadge' in navigator)) return;
  const shown = unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge();
  shown.catch(() => undefined);
}

async function windowsOf({ clients }: ServiceWorkerGlobalScope): Promise<readonly WindowClient[]> {
  return clients.matchAll({ type: 'window', includeUncontrolled: true });
}

function post(window: WindowClient, message: WorkerMessage): void {
  window.postMessage(message);
}

/** Opens the path in an open window, so that nothing is loaded again; else in a new one. */
async function open(self: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const windows = await windowsOf(self);
  const window = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0];
  if (window === undefined) {
    await self.clients.openWindow(path);
    return;
  }
  post(window, { kind: 'open', path });
  // The browser may refuse the focus: the page opens nevertheless.
  await window.focus().catch(() => undefined);
}

/** Subscribes again as before; pages send it to the server, now or at their next start. */
async function renew(self: ServiceWorkerGlobalScope, change: SubscriptionChange): Promise<void> {
  const applicationServerKey = change.oldSubscription?.options.applicationServerKey;
  if (!change.newSubscription && applicationServerKey) {
    await self.registration.pushManager
      .subscribe({ userVisibleOnly: true, applicationServerKey })
      // Without permission there is nothing to renew.
      .catch(() => undefined);
  }
  for (const window of await windowsOf(self)) post(window, { kind: 'pushChanged' });
}

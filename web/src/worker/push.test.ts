import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listenForPush } from './push';

/** Ids of earlier pushes; null: the store cannot be opened. */
let seen: Set<string> | null = new Set();
vi.mock('@/lib/push/seen', () => ({
  isNewPush: async (id: string) => {
    if (seen === null) throw new Error('no store');
    return !seen.has(id) && seen.add(id) !== undefined;
  },
}));

const payload = {
  id: 'c-1',
  posID: 'demo-pizza',
  kind: 'largeVoid',
  title: 'Saffron Pizza',
  body: 'Large void: $84.20 at 7:42 PM',
  target: { kind: 'check', id: 'k-7' },
  unread: 3,
};

/** A window of the app; `refuses`: one that takes no focus. */
function windowOf({ focused = false, visibilityState = 'visible', refuses = false } = {}) {
  const focus = vi.fn(() => (refuses ? Promise.reject(new Error()) : Promise.resolve()));
  return { focused, visibilityState, focus, postMessage: vi.fn() };
}

/** The globals of a worker with these windows; `fire` resolves when the worker is done with the event. */
function world(windows: ReturnType<typeof windowOf>[] = []) {
  const handlers = new Map<string, (event: object) => void>();
  const scope = {
    addEventListener: (type: string, handler: (event: object) => void) =>
      handlers.set(type, handler),
    registration: {
      showNotification: vi.fn(async () => undefined),
      pushManager: { subscribe: vi.fn(async () => ({})) },
    },
    clients: { matchAll: async () => windows, openWindow: vi.fn(async () => null) },
    navigator: { setAppBadge: vi.fn(async () => 0), clearAppBadge: vi.fn(async () => 0) },
  };
  listenForPush(scope as unknown as Parameters<typeof listenForPush>[0]);
  const fire = async (type: string, event: object) => {
    const waited: unknown[] = [];
    handlers.get(type)?.({ waitUntil: (work: unknown) => waited.push(work), ...event });
    await Promise.all(waited);
  };
  return {
    scope,
    push: (data: object) => fire('push', { data: { json: () => data } }),
    tap: (data: unknown) => fire('notificationclick', { notification: { data, close: () => 0 } }),
    fire,
  };
}

beforeEach(() => {
  seen = new Set();
});

describe('a push', () => {
  it('is shown once, with the badge', async () => {
    const { scope, push } = world([windowOf()]);
    await push(payload);
    await push(payload);
    expect(scope.registration.showNotification.mock.calls).toEqual([
      [payload.title, expect.objectContaining({ body: payload.body, tag: 'c-1', data: payload })],
    ]);
    expect(scope.navigator.setAppBadge).toHaveBeenLastCalledWith(3);
  });

  it('is shown by the visible window', async () => {
    const [used, other] = [windowOf({ focused: true }), windowOf()];
    const { scope, push } = world([used, other]);
    await push(payload);
    expect(used.postMessage).toHaveBeenCalledWith({ kind: 'push', payload });
    expect(other.postMessage).not.toHaveBeenCalled();
    expect(scope.registration.showNotification).not.toHaveBeenCalled();
  });

  it('is shown if the worker cannot store its id', async () => {
    seen = null;
    const { scope, push } = world();
    await push(payload);
    expect(scope.registration.showNotification).toHaveBeenCalledOnce();
  });

  it('of a test keeps the badge; other data is ignored', async () => {
    const { scope, push, fire } = world();
    await push({ ...payload, kind: 'test', unread: 0 });
    expect(scope.registration.showNotification).toHaveBeenCalledOnce();
    await push({ hello: 'there' });
    await fire('push', { data: null });
    expect(scope.registration.showNotification).toHaveBeenCalledOnce();
    expect(scope.navigator.clearAppBadge).not.toHaveBeenCalled();
  });
});

describe('a tap', () => {
  const path = '/home/sales-history?posID=demo-pizza&check=demo-pizza%2Fk-7&viewed=c-1';

  it('opens its subject in an open window', async () => {
    const [hidden, shown] = [windowOf({ visibilityState: 'hidden' }), windowOf({ refuses: true })];
    const { scope, tap } = world([hidden, shown]);
    await tap(payload);
    expect(shown.postMessage).toHaveBeenCalledWith({ kind: 'open', path });
    expect([shown.focus.mock.calls.length, hidden.focus.mock.calls.length]).toEqual([1, 0]);
    expect(scope.clients.openWindow).not.toHaveBeenCalled();
  });

  it('opens a window without an open one', async () => {
    const { scope, tap } = world();
    await tap(payload);
    await tap(undefined);
    expect(scope.clients.openWindow.mock.calls).toEqual([[path], ['/']]);
  });
});

describe('a subscription that changed', () => {
  it('is renewed, and pages get a message', async () => {
    const page = windowOf();
    const { scope, fire } = world([page]);
    const applicationServerKey = new ArrayBuffer(65);
    await fire('pushsubscriptionchange', {
      oldSubscription: { options: { applicationServerKey } },
    });
    expect(scope.registration.pushManager.subscribe).toHaveBeenCalledWith({
      userVisibleOnly: true,
      applicationServerKey,
    });
    expect(page.postMessage).toHaveBeenCalledWith({ kind: 'pushChanged' });
  });

  it('is kept if the browser renewed it itself', async () => {
    const { scope, fire } = world();
    const newSubscription = { endpoint: 'https://e' };
    await fire('pushsubscriptionchange', { oldSubscription: null, newSubscription });
    expect(scope.registration.pushManager.subscribe).not.toHaveBeenCalled();
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { bodyOf, endPushes, isMadeFor, isPushUnrequested, pushAbility } from './browser';

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0';

/** A browser with these properties; with a permission, one that can show pushes. */
function browser({ agent = 'Chrome', touch = 0, standalone = false, permission = '' }) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
  Object.defineProperty(navigator, 'maxTouchPoints', { value: touch, configurable: true });
  Object.defineProperty(navigator, 'standalone', { value: standalone, configurable: true });
  if (permission === '') return;
  Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission });
}

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(navigator, 'standalone');
  Reflect.deleteProperty(navigator, 'maxTouchPoints');
});

describe('the obstacle to pushes', () => {
  it('is none in a capable browser without a refusal', () => {
    browser({ permission: 'default' });
    expect([pushAbility(), isPushUnrequested()]).toEqual(['ready', true]);
    browser({ permission: 'granted' });
    expect([pushAbility(), isPushUnrequested()]).toEqual(['ready', false]);
  });

  it('is an earlier refusal', () => {
    browser({ permission: 'denied' });
    expect([pushAbility(), isPushUnrequested()]).toEqual(['denied', false]);
  });

  it.each([
    ['an iPhone in the browser', { agent: iPhone }, 'homeScreenFirst'],
    ['an iPad, which reports itself as a Mac', { agent: mac, touch: 5 }, 'homeScreenFirst'],
    ['an iPhone from the Home screen', { agent: iPhone, standalone: true }, 'unsupported'],
    ['a Mac', { agent: mac }, 'unsupported'],
    ['an old browser', {}, 'unsupported'],
  ])('is the browser itself: %s', (_, kind, ability) => {
    browser(kind);
    expect([pushAbility(), isPushUnrequested()]).toEqual([ability, false]);
  });
});

describe('a subscription', () => {
  const key = 'BP-_';
  const madeFor = (bytes: number[] | null) =>
    isMadeFor(
      {
        options: { applicationServerKey: bytes && new Uint8Array(bytes).buffer },
      } as unknown as PushSubscription,
      key,
    );

  it('belongs to its key', () => {
    expect(madeFor([0x04, 0xff, 0xbf])).toBe(true);
    expect(madeFor([0x04, 0xff, 0xbe])).toBe(false);
    expect(madeFor([0x04, 0xff])).toBe(false);
    expect(madeFor(null)).toBe(true);
  });

  it('needs its keys', () => {
    const of = (json: object) => bodyOf({ toJSON: () => json } as PushSubscription);
    const keys = { p256dh: 'p', auth: 'a' };
    expect(of({ endpoint: 'https://e', keys, expirationTime: null })).toEqual({
      endpoint: 'https://e',
      keys,
    });
    expect(of({ endpoint: 'https://e', keys: { p256dh: 'p' } })).toBeNull();
    expect(of({ keys })).toBeNull();
  });

  it('ends with its notifications', async () => {
    const unsubscribe = vi.fn();
    const close = vi.fn();
    browser({ permission: 'granted' });
    const registration = {
      pushManager: { getSubscription: async () => ({ unsubscribe }) },
      getNotifications: async () => [{ close }],
    };
    Object.assign(navigator.serviceWorker, { getRegistration: async () => registration });
    await endPushes();
    expect([unsubscribe.mock.calls.length, close.mock.calls.length]).toEqual([1, 1]);
    Object.assign(navigator.serviceWorker, { getRegistration: () => Promise.reject(new Error()) });
    await expect(endPushes()).resolves.toBeUndefined();
  });
});

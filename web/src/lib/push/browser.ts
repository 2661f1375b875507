/** The browser's side of pushes: permission, subscription, badge of the app. No other file uses them. */

/** Whether this browser can show pushes, and if not, why. */
export type PushAbility = 'ready' | 'denied' | 'unsupported' | 'homeScreenFirst';

/** A subscription as the API takes it. */
export interface SubscriptionBody {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

function isApple(): boolean {
  // An iPad claims to be a Mac, which has no touch screen.
  const touchMac = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
  return /iPhone|iPad|iPod/.test(navigator.userAgent) || touchMac;
}

function isStandalone(): boolean {
  return (
    window.matchMedia('(display-mode: standalone)').matches ||
    (navigator as { standalone?: boolean }).standalone === true
  );
}

/** The current obstacle to pushes. */
export function pushAbility(): PushAbility {
  const able =
    'serviceWorker' in navigator && 'PushManager' in window && typeof Notification !== 'undefined';
  if (!able) return isApple() && !isStandalone() ? 'homeScreenFirst' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'ready';
}

/** Whether permission was never requested. */
export function isPushUnrequested(): boolean {
  return pushAbility() === 'ready' && Notification.permission === 'default';
}

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined;
}

/** This browser's subscription; null without one. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  const manager = (await registration())?.pushManager;
  return (await manager?.getSubscription()) ?? null;
}

/** The bytes of a base64url text. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const padded = text.replaceAll('-', '+').replaceAll('_', '/');
  return Uint8Array.from(atob(padded), (char) => char.charCodeAt(0));
}

/** Whether a subscription was made for this public key (base64url). */
export function isMadeFor(subscription: PushSubscription, vapidPublicKey: string): boolean {
  const key = subscription.options?.applicationServerKey;
  // Without a key the browser counts as subscribed with this one.
  if (!key) return true;
  const [own, wanted] = [new Uint8Array(key), bytesOf(vapidPublicKey)];
  return own.length === wanted.length && own.every((byte, at) => byte === wanted[at]);
}

/**
 * Subscribes this browser for pushes with this public key (base64url). Asks for permission, so call it on a tap; null
 * without permission.
 */
export async function subscribe(vapidPublicKey: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  // A tap may come before the app registered its worker.
  const registered = (await registration()) ?? (await navigator.serviceWorker.register('/sw.js'));
  const { pushManager } = registered.active ? registered : await navigator.serviceWorker.ready;
  return pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(vapidPublicKey),
  });
}

/** A subscription as the API takes it; null if it is incomplete. */
export function bodyOf(subscription: PushSubscription): SubscriptionBody | null {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : null;
}

/** Ends this browser's subscription and closes its notifications. Never throws. */
export async function endPushes(): Promise<void> {
  try {
    const registered = await registration();
    await (await registered?.pushManager?.getSubscription())?.unsubscribe();
    for (const shown of (await registered?.getNotifications?.()) ?? []) shown.close();
  } catch {
    // The server forgets the subscription with the session.
  }
}

/** Shows a number on the app's icon, if the platform can; 0: none. */
export function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  shown.catch(() => undefined);
}

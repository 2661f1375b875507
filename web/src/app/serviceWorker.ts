import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';

/** Milliseconds after which the service worker is registered even if the app is never idle. */
const registrationDelayMs = 30_000;
/** Milliseconds between two checks for a new version, at least: an app that stays open loads no page. */
const updateEveryMs = 60 * 60 * 1000;

/** Offers a new version. It is never activated without consent: the person may be typing. */
function offer(update: () => void): void {
  const { ready, update: label } = messages.version;
  showToast({
    severity: 'info',
    detail: ready,
    sticky: true,
    key: 'version',
    action: { label, run: update },
  });
}

/** Checks for a new version when the app becomes visible after a while. */
function watchForUpdates(update: () => Promise<unknown>): void {
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < updateEveryMs) return;
    checkedAt = Date.now();
    // Without a network the check fails; the next one tries again.
    update().catch(() => undefined);
  });
}

/** Whether this tab chose the version that is activated next. */
let chosen = false;

/** Offers each version that was fetched and waits. */
function watchVersions(registration: ServiceWorkerRegistration): void {
  const offerWaiting = () => {
    // Without a controller this is the first visit, and no version is new.
    if (navigator.serviceWorker.controller === null) return;
    offer(() => {
      chosen = true;
      registration.waiting?.postMessage({ type: 'SKIP_WAITING' });
    });
  };
  const offerInstalling = () => {
    const found = registration.installing;
    found?.addEventListener('statechange', () => {
      if (found.state === 'installed') offerWaiting();
    });
  };
  if (registration.waiting) offerWaiting();
  offerInstalling();
  registration.addEventListener('updatefound', offerInstalling);
}

/** Reloads when a version that this tab chose is activated, and offers to for one that another tab chose. */
function watchController(): void {
  const { serviceWorker } = navigator;
  const reload = () => window.location.reload();
  // On the first visit the worker takes over a page of its own version.
  let controlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (chosen) reload();
    else if (controlled) offer(reload);
    controlled = true;
  });
}

async function register(): Promise<void> {
  if (!('serviceWorker' in navigator)) {
    showToast({ severity: 'warn', detail: messages.network.workerUnsupported });
    return;
  }
  const registration = await navigator.serviceWorker.register('/sw.js', { scope: '/' });
  watchVersions(registration);
  watchForUpdates(() => registration.update());
}

/** Registers the service worker of a production build once the app is stable, or after 30 s. */
export function registerWhenStable(): void {
  if (!import.meta.env.PROD) return;
  // At once: another tab may choose a version before this one is stable.
  if ('serviceWorker' in navigator) watchController();
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    clearTimeout(timer);
    // A failure is harmless: the app works without the worker, and the next visit tries again.
    register().catch(() => undefined);
  };
  const timer = setTimeout(once, registrationDelayMs);
  const stable = () =>
    'requestIdleCallback' in window ? window.requestIdleCallback(once) : undefined;
  if (document.readyState === 'complete') stable();
  else window.addEventListener('load', stable, { once: true });
}

import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';

/** Milliseconds after which the service worker is registered even if the app never comes to rest. */
export const registrationDelayMs = 30_000;

function register(): void {
  if (!('serviceWorker' in navigator)) {
    showToast({ severity: 'warn', detail: messages.network.workerUnsupported });
    return;
  }
  // A failure costs nothing: the app works without, and the next visit tries again.
  navigator.serviceWorker.register('/sw.js', { scope: '/' }).catch(() => undefined);
}

/** Registers the service worker of a production build once the app is stable, or after 30 s. */
export function registerWhenStable(): void {
  if (!import.meta.env.PROD) return;
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    clearTimeout(timer);
    register();
  };
  const timer = setTimeout(once, registrationDelayMs);
  const stable = () =>
    'requestIdleCallback' in window ? window.requestIdleCallback(once) : undefined;
  if (document.readyState === 'complete') stable();
  else window.addEventListener('load', stable, { once: true });
}

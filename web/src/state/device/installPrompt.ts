import { useSyncExternalStore } from 'react';

/** Chromium's offer to install the app; other browsers make none. */
interface BeforeInstallPromptEvent extends Event {
  prompt: () => Promise<unknown>;
}

let offer: BeforeInstallPromptEvent | null = null;
const followers = new Set<() => void>();

function change(next: BeforeInstallPromptEvent | null): void {
  offer = next;
  for (const follow of followers) follow();
}

/** Keeps the browser's offer until it is used. Call it first of all: the offer comes once. */
export function watchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    change(event as BeforeInstallPromptEvent);
  });
  window.addEventListener('appinstalled', () => change(null));
}

function subscribe(follow: () => void): () => void {
  followers.add(follow);
  return () => followers.delete(follow);
}

/** Installs the app after the browser's own question; `null` without an offer. */
export function useInstall(): (() => void) | null {
  const offered = useSyncExternalStore(subscribe, () => offer);
  if (offered === null) return null;
  return () => {
    // An offer can be used once.
    change(null);
    void offered.prompt();
  };
}

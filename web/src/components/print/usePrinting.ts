import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

const SCHEME = 'data-mantine-color-scheme';

let printing = false;
/** The page's colour scheme, put back after printing. */
let scheme: string | null = null;
const readers = new Set<() => void>();

function publish(now: boolean): void {
  printing = now;
  // The browser lays out the paper right after its event: the update is synchronous.
  flushSync(() => {
    for (const reader of readers) reader();
  });
}

function before(): void {
  const { documentElement: root } = document;
  scheme ??= root.getAttribute(SCHEME);
  root.setAttribute(SCHEME, 'light');
  publish(true);
}

function after(): void {
  if (scheme !== null) document.documentElement.setAttribute(SCHEME, scheme);
  scheme = null;
  publish(false);
}

function subscribe(reader: () => void): () => void {
  if (readers.size === 0) {
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
  }
  readers.add(reader);
  return () => {
    readers.delete(reader);
    if (readers.size === 0) {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    }
  };
}

/** Whether the page is being printed: light, and with every row of its lists. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => printing);
}

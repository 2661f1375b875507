import '@testing-library/jest-dom/vitest';
import { notifications } from '@mantine/notifications';
import { act, cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { server } from './server';

// A wait ends with its event: only a hang reaches the limit, also on a busy machine.
// What a skeleton covers keeps a place and is nothing that a person reads.
configure({
  asyncUtilTimeout: 60_000,
  defaultIgnore: 'script, style, .mantine-Skeleton-root *',
});

// Toasts stay: a busy machine may look for one after three seconds.
vi.mock('@/components/toast/life', () => ({ defaultLife: 1e9, actionLife: 1e9 }));

// jsdom lacks APIs that Mantine needs.
Object.defineProperty(window, 'matchMedia', {
  writable: true,
  value: (query: string) => ({
    // Tests run without motion, like people who ask for it.
    matches: query.includes('prefers-reduced-motion'),
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }),
});

class SilentResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
window.ResizeObserver ??= SilentResizeObserver;
class SilentIntersectionObserver implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
}
window.IntersectionObserver ??= SilentIntersectionObserver;

window.HTMLElement.prototype.scrollIntoView ??= () => undefined;
window.scrollTo = () => undefined;

// As if another tab had the live stream: pages under test open none of their own.
Object.defineProperty(navigator, 'locks', {
  value: {
    request: (
      _name: string,
      { signal, ifAvailable }: { signal: AbortSignal; ifAvailable?: boolean },
      task: (lock: object) => unknown,
    ) =>
      ifAvailable
        ? task({})
        : new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  },
});

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => {
  act(() => notifications.clean());
  cleanup();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
});
afterAll(() => server.close());

import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { server } from './server';

// A wait ends as soon as its event is there: only a hang meets the bound, on a busy machine too.
configure({ asyncUtilTimeout: 60_000 });

// jsdom lacks what Mantine asks of a browser.
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

// Another tab holds the live stream, as it were: pages under test open none of their own.
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
  cleanup();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
});
afterAll(() => server.close());

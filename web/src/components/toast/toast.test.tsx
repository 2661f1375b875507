import { readFileSync } from 'node:fs';
import path from 'node:path';
import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderWithProviders } from '@/testing/renderApp';
import { actionLife, defaultLife } from './life';
import classes from './Toast.module.css';
import { ToastArea } from './ToastArea';
import { showToast } from './toast';

vi.unmock('@/components/toast/life');

/** Advances the clock; hiding takes its transition besides. */
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const transition = 400;

beforeEach(() => {
  vi.useFakeTimers();
  renderWithProviders(<ToastArea />);
});
afterEach(() => {
  act(() => notifications.clean());
  pass(transition);
  vi.useRealTimers();
});

const show = (toast: Parameters<typeof showToast>[0]) => {
  act(() => showToast(toast));
  pass(0);
};

const css = readFileSync(path.join(import.meta.dirname, 'Toast.module.css'), 'utf8');

/** Duration of a toast's movements by the last rule of the style sheet. */
function durationOf(toast: HTMLElement): string | undefined {
  const rules = css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{}]*)\{([^{}]*)\}/g);
  return [...rules]
    .filter(([, selector = '', declared]) => {
      const ours = selector.trim().replace('.toast', `.${classes.toast}`);
      return declared?.includes('transition-duration') && toast.matches(ours);
    })
    .map(([, , declared]) => /transition-duration: (\S+) !important/.exec(declared ?? '')?.[1])
    .at(-1);
}

describe('toast', () => {
  it('closes by itself after three seconds', () => {
    show({ severity: 'success', detail: 'Done.' });
    pass(defaultLife - 100);
    expect(screen.getByText('Done.')).toBeVisible();
    pass(100);
    pass(transition);
    expect(screen.queryByText('Done.')).toBeNull();
  });

  it('stays for its own time, or until it is closed', () => {
    show({ severity: 'info', detail: 'Short.', life: 500 });
    show({ severity: 'info', detail: 'Sticky.', sticky: true });
    pass(500);
    pass(transition);
    expect(screen.queryByText('Short.')).toBeNull();
    pass(60_000);
    expect(screen.getByText('Sticky.')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    pass(transition);
    expect(screen.queryByText('Sticky.')).toBeNull();
  });

  it('waits while it is hovered and starts again when left', () => {
    show({ severity: 'info', detail: 'Read me.' });
    pass(defaultLife - 100);
    fireEvent.mouseEnter(screen.getByRole('status'));
    pass(10 * defaultLife);
    expect(screen.getByText('Read me.')).toBeVisible();
    fireEvent.mouseLeave(screen.getByRole('status'));
    pass(defaultLife - 100);
    expect(screen.getByText('Read me.')).toBeVisible();
    pass(100);
    pass(transition);
    expect(screen.queryByText('Read me.')).toBeNull();
  });

  it('interrupts for errors and warnings only', () => {
    show({ severity: 'error', summary: 'Oh', detail: 'No.', closable: false });
    expect(screen.getByRole('alert')).toHaveTextContent('OhNo.');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('offers an action for longer, once', () => {
    const run = vi.fn();
    show({ severity: 'success', detail: 'Gone.', action: { label: 'Undo', run } });
    pass(actionLife - 100);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    pass(transition);
    expect(run).toHaveBeenCalledOnce();
    expect(screen.queryByText('Gone.')).toBeNull();
  });

  it('stays its full time when it replaces one', () => {
    show({ severity: 'info', detail: 'One.', key: 'k' });
    pass(defaultLife - 100);
    show({ severity: 'info', detail: 'Two.', key: 'k' });
    pass(defaultLife - 100);
    expect(screen.getByText('Two.')).toBeVisible();
    pass(200);
    pass(transition);
    expect(screen.queryByText('Two.')).toBeNull();
  });

  it('replaces the one with the same key', () => {
    show({ severity: 'info', detail: 'One.', key: 'k' });
    show({ severity: 'info', detail: 'Two.', key: 'k' });
    pass(transition);
    expect(screen.queryByText('One.')).toBeNull();
    expect(screen.getByText('Two.')).toBeVisible();
  });

  it('follows a finger without a delay', () => {
    show({ severity: 'info', detail: 'Away.' });
    const toast = screen.getByRole('status');
    expect(durationOf(toast)).toBe('300ms');
    fireEvent.pointerDown(toast, { button: 0, clientX: 100 });
    fireEvent.pointerMove(document, { clientX: 130 });
    expect(toast.style.getPropertyValue('--notifications-swipe-offset')).toBe('30px');
    expect(durationOf(toast)).toBe('0ms');
    fireEvent.pointerCancel(document);
    expect(durationOf(toast)).toBe('300ms');
  });

  describe('toasts above one that closes', () => {
    const animate = vi.fn();
    const showThree = () => {
      for (const detail of ['One.', 'Two.', 'Three.']) {
        show({ severity: 'info', detail, sticky: true });
      }
    };
    const close = (index: number) => {
      fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[index] as HTMLElement);
      pass(transition);
    };

    beforeEach(() => {
      animate.mockReset();
      HTMLElement.prototype.animate = function (this: HTMLElement, frames) {
        return animate(this.textContent, frames) as Animation;
      };
      // jsdom lays nothing out: 60 px each, 16 px between them, the first at the foot.
      vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
      vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (
        this: HTMLElement,
      ) {
        const index = [...(this.parentElement?.children ?? [])].indexOf(this);
        return 1000 - 60 - index * 76;
      });
      return () => {
        Reflect.deleteProperty(HTMLElement.prototype, 'animate');
      };
    });

    it('slide into its room', () => {
      const still = window.matchMedia;
      const moves = (query: string) => ({ ...still(query), matches: false });
      vi.spyOn(window, 'matchMedia').mockImplementation(moves);
      showThree();
      close(1);
      const slide = [{ translate: '0 -76px' }, { translate: '0 0' }];
      expect(animate.mock.calls).toEqual([['Three.', slide]]);
      close(0);
      expect(animate.mock.calls.slice(1)).toEqual([['Three.', slide]]);
    });

    it('move at once under reduced motion', () => {
      showThree();
      close(0);
      expect(screen.queryByText('One.')).toBeNull();
      expect(animate).not.toHaveBeenCalled();
    });
  });
});

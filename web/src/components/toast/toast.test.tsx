import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderWithProviders } from '@/testing/renderApp';
import { ToastArea } from './ToastArea';
import { actionLife, defaultLife, showToast } from './toast';

/** Runs the clock; hiding takes its transition besides. */
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

describe('toast', () => {
  it('closes by itself after three seconds', () => {
    show({ severity: 'success', detail: 'Done.' });
    pass(defaultLife - 100);
    expect(screen.getByText('Done.')).toBeVisible();
    pass(100);
    pass(transition);
    expect(screen.queryByText('Done.')).toBeNull();
  });

  it('lives as long as it says, or until it is closed', () => {
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

  it('interrupts for errors and warnings only, and may lack a close button', () => {
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

  it('lives as long as any when it replaces one', () => {
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
});

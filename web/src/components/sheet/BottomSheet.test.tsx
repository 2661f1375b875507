import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderWithProviders } from '@/testing/renderApp';
import { swipeDirection } from '../gestures/useSwipe';
import { BottomSheet } from './BottomSheet';
import { InfoSheet } from './InfoSheet';

async function sheet() {
  const close = vi.fn();
  renderWithProviders(
    <BottomSheet opened onClose={close} title="Details">
      <p>Text</p>
    </BottomSheet>,
  );
  const title = await screen.findByText('Details');
  const drag = (distance: number) => {
    fireEvent.pointerDown(title, { clientY: 100 });
    fireEvent.pointerMove(title, { clientY: 100 + distance });
    fireEvent.pointerUp(title, { clientY: 100 + distance });
  };
  return { close, drag };
}

it('closes when it is dragged down more than 40 pixels', async () => {
  const { close, drag } = await sheet();
  drag(40);
  drag(-200);
  expect(close).not.toHaveBeenCalled();
  drag(41);
  expect(close).toHaveBeenCalledOnce();
});

it('closes with its button and with Escape', async () => {
  const { close } = await sheet();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await userEvent.keyboard('{Escape}');
  expect(close).toHaveBeenCalledTimes(2);
});

it('explains a term until it is closed', async () => {
  const close = vi.fn();
  renderWithProviders(<InfoSheet opened title="Net sales" detail="Sales less…" onClose={close} />);
  expect(await screen.findByRole('dialog', { name: 'Net sales' })).toHaveTextContent('Sales less…');
  await userEvent.click(screen.getByRole('button', { name: 'Got It' }));
  expect(close).toHaveBeenCalledOnce();
});

it('distinguishes a swipe from a twitch', () => {
  expect(swipeDirection(0, 40)).toBeNull();
  expect(swipeDirection(0, 41)).toBe('down');
  expect(swipeDirection(10, -50)).toBe('up');
  expect(swipeDirection(-41, 40)).toBe('left');
  expect(swipeDirection(60, 10)).toBe('right');
});

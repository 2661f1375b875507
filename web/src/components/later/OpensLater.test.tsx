import { act, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderWithProviders } from '@/testing/renderApp';
import { OpensLater } from './OpensLater';

interface SheetProps {
  opened: boolean;
  onClose: () => void;
  text: string;
}

function Sheet({ opened, text }: SheetProps) {
  return opened ? <p>{text}</p> : null;
}

const seen: boolean[] = [];

/** Notes whether it was opened, each time that changes. */
function Watched({ opened }: SheetProps) {
  useEffect(() => {
    seen.push(opened);
  }, [opened]);
  return null;
}

function Page({ load }: { load: () => Promise<typeof Sheet> }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        {opened ? 'opened' : 'closed'}
      </button>
      <OpensLater load={load} opened={opened} onClose={() => setOpened(false)} text="The sheet" />
    </>
  );
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const tap = () => act(async () => screen.getByRole('button').click());

it('is fetched when the page is at rest, once', async () => {
  vi.useFakeTimers();
  const load = vi.fn(() => Promise.resolve(Sheet));
  renderWithProviders(<Page load={load} />);
  expect(load).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(load).toHaveBeenCalledOnce();
  await tap();
  expect(screen.getByText('The sheet')).toBeVisible();
  expect(load).toHaveBeenCalledOnce();
});

it('is fetched at once when it is opened before', async () => {
  const load = vi.fn(() => Promise.resolve(Sheet));
  renderWithProviders(<Page load={load} />);
  await tap();
  expect(await screen.findByText('The sheet')).toBeVisible();
});

it('opens after it is there, so that it knows where the focus came from', async () => {
  seen.length = 0;
  const load = () => Promise.resolve(Watched);
  renderWithProviders(<Page load={load} />);
  await tap();
  await waitFor(() => expect(seen).toEqual([false, true]));
});

it('is closed again without a network, and the next tap asks again', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi
    .fn<() => Promise<typeof Sheet>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue(Sheet);
  renderWithProviders(<Page load={load} />);
  await tap();
  expect(await screen.findByRole('button', { name: 'closed' })).toBeVisible();
  await tap();
  expect(await screen.findByText('The sheet')).toBeVisible();
});

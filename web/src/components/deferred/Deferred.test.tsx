import { act, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useEffect, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderWithProviders } from '@/testing/renderApp';
import { Deferred } from './Deferred';

interface SheetProps {
  opened: boolean;
  onClose: () => void;
  text: string;
}

function Sheet({ opened, text }: SheetProps) {
  return opened ? <p>{text}</p> : null;
}

const seen: boolean[] = [];

/** Records whether it was opened, each time that changes. */
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
      <Deferred load={load} opened={opened} onClose={() => setOpened(false)} text="The sheet" />
    </>
  );
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const tap = () => act(async () => screen.getByRole('button').click());

it('the code of a sheet is fetched once, when the page is idle', async () => {
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

it('the code of a sheet is fetched at once when it is opened', async () => {
  const load = vi.fn(() => Promise.resolve(Sheet));
  renderWithProviders(<Page load={load} />);
  await tap();
  expect(await screen.findByText('The sheet')).toBeVisible();
});

it('a sheet opens after it was mounted', async () => {
  seen.length = 0;
  const load = () => Promise.resolve(Watched);
  renderWithProviders(<Page load={load} />);
  await tap();
  await waitFor(() => expect(seen).toEqual([false, true]));
});

it('a sheet closes without a network, and opens later', async () => {
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

it('the code of a part is fetched again until it is there', async () => {
  vi.useFakeTimers();
  const load = vi
    .fn<() => Promise<() => ReactNode>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue(() => <p>The part</p>);
  renderWithProviders(<Deferred load={load} />);
  await act(() => vi.advanceTimersByTimeAsync(4000));
  expect(load).toHaveBeenCalledOnce();
  expect(screen.queryByText('The part')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.getByText('The part')).toBeVisible();
});

it('the code of an idle part is fetched when the page is idle', async () => {
  vi.useFakeTimers();
  const load = vi.fn(() => Promise.resolve(() => <p>The part</p>));
  renderWithProviders(<Deferred load={load} idle />);
  expect(load).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(screen.getByText('The part')).toBeVisible();
});

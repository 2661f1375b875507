import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { useLeaveGuard } from '@/components/dialog/useLeaveGuard';
import { useAddress } from '@/components/navigation/useAddress';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import { makeStore } from '@/state/store/store';
import { AppProviders } from './App';
import { keepOverlayHistory } from './overlayHistory';

/** A sheet of the page's own state, with a question over it. */
function FilterPage({ busy = false }: { busy?: boolean }) {
  const [opened, setOpened] = useState(false);
  const [asking, setAsking] = useState(false);
  const { put } = useAddress();
  return (
    <>
      <h1>Filters</h1>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <BottomSheet opened={opened} onClose={() => setOpened(false)} title="Filter">
        <button
          type="button"
          onClick={() => {
            put({ from: 'today' });
            setOpened(false);
          }}
        >
          Apply
        </button>
        <button type="button" onClick={() => setAsking(true)}>
          Remove
        </button>
        <Link to="/other" onClick={() => setOpened(false)}>
          Elsewhere
        </Link>
        <Link to="/page/slow?row=7">Slow</Link>
      </BottomSheet>
      <ConfirmDialog
        opened={asking}
        busy={busy}
        header="Sure?"
        description="It is gone then."
        onAccept={() => setAsking(false)}
        onReject={() => setAsking(false)}
      />
    </>
  );
}

/** A list whose search is written to the address while a row is opened. */
function ListPage() {
  const { params, show, put } = useAddress();
  return (
    <>
      <button
        type="button"
        onClick={() => {
          show({ row: '7' });
          put({ q: 'calamari' });
        }}
      >
        Open
      </button>
      <output>{params.toString()}</output>
    </>
  );
}

/** A sheet that the address opens, with a form in it. */
function DetailPage() {
  const { params, show: showRow } = useAddress();
  const words = { header: 'Discard?', description: 'Unsaved.' };
  const guard = useLeaveGuard(words, (from, to) => from.search !== to.search);
  const row = params.get('row');
  const close = () => guard.ask(() => showRow({ row: null }));
  return (
    <>
      <h1>Rows</h1>
      <button type="button" onClick={() => showRow({ row: '7' })}>
        Row 7
      </button>
      <BottomSheet opened={row !== null} onClose={close} title={`Row ${row}`} byAddress>
        <button type="button" onClick={() => guard.setUnsaved(true)}>
          Edit
        </button>
      </BottomSheet>
      {guard.dialog}
    </>
  );
}

function show(page: ReactElement, at: string | { pathname: string; state: unknown } = '/page') {
  const router = createMemoryRouter(
    [
      { path: '/before', element: <h1>Before</h1> },
      { path: '/page', element: page },
      { path: '/other', element: <h1>Other</h1> },
      // Its code arrives while the page before is still shown.
      { path: '/page/slow', lazy: async () => ({ element: <DetailPage /> }) },
    ],
    { initialEntries: ['/before', at] },
  );
  onTestFinished(keepOverlayHistory(router));
  render(
    <AppProviders store={makeStore()}>
      <RouterProvider router={router} />
    </AppProviders>,
  );
  const back = () => act(async () => router.navigate(-1));
  /** The entries that the history of the memory has, of the router's own numbering. */
  const overlays = () => router.state.location.state?.overlays ?? 0;
  const address = () => router.state.location.pathname + router.state.location.search;
  return { router, user: userEvent.setup(), back, overlays, address };
}

const dialog = (name: string) => screen.findByRole('dialog', { name });
const noDialog = (name: string) =>
  waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());

describe('history of overlays', () => {
  it('closes a sheet by Back, and then leaves the page', async () => {
    const { user, back, overlays, address } = show(<FilterPage />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await dialog('Filter');
    await waitFor(() => expect(overlays()).toBe(1));
    await back();
    await noDialog('Filter');
    expect(address()).toBe('/page');
    await back();
    expect(address()).toBe('/before');
  });

  it('takes the entry along with a sheet closed by its button', async () => {
    const { user, back, overlays, address } = show(<FilterPage />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await dialog('Filter');
    await waitFor(() => expect(overlays()).toBe(1));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await noDialog('Filter');
    await waitFor(() => expect(overlays()).toBe(0));
    await back();
    expect(address()).toBe('/before');
  });

  it('keeps a row that was opened in the moment of a search', async () => {
    const { user, address } = show(<ListPage />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await waitFor(() => expect(address()).toBe('/page?row=7&q=calamari'));
    expect(await screen.findByText('row=7&q=calamari')).toBeVisible();
  });

  it('keeps the address that a sheet chose', async () => {
    const { user, back, overlays, address } = show(<FilterPage />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await dialog('Filter');
    await waitFor(() => expect(overlays()).toBe(1));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await noDialog('Filter');
    await waitFor(() => expect([address(), overlays()]).toEqual(['/page?from=today', 0]));
    await back();
    expect(address()).toBe('/before');
  });

  it('closes a question before the sheet below', async () => {
    const { user, back, overlays, address } = show(<FilterPage />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await dialog('Sure?');
    await waitFor(() => expect(overlays()).toBe(2));
    await back();
    await noDialog('Sure?');
    await dialog('Filter');
    await back();
    await noDialog('Filter');
    expect(address()).toBe('/page');
  });

  it('keeps a busy question open', async () => {
    const { user, back, overlays, address } = show(<FilterPage busy />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await dialog('Sure?');
    await waitFor(() => expect(overlays()).toBe(2));
    await back();
    await waitFor(() => expect(overlays()).toBe(2));
    await dialog('Sure?');
    expect(address()).toBe('/page');
  });

  it('leaves no entry of a sheet whose link was followed', async () => {
    const { user, back, address, router } = show(<FilterPage />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await user.click(await screen.findByRole('link', { name: 'Elsewhere' }));
    await screen.findByRole('heading', { name: 'Other' });
    expect(address()).toBe('/other');
    await back();
    await screen.findByRole('heading', { name: 'Filters' });
    await act(async () => router.navigate(1));
    expect(address()).toBe('/other');
  });

  it('gives a sheet no entry on the page that its link led to', async () => {
    const { user, back, overlays, address } = show(<FilterPage />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await user.click(await screen.findByRole('link', { name: 'Slow' }));
    await dialog('Row 7');
    expect([address(), overlays()]).toEqual(['/page/slow?row=7', 0]);
    await back();
    await screen.findByRole('heading', { name: 'Filters' });
  });

  it('closes a detail of the address by Back', async () => {
    const { user, back, overlays, address } = show(<DetailPage />);
    await user.click(screen.getByRole('button', { name: 'Row 7' }));
    await dialog('Row 7');
    await waitFor(() => expect([address(), overlays()]).toEqual(['/page?row=7', 1]));
    await back();
    await noDialog('Row 7');
    expect(address()).toBe('/page');
    await back();
    expect(address()).toBe('/before');
  });

  it('closes a detail of the address by its button', async () => {
    const { user, back, overlays, address } = show(<DetailPage />);
    await user.click(screen.getByRole('button', { name: 'Row 7' }));
    await dialog('Row 7');
    await waitFor(() => expect(overlays()).toBe(1));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect([address(), overlays()]).toEqual(['/page', 0]));
    await noDialog('Row 7');
    await back();
    expect(address()).toBe('/before');
  });

  it('asks by Back before a form is discarded', async () => {
    const { user, back, overlays, address } = show(<DetailPage />);
    await user.click(screen.getByRole('button', { name: 'Row 7' }));
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await waitFor(() => expect(overlays()).toBe(1));
    await back();
    await user.click(within(await dialog('Discard?')).getByRole('button', { name: 'Cancel' }));
    await noDialog('Discard?');
    await dialog('Row 7');
    expect([address(), overlays()]).toEqual(['/page?row=7', 1]);
    await back();
    await dialog('Discard?');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await noDialog('Row 7');
    await waitFor(() => expect([address(), overlays()]).toEqual(['/page', 0]));
  });

  it('returns by Back to the page whose link led to a detail', async () => {
    const { back, address } = show(<DetailPage />, '/page?row=7');
    await dialog('Row 7');
    await back();
    await noDialog('Row 7');
    expect(address()).toBe('/before');
  });

  it('stays on the page when the detail of a link is closed', async () => {
    const { user, back, overlays, address } = show(<DetailPage />, '/page?row=7');
    await dialog('Row 7');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await noDialog('Row 7');
    expect([address(), overlays()]).toEqual(['/page', 0]);
    await back();
    expect(address()).toBe('/before');
  });

  it('adopts the entry of a sheet after a reload', async () => {
    const at = { pathname: '/page', search: '?row=7', state: { overlays: 1 } };
    const { user, overlays, address } = show(<DetailPage />, at);
    await dialog('Row 7');
    expect(overlays()).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await noDialog('Row 7');
    // The entry below is another page's here: its address is left alone.
    await waitFor(() => expect(address()).toBe('/page'));
  });
});

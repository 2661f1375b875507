import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Item } from '@/api';
import { pizza } from '@/testing/data/fixtures';
import { offeredItem } from '@/testing/data/guests';
import { rememberSignIn, renderWithProviders, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';
import { liveRegions } from '@/testing/spoken';
import { ToastArea } from '../toast/ToastArea';
import { ItemPicker } from './ItemPicker';

const many = Array.from({ length: 45 }, (_, at) => offeredItem(`i-${at}`, { price: at }));
const requests: Record<string, unknown>[] = [];
const done = vi.fn<(items: readonly Item[]) => void>();
const cancelled = vi.fn();

function open(rest: Partial<Parameters<typeof ItemPicker>[0]> = {}) {
  return renderWithProviders(
    <>
      <ItemPicker opened posID="demo-pizza" onDone={done} onCancel={() => cancelled()} {...rest} />
      <ToastArea />
    </>,
  );
}

function menu(...itemList: Item[]) {
  return answer('get-items-list', { itemList, nextCursor: null });
}

const shown = () =>
  within(screen.getByRole('list', { name: 'Items' }))
    .getAllByRole('button')
    .map((button) => button.textContent);

beforeEach(() => {
  // Toasts outlive their page.
  requests.length = 0;
  done.mockReset();
  cancelled.mockReset();
  rememberSignIn();
  server.use(answer(`get-restaurant-list/${testUser.sessionID}`, [pizza]));
});

describe('the item picker', () => {
  it('reads the whole menu, five hundred items a call', async () => {
    server.use(
      answer('get-items-list', (request) => {
        requests.push(request);
        return request.cursor === undefined
          ? { itemList: [many[0]], nextCursor: 'p2' }
          : { itemList: [many[1]], nextCursor: null };
      }),
    );
    open();
    expect(await screen.findByRole('button', { name: /^Item i-1/ })).toBeVisible();
    const listRequest = { sessionID: testUser.sessionID, posID: 'demo-pizza', limit: 500 };
    expect(requests).toEqual([listRequest, { ...listRequest, cursor: 'p2' }]);
  });

  it('shows twenty more items near the end, all while searching', async () => {
    const ends: { near: () => void; margin: string | undefined }[] = [];
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(onIntersect: (entries: object[]) => void, options?: IntersectionObserverInit) {
          ends.push({
            near: () => onIntersect([{ isIntersecting: true }]),
            margin: options?.rootMargin,
          });
        }
        observe() {}
        disconnect() {}
      },
    );
    server.use(menu(...many));
    open();
    await screen.findByRole('button', { name: /^Item i-0/ });
    expect(shown()).toHaveLength(20);
    expect(ends.at(-1)?.margin).toBe('2000px 0px');
    act(() => ends.at(-1)?.near());
    expect(shown()).toHaveLength(40);
    act(() => ends.at(-1)?.near());
    expect(shown()).toHaveLength(45);
    const watched = ends.length;
    await userEvent.type(screen.getByRole('searchbox'), 'ITEM');
    await waitFor(() => expect(shown()).toHaveLength(45));
    await userEvent.type(screen.getByRole('searchbox'), ' i-4');
    // i-4 and i-40 to i-44.
    await waitFor(() => expect(shown()).toHaveLength(6));
    expect(ends).toHaveLength(watched);
    vi.unstubAllGlobals();
  });

  it('finds a price, and shows when nothing matches', async () => {
    server.use(menu(...many));
    open();
    await screen.findByRole('button', { name: /^Item i-0/ });
    await userEvent.type(screen.getByRole('searchbox'), '$44.00');
    await waitFor(() => expect(shown()).toEqual(['Item i-44$44.00']));
    const isSpoken = liveRegions();
    await userEvent.type(screen.getByRole('searchbox'), '7');
    const notice = await screen.findByText('No items match your search.');
    expect(notice).toBeVisible();
    expect(isSpoken(notice)).toBe(true);
  });

  it('chooses one item, or several with `multiple`', async () => {
    server.use(menu(...many));
    open();
    await userEvent.click(await screen.findByRole('button', { name: /^Item i-1 ?\$/ }));
    await userEvent.click(screen.getByRole('button', { name: /^Item i-2 ?\$/ }));
    expect(screen.getByRole('button', { name: /^Item i-1 ?\$/ })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(done.mock.calls[0]?.[0].map(({ posItemID }) => posItemID)).toEqual(['i-2']);
  });

  it('begins with the chosen items, and drops them by a tap', async () => {
    server.use(menu(...many));
    open({ multiple: true, initial: many.slice(1, 3) });
    await userEvent.click(await screen.findByRole('button', { name: /^Item i-1 ?\$/ }));
    await userEvent.click(screen.getByRole('button', { name: /^Item i-5 ?\$/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(done.mock.calls[0]?.[0].map(({ posItemID }) => posItemID)).toEqual(['i-2', 'i-5']);
    expect(cancelled).not.toHaveBeenCalled();
  });

  it('is cancelled without a choice', async () => {
    server.use(menu(...many));
    open();
    await userEvent.click(await screen.findByRole('button', { name: /^Item i-1 ?\$/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(cancelled).toHaveBeenCalledOnce();
    expect(done).not.toHaveBeenCalled();
  });

  it('shows a message without items', async () => {
    server.use(menu());
    open();
    expect(await screen.findByText('No items available!.')).toBeVisible();
  });

  const failed = 'Sorry! We are unable to get your items. Please try again!';

  it.each([{}, { nextCursor: '' }])('ends with an answer whose cursor is %j', async (cursor) => {
    let calls = 0;
    server.use(
      http.post('*/get-items-list', () => {
        calls += 1;
        return HttpResponse.json({ status: 200, body: { itemList: many, ...cursor }, message: '' });
      }),
    );
    open();
    // The cells of one screen: more of them are drawn near the end.
    await waitFor(() => expect(shown()).toHaveLength(20));
    await waitFor(() => expect(screen.queryByLabelText('Loading')).toBeNull());
    expect(calls).toBe(1);
  });

  it('closes with a toast when a page of items fails', async () => {
    server.use(
      http.post('*/get-items-list', async ({ request }) => {
        const { cursor } = (await request.json()) as { cursor?: string };
        return cursor === undefined
          ? HttpResponse.json({
              status: 200,
              body: { itemList: many, nextCursor: 'p2' },
              message: '',
            })
          : HttpResponse.json({ status: 500, body: null, message: '' }, { status: 500 });
      }),
    );
    open();
    expect(await screen.findByText(failed)).toBeVisible();
    expect(cancelled).toHaveBeenCalledOnce();
    expect(done).not.toHaveBeenCalled();
  });

  it('closes with a toast without a location', async () => {
    open({ posID: null });
    expect(await screen.findByText(failed)).toBeVisible();
    expect(cancelled).toHaveBeenCalledOnce();
  });
});

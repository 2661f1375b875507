import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Communication } from '@/api';
import { liveSink } from '@/live/sink';
import { pizza, tacos } from '@/testing/data/fixtures';
import { communication } from '@/testing/data/inbox';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

/** The server's inbox. */
let inbox: Communication[] = [];
/** The marked ids. */
const marked: unknown[] = [];

const isMessage = ({ message }: Communication) => message !== null;
const at = (posID: unknown) => inbox.filter((one) => posID === undefined || one.posID === posID);

function unreadAt(posID: unknown) {
  const unread = at(posID).filter(({ viewed }) => !viewed);
  const messages = unread.filter(isMessage).length;
  return { notifications: unread.length - messages, messages };
}

beforeEach(() => {
  marked.length = 0;
  inbox = [
    communication('n-2'),
    communication('n-1', {
      posID: 'demo-tacos',
      dateAdded: '2026-07-17T12:00:00',
      notification: 'Out of stock: Margherita',
      kind: 'itemRanOut',
      also: 3,
    }),
    communication('m-1', { message: 'All of it.', notification: 'A day', kind: 'dayClosed' }),
  ];
  rememberSignIn();
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [pizza, tacos]),
    answer('get-communications', ({ posID, list, limit }) => ({
      communicationList: at(posID)
        .filter((one) => list === undefined || isMessage(one) === (list === 'messages'))
        .slice(0, Number(limit)),
      nextCursor: null,
      unread: unreadAt(posID),
    })),
    answer('update-communication-viewed', (sent) => {
      marked.push(sent.posCommunicationID);
      inbox = inbox.map((one) =>
        one.posCommunicationID === sent.posCommunicationID ? { ...one, viewed: true } : one,
      );
      return { unread: unreadAt(undefined) };
    }),
    answer('update-all-communications-viewed', ({ posID }) => {
      inbox = inbox.map((one) => ({ ...one, viewed: true }));
      return { unread: unreadAt(posID) };
    }),
  );
});

const rows = async (name = 'Notifications') =>
  within(await screen.findByRole('list', { name })).findAllByRole('button');
const unread = (count: number) => (count === 0 ? '' : ` ${count}${count} unread`);
const segments = (n: number, m: number) =>
  waitFor(() => {
    const links = within(screen.getByRole('navigation', { name: 'Lists' })).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual([
      `Notifications${unread(n).trim()}`,
      `Messages${unread(m).trim()}`,
    ]);
  });

describe('the inbox', () => {
  it('has two lists by day, with unread counts', async () => {
    renderApp('/notifications');
    const [first, second] = await rows();
    expect(first).toHaveTextContent('Unread: Large void: $84.20 at 7:42 PMSaffron Pizza7:42 PM');
    expect(second).toHaveTextContent('Taco Corner · and 3 more within the hour');
    expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual([
      'Saturday, July 18, 2026',
      'Friday, July 17, 2026',
    ]);
    await segments(2, 1);
    await userEvent.click(screen.getByRole('link', { name: /^Messages/ }));
    expect(await rows('Messages')).toHaveLength(1);
  });

  it('opens one with reason and link, and marks it viewed', async () => {
    const { router } = renderApp('/notifications');
    const [, second] = await rows();
    if (second) await userEvent.click(second);
    const sheet = await screen.findByRole('dialog', { name: 'Out of stock' });
    expect(sheet).toHaveTextContent(/Why you got this: .*, and 3 more within the hour/);
    expect(within(sheet).getByRole('link')).toHaveAttribute(
      'href',
      '/home/sales-history?posID=demo-tacos&check=demo-tacos%2Fk-7',
    );
    await segments(1, 1);
    expect(marked).toEqual(['n-1']);
    expect(router.state.location.search).toBe('?id=n-1');
  });

  it("shows a guest's text with its author", async () => {
    inbox = [
      communication('m-2', {
        kind: 'guestText',
        notification: 'A guest replied to your text',
        message: 'Open it to read the reply.',
        target: { kind: 'text', id: 't-1' },
      }),
    ];
    const requests: unknown[] = [];
    server.use(
      answer('get-guest-texts', (request) => {
        requests.push(request);
        return {
          textList: [
            {
              textID: 't-1',
              at: '2026-07-18T12:00:00',
              posCustomerID: 'c-1',
              firstName: 'Ana',
              lastName: 'Lopez',
              phone: '2125550123',
              body: 'See you at seven',
              attachments: 1,
            },
          ],
          nextCursor: null,
        };
      }),
    );
    renderApp('/notifications?id=m-2');
    const sheet = await screen.findByRole('dialog', { name: 'Text from a guest' });
    expect(await within(sheet).findByText('See you at seven')).toBeVisible();
    expect(sheet).toHaveTextContent('Ana Lopez, (212) 555-0123');
    expect(sheet).toHaveTextContent('Includes a file that cannot be shown');
    expect(within(sheet).queryByRole('link')).toBeNull();
    expect(requests).toEqual([
      { sessionID: testUser.sessionID, posID: inbox[0]?.posID, textID: 't-1', limit: 1 },
    ]);
  });

  it('undoes a mark that the server refuses', async () => {
    const refuse = (sent: Record<string, unknown>) => {
      marked.push(sent.posCommunicationID);
      return null;
    };
    server.use(answer('update-communication-viewed', refuse, 409));
    renderApp('/notifications?id=n-2');
    await screen.findByRole('dialog', { name: 'Large void' });
    expect(await screen.findByText('Some error processing request')).toBeVisible();
    await segments(2, 1);
    expect(marked).toEqual(['n-2']);
  });

  it('marks an opened one again after a repetition', async () => {
    const { store } = renderApp('/notifications?id=n-2');
    await screen.findByRole('dialog', { name: 'Large void' });
    await segments(1, 1);
    const sink = liveSink(store.dispatch);
    inbox = inbox.map((one) =>
      one.posCommunicationID === 'n-2' ? { ...one, also: 1, viewed: false } : one,
    );
    const { posID, posCommunicationID, notification } = communication('n-2', inbox[0]);
    const event = { posID, posCommunicationID, notification, unread: unreadAt(undefined) };
    const data = JSON.stringify({ id: 'e-1', ...event });
    act(() => sink.receive({ kind: 'event', event: { type: 'communication', data, id: '' } }));
    await waitFor(() => expect(marked).toEqual(['n-2', 'n-2']));
    await segments(1, 1);
    sink.close();
  });

  it('finds one that is in no shown list', async () => {
    renderApp('/notifications?id=m-1');
    const sheet = await screen.findByRole('dialog', { name: 'Day closed' });
    expect(sheet).toHaveTextContent('All of it.');
    await segments(2, 0);
  });

  it('marks all as read', async () => {
    renderApp('/notifications');
    await segments(2, 1);
    await userEvent.click(screen.getByRole('button', { name: 'More options' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Mark all read' }));
    await segments(0, 0);
    expect(await screen.findByText('All marked as read.')).toBeVisible();
  });

  it('shows new ones at the top, and the new counts first', async () => {
    const { store } = renderApp('/notifications');
    await segments(2, 1);
    const shown: string[] = [];
    const sink = liveSink(store.dispatch, undefined, ({ notification }) =>
      shown.push(notification),
    );
    inbox = [communication('n-3', { notification: 'Large refund: $70.00 at 8:00 PM' }), ...inbox];
    const { posID, posCommunicationID, notification } = communication('n-3', inbox[0]);
    const event = { posID, posCommunicationID, notification, unread: unreadAt(undefined) };
    const data = JSON.stringify({ id: 'e-1', ...event });
    act(() => sink.receive({ kind: 'event', event: { type: 'communication', data, id: '' } }));
    await segments(3, 1);
    await waitFor(async () => expect((await rows())[0]).toHaveTextContent('Large refund: $70.00'));
    expect(shown).toEqual(['Large refund: $70.00 at 8:00 PM']);
    sink.close();
  });
});

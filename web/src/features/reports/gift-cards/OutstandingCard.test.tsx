import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { api, type GiftCardLiability } from '@/api';
import { write } from '@/lib/storage/storage';
import { pizza } from '@/testing/data/fixtures';
import { splitRow } from '@/testing/data/splitRows';
import { renderApp, testUser } from '@/testing/renderApp';
import { signedInWithADay, TODAY } from '@/testing/reportsPage';
import { answer, server } from '@/testing/server';

signedInWithADay();

const call = 'get-gift-card-liability';
const tab = '/home/daily-sales?tab=giftCard';

/** What guests of a location hold. */
function held(posID: string, sold: number, redeemed: number, since: string | null) {
  return { posID, sold, redeemed, outstanding: (sold * 100 - redeemed * 100) / 100, since };
}

const ofPizza = held('demo-pizza', 500, 120, '2026-03-03');
const ofTacos = held('demo-tacos', 100, 19.75, '2026-05-01');

/** Answers both calls of the tab; returns the requests for what guests hold. */
function holds(...liabilityList: GiftCardLiability[]) {
  const requests: Record<string, unknown>[] = [];
  const sold = { grossDeferred: 50, grossRedeemed: 0, times: 1 };
  server.use(
    answer('get-gift-card-report', [
      splitRow('demo-pizza', { activity: 'sold', giftCard: 'Gift card' }, sold),
    ]),
    answer(call, (request) => {
      requests.push(request);
      return { liabilityList };
    }),
  );
  return requests;
}

const card = async () => within(await screen.findByRole('region', { name: 'Outstanding, total' }));
const rows = (list: HTMLElement) =>
  [...list.children].map((row) => row.textContent?.replaceAll('\u00a0', ' '));

describe('what guests hold on gift cards', () => {
  it('is added up, with a row for each location', async () => {
    const requests = holds(ofPizza, ofTacos);
    renderApp(tab);
    const shown = await card();
    expect(await shown.findByText('$460.25')).toBeVisible();
    expect(shown.getByText('Since Mar 3, 2026: $600.00 sold, $139.75 redeemed')).toBeVisible();
    expect(rows(shown.getByLabelText('Outstanding by location'))).toEqual([
      'Saffron Pizza$380.00since Mar 3, 2026',
      'Taco Corner$80.25since May 1, 2026',
    ]);
    expect(requests).toEqual([expect.objectContaining({ endDate: TODAY })]);
    expect(requests[0]).not.toHaveProperty('posID');
  });

  it('is that of the chosen location at the end of the dates', async () => {
    write('default_location', 'demo-tacos');
    write('default_chart_location', 'demo-tacos');
    const requests = holds(ofTacos);
    renderApp(`${tab}&from=2026-11-01&to=2026-11-20`);
    const shown = await card();
    expect(await shown.findByText('$80.25')).toBeVisible();
    expect(shown.getByText('end of Nov 20, 2026')).toBeVisible();
    expect(shown.queryByLabelText('Outstanding by location')).toBeNull();
    expect(requests).toEqual([
      expect.objectContaining({ endDate: '2026-11-20', posID: 'demo-tacos' }),
    ]);
  });

  it('is explained behind its icon', async () => {
    holds(ofPizza);
    renderApp(tab);
    const shown = await card();
    await userEvent.click(shown.getByRole('button', { name: 'What is Outstanding?' }));
    expect(await screen.findByText(/^What guests can still spend on gift cards/)).toBeVisible();
  });

  it('stands also where the dates have no gift cards', async () => {
    holds(ofPizza, ofTacos);
    server.use(answer('get-gift-card-report', []));
    renderApp(tab);
    expect(await screen.findByText('Oops! We could not find any data.')).toBeVisible();
    expect(await (await card()).findByText('$460.25')).toBeVisible();
  });

  it('is nothing before the first sale', async () => {
    holds(held('demo-pizza', 0, 0, null));
    renderApp(tab);
    const shown = await card();
    expect(await shown.findByText(/^No gift cards sold yet\./)).toBeVisible();
    expect(shown.queryByText('$0.00')).toBeNull();
  });

  it('names the locations that sold none', async () => {
    holds(ofPizza);
    renderApp(tab);
    const shown = await card();
    expect(await shown.findAllByText('$380.00')).toHaveLength(2);
    expect(rows(shown.getByLabelText('Outstanding by location'))[1]).toBe(
      'Taco Corner$0.00No gift cards sold yet',
    );
  });

  it('keeps its place while it loads', async () => {
    holds();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.use(
      answer(call, async () => {
        await released;
        return { liabilityList: [ofPizza, ofTacos] };
      }),
    );
    renderApp(tab);
    const region = await screen.findByRole('region', { name: 'Outstanding, total' });
    const shown = within(region);
    expect(shown.getByRole('heading', { name: 'Outstanding' })).toBeVisible();
    expect(shown.queryByText(/sold yet/)).toBeNull();
    const places = () => region.querySelectorAll('dl > div').length;
    expect(places()).toBe(2);
    release();
    expect(await shown.findByText('$460.25')).toBeVisible();
    expect(places()).toBe(2);
  });

  it('is loaded again after a failure', async () => {
    holds(ofPizza, ofTacos);
    server.use(answer(call, null, 500));
    renderApp(tab);
    const alert = within(await screen.findByRole('alert'));
    expect(
      alert.getByText("We couldn't load what guests hold on gift cards. Please try again."),
    ).toBeVisible();
    holds(ofPizza, ofTacos);
    await userEvent.click(alert.getByRole('button', { name: 'Try Again' }));
    expect(await (await card()).findByText('$460.25')).toBeVisible();
  });

  it('is read again after live changes of reports', async () => {
    const requests = holds(ofPizza, ofTacos);
    const { store } = renderApp(tab);
    await (await card()).findByText('$460.25');
    act(() => void store.dispatch(api.util.invalidateTags([{ type: 'Report', id: 'all' }])));
    await waitFor(() => expect(requests).toHaveLength(2));
  });

  it('shows five of many locations at first', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    server.use(
      answer(
        `get-restaurant-list/${testUser.sessionID}`,
        ids.map((posID) => ({ ...pizza, posID, name: `Place ${posID}`, businessDate: TODAY })),
      ),
    );
    holds(...ids.map((posID, index) => held(posID, 10 * (index + 1), 0, '2026-03-03')));
    renderApp(tab);
    const shown = await card();
    await shown.findByText('$210.00');
    const list = shown.getByLabelText('Outstanding by location');
    expect(rows(list)).toHaveLength(5);
    expect(rows(list)[0]).toBe('Place f$60.00since Mar 3, 2026');
    await userEvent.click(shown.getByRole('button', { name: 'Show all 6' }));
    expect(rows(list)).toHaveLength(6);
  });
});

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api, type DateMove, type Location } from '@/api';
import { remove, write } from '@/lib/storage/storage';
import { pizza, tacos } from '@/testing/data/fixtures';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const path = '/admin-configuration/business-day';
const list = `get-restaurant-list/${testUser.sessionID}`;
const four = { startDate: null, dayStart: '04:00' };
const six = { startDate: '2026-11-10', dayStart: '06:00' };
const past = /Sales that are recorded move to their new day in the background/;

let stored: Location;
let move: DateMove;
const sent: Record<string, unknown>[] = [];
const pauses: Record<string, unknown>[] = [];

const none: DateMove = { state: 'none', seen: 0, total: 0 };
const running: DateMove = { state: 'running', seen: 1204, total: 5110 };

const start = () => screen.findByLabelText('Starts at');
const pick = async (time: string) => userEvent.selectOptions(await start(), time);
const save = () => screen.getByRole('button', { name: 'Save' });
const progress = () => screen.queryByRole('progressbar');

beforeEach(() => {
  sent.length = 0;
  pauses.length = 0;
  move = none;
  stored = { ...pizza, businessDate: '2026-11-21T00:00:00' };
  rememberSignIn();
  write('default_location', 'demo-pizza');
  server.use(
    answer(list, () => [stored, tacos]),
    answer('get-date-move', () => ({ dateMove: move })),
    answer('pause-date-move', (request) => {
      pauses.push(request);
      move = { ...move, state: request.paused === true ? 'paused' : 'running' };
      return { dateMove: move };
    }),
    answer('set-day-start', (request) => {
      sent.push(request);
      const dayStarts = [four, { startDate: '2026-11-22', dayStart: String(request.dayStart) }];
      stored = { ...stored, dayStarts };
      return stored;
    }),
  );
});

describe('the business day', () => {
  it('is of one location', async () => {
    remove('default_location');
    renderApp(path);
    expect(await screen.findByText(/^Please select a location to set/)).toBeVisible();
  });

  it('is a row of the settings, with its start', async () => {
    renderApp('/admin-configuration');
    const row = await screen.findByRole('link', { name: /^Business Day/ });
    await waitFor(() => expect(row).toHaveTextContent('Starts at 4:00 AM at Saffron Pizza'));
    expect(row).toHaveAttribute('href', path);
  });

  it('shows its start without a history that is none', async () => {
    renderApp(path);
    const title = 'Business Day at Saffron Pizza';
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    const now = await screen.findByRole('region', { name: 'Starts now at' });
    expect(now).toHaveTextContent('4:00 AM');
    expect(within(now).queryByRole('list')).toBeNull();
    expect(await start()).toHaveValue('04:00');
    expect(screen.getByText(/^Sales between midnight and 4:00 AM count/)).toBeVisible();
    expect(screen.getByRole('radio', { name: /From tomorrow/ })).toBeChecked();
    expect(screen.getByText('Sun, Nov 22')).toBeVisible();
    expect(screen.queryByText(past)).toBeNull();
    expect(save()).toBeDisabled();
    expect(progress()).toBeNull();
  });

  it('shows each start of its history, the last one first', async () => {
    stored = { ...stored, dayStart: '06:00', dayStarts: [four, six] };
    renderApp(path);
    const now = within(await screen.findByRole('region', { name: 'Starts now at' }));
    const rows = within(await now.findByRole('list', { name: 'History' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      '6:00 AMFrom Nov 10, 2026',
      '4:00 AMBefore Nov 10, 2026',
    ]);
  });

  it('starts at 4 AM where the remembered list lacks it', async () => {
    const { dayStart, dayStarts, ...remembered } = stored;
    write('locations', [remembered]);
    server.use(answer(list, null, 500));
    renderApp(path);
    const now = await screen.findByRole('region', { name: 'Starts now at' });
    expect(now).toHaveTextContent('4:00 AM');
    expect(await start()).toHaveValue('04:00');
  });

  it('is saved from tomorrow on, and is not unsaved then', async () => {
    const { router } = renderApp(path);
    await pick('6:00 AM');
    expect(screen.getByText(/^Sales between midnight and 6:00 AM count/)).toBeVisible();
    await userEvent.click(save());
    expect(await screen.findByText('Business day saved.')).toBeVisible();
    expect(sent).toEqual([
      { sessionID: testUser.sessionID, posID: 'demo-pizza', dayStart: '06:00', allDates: false },
    ]);
    expect(await screen.findByText('From Nov 22, 2026')).toBeVisible();
    await waitFor(() => expect(save()).toBeDisabled());
    await router.navigate('/more');
    expect(router.state.location.pathname).toBe('/more');
  });

  it('is saved from a date, and for all dates', async () => {
    renderApp(path);
    await pick('12:00 AM');
    expect(screen.getByText('The business day is the calendar day.')).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: 'From a date' }));
    await userEvent.click(save());
    expect(await screen.findByText('Please choose a date.')).toBeVisible();
    fireEvent.change(screen.getByLabelText('First day'), { target: { value: '2026-11-01' } });
    expect(screen.getByText(past)).toBeVisible();
    await userEvent.click(save());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ dayStart: '00:00', startDate: '2026-11-01', allDates: false });
    await screen.findByText('From Nov 22, 2026');
    await userEvent.click(screen.getByRole('radio', { name: 'For all dates' }));
    expect(screen.getByText(past)).toBeVisible();
    await userEvent.click(save());
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toMatchObject({ dayStart: '00:00', allDates: true });
    expect(sent[1]).not.toHaveProperty('startDate');
  });

  it('says that a planned start is replaced', async () => {
    stored = { ...stored, dayStarts: [four, { startDate: '2026-12-01', dayStart: '06:00' }] };
    renderApp(path);
    await pick('5:00 AM');
    expect(screen.getByText('Replaces the start planned from Dec 1, 2026.')).toBeVisible();
  });

  it('shows a refusal at its field', async () => {
    const refuse = (field: string, message: string) =>
      server.use(answer('set-day-start', { field }, 400, message));
    refuse('dayStart', 'was changed too often');
    renderApp(path);
    await pick('6:00 AM');
    await userEvent.click(save());
    await waitFor(async () =>
      expect(await start()).toHaveAccessibleDescription(/^Starts at was changed too often\. Sales/),
    );
    await userEvent.click(screen.getByRole('radio', { name: 'From a date' }));
    const date = screen.getByLabelText('First day');
    fireEvent.change(date, { target: { value: '2026-12-01' } });
    refuse('startDate', 'must be at most a year ahead');
    await userEvent.click(save());
    await waitFor(() =>
      expect(date).toHaveAccessibleDescription('First day must be at most a year ahead.'),
    );
    server.use(answer('set-day-start', null, 500));
    await userEvent.click(save());
    expect(
      await screen.findByText("We couldn't save the business day. Please try again."),
    ).toBeVisible();
    expect(await start()).toHaveValue('06:00');
  });

  it('asks before an unsaved start is left', async () => {
    const { router } = renderApp(path);
    await pick('6:00 AM');
    act(() => void router.navigate('/more'));
    expect(await screen.findByRole('dialog', { name: 'Discard your changes?' })).toBeVisible();
    expect(router.state.location.pathname).toBe(path);
  });
});

describe('a move of sales', () => {
  /** Lets the page read the move again, as its next poll does. */
  const readAgain = (store: ReturnType<typeof renderApp>['store'], now: DateMove) => {
    move = now;
    act(() => void store.dispatch(api.util.invalidateTags(['DateMove'])));
  };

  it('shows its progress, and refreshes reports at its end', async () => {
    move = running;
    const { store } = renderApp(path);
    const refetched = vi.spyOn(api.util, 'invalidateTags');
    expect(await screen.findByText('Moving sales to their new day: 1,204 of 5,110')).toBeVisible();
    expect(progress()).toHaveAttribute('aria-valuenow', '23');
    readAgain(store, { state: 'settling', seen: 5110, total: 5110 });
    expect(
      await screen.findByText(
        'Almost done: sales that came in meanwhile follow within two minutes.',
      ),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
    readAgain(store, { state: 'done', seen: 5110, total: 5110 });
    expect(await screen.findByText('All sales stand in their new day.')).toBeVisible();
    expect(progress()).toBeNull();
    expect(refetched).toHaveBeenCalledWith(['Report', 'Checks']);
  });

  it('is not shown where it ended before the visit', async () => {
    let asked = false;
    server.use(
      answer('get-date-move', () => {
        asked = true;
        return { dateMove: { state: 'done', seen: 5110, total: 5110 } };
      }),
    );
    renderApp(path);
    await start();
    await waitFor(() => expect(asked).toBe(true));
    expect(screen.queryByText('All sales stand in their new day.')).toBeNull();
    expect(progress()).toBeNull();
  });

  it('is paused, and goes on', async () => {
    move = running;
    renderApp(path);
    await userEvent.click(await screen.findByRole('button', { name: 'Pause' }));
    expect(await screen.findByText('Move paused: 1,204 of 5,110')).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Resume' }));
    expect(await screen.findByText(/^Moving sales/)).toBeVisible();
    expect(pauses.map(({ posID, paused }) => [posID, paused])).toEqual([
      ['demo-pizza', true],
      ['demo-pizza', false],
    ]);
  });

  it('cannot be paused once it has ended', async () => {
    move = running;
    renderApp(path);
    const pause = await screen.findByRole('button', { name: 'Pause' });
    server.use(
      answer(
        'pause-date-move',
        () => {
          move = { ...running, state: 'done' };
          return null;
        },
        409,
      ),
    );
    await userEvent.click(pause);
    expect(await screen.findByText('All sales stand in their new day.')).toBeVisible();
    expect(screen.queryByText(/couldn't/)).toBeNull();
  });

  it('says that it could not be paused', async () => {
    move = running;
    renderApp(path);
    const pause = await screen.findByRole('button', { name: 'Pause' });
    server.use(answer('pause-date-move', null, 500));
    await userEvent.click(pause);
    expect(await screen.findByText("We couldn't change this. Please try again.")).toBeVisible();
  });

  it('is read every two seconds while it runs', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    try {
      let reads = 0;
      server.use(
        http.post('*/restaurantpro/get-date-move', () => {
          reads += 1;
          return HttpResponse.json({ status: 200, body: { dateMove: move }, message: '' });
        }),
      );
      renderApp(path);
      fireEvent.change(await start(), { target: { value: '06:00' } });
      const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
      await pass(10_000);
      expect(reads).toBe(1);
      fireEvent.click(save());
      await screen.findByText('Business day saved.');
      // The event of the change is on its way.
      move = running;
      await pass(2_100);
      expect(await screen.findByText(/^Moving sales/)).toBeVisible();
      const before = reads;
      await pass(4_100);
      expect(reads).toBeGreaterThanOrEqual(before + 2);
    } finally {
      vi.useRealTimers();
    }
  });
});

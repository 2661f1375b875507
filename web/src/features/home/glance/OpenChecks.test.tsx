import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DailyRow, Location } from '@/api';
import { read, write } from '@/lib/storage/storage';
import { reportChanged } from '@/live/slice';
import { pizza, tacos } from '@/testing/data/fixtures';
import { dailyFigures, dailyRow, openCheck } from '@/testing/data/reportRows';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const TODAY = '2026-11-21';
const locations: Location[] = [pizza, tacos].map((one) => ({ ...one, businessDate: TODAY }));

function open(posID: string, openChecks: number, openSales: number, rest: Partial<DailyRow> = {}) {
  return { ...dailyRow(posID, TODAY, { grossSales: 100, openChecks, openSales }), ...rest };
}

function backend(rows: object[]) {
  server.use(answer('get-daily-sales-labor', rows));
}

/** The line of open checks; `null` without one. */
function line(): HTMLElement | null {
  return screen.queryByRole('link', { name: 'Open now' })?.closest('div') ?? null;
}

async function headline(amount: string) {
  await waitFor(() => expect(screen.getByTestId('todays-sales')).toHaveTextContent(amount));
}

beforeEach(() => {
  rememberSignIn();
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, locations),
    answer('get-hourly-report', []),
  );
});

describe('open checks on Home', () => {
  it('stand in one line over all locations, outside of sales', async () => {
    backend([open('demo-pizza', 3, 131.4), open('demo-tacos', 2, 100)]);
    renderApp('/home');
    await headline('$200.00');
    expect(line()).toHaveTextContent('Open now5$231.40');
    await waitFor(() => expect(read('home_open_checks')).toBe(true));
  });

  it('lead to their list, and back', async () => {
    backend([open('demo-pizza', 1, 31.4)]);
    server.use(
      answer('get-open-checks', { checkReportList: [openCheck('c-1')], nextCursor: null }),
    );
    const { router } = renderApp('/home');
    await userEvent.click(await screen.findByRole('link', { name: 'Open now' }));
    expect(await screen.findByRole('button', { name: /#c-1/ })).toBeVisible();
    expect(router.state.location.pathname).toBe('/home/open-checks');
    await act(() => router.navigate(-1));
    await headline('$100.00');
  });

  it('explain themselves', async () => {
    backend([open('demo-pizza', 1, 31.4)]);
    renderApp('/home');
    const name = 'What is Open checks, On open checks?';
    await userEvent.click(await screen.findByRole('button', { name }));
    const info = within(await screen.findByRole('dialog'));
    expect(info.getByText(/They become sales once the checks are closed/)).toBeVisible();
  });

  it('are left out where there are none', async () => {
    backend([open('demo-pizza', 0, 0)]);
    renderApp('/home');
    await headline('$100.00');
    expect(line()).toBeNull();
    await waitFor(() => expect(read('home_open_checks')).toBe(false));
  });

  it('are left out of an answer of an earlier version', async () => {
    const { openChecks, openSales, ...kept } = open('demo-pizza', 0, 0);
    backend([kept]);
    renderApp('/home');
    await headline('$100.00');
    expect(line()).toBeNull();
  });

  it('follow the live totals until all are closed', async () => {
    backend([open('demo-pizza', 1, 31.4)]);
    const { store } = renderApp('/home');
    await headline('$100.00');
    const changed = (version: number, openChecks: number, openSales: number) =>
      reportChanged({
        id: `e${version}`,
        posID: 'demo-pizza',
        version,
        businessDate: TODAY,
        from: TODAY,
        to: TODAY,
        totals: {
          ...dailyFigures({ grossSales: 100, openChecks, openSales }),
          posID: 'demo-pizza',
          businessDate: TODAY,
        },
      });
    act(() => void store.dispatch(changed(1, 2, 50)));
    await waitFor(() => expect(line()).toHaveTextContent('Open now2$50.00'));
    act(() => void store.dispatch(changed(2, 0, 0)));
    await waitFor(() => expect(line()).toBeNull());
  });

  it('keep their place while the day loads', async () => {
    write('home_open_checks', true);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.use(
      http.post('*/get-daily-sales-labor', async () => {
        await released;
        return HttpResponse.json({ status: 200, body: [open('demo-pizza', 1, 31.4)], message: '' });
      }),
    );
    renderApp('/home');
    await screen.findByRole('link', { name: 'Open now' });
    expect(line()?.textContent).toBe('Open now');
    release();
    await headline('$100.00');
    expect(line()).toHaveTextContent('Open now1$31.40');
  });

  it('mean that the day is open, before its first sale', async () => {
    const usuallyOpensAt = `${TODAY}T11:00:00`;
    backend([open('demo-pizza', 1, 31.4, { grossSales: 0, checks: 0, usuallyOpensAt })]);
    renderApp('/home');
    await headline('$0.00');
    expect(line()).toHaveTextContent('Open now1$31.40');
  });
});

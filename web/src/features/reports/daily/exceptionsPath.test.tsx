import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { checkSummary, dailyRow } from '@/testing/data/reportRows';
import { renderApp } from '@/testing/renderApp';
import { signedInWithADay, TODAY } from '@/testing/reportsPage';
import { answer, server } from '@/testing/server';
import { exceptionsPath } from './exceptionsPath';

signedInWithADay();

const row = (posID: string, outOfBalance: number, date = TODAY) =>
  dailyRow(posID, date, { grossSales: 40, outOfBalance });

const today = { from: TODAY, to: TODAY };
const path = (posID: string, days = today) =>
  `/home/sales-history?from=${days.from}&to=${days.to}&exceptions=1&posID=${posID}`;

describe('the path to checks that do not add up', () => {
  it('leads to the location that is furthest out of balance', () => {
    const rows = [row('a', 5), row('b', 8), row('c', 4), row('c', -30)];
    expect(exceptionsPath(rows, today)).toBe(path('c'));
  });

  it('is missing while everything adds up', () => {
    expect(exceptionsPath([row('a', 0)], today)).toBeUndefined();
    expect(exceptionsPath([], today)).toBeUndefined();
  });
});

describe('what is out of balance in the daily report', () => {
  it('leads from its line to the checks', async () => {
    server.use(
      answer('get-daily-sales-labor', [row('demo-pizza', 0), row('demo-tacos', 12.5)]),
      answer('get-inside-sales', { checkReportList: [checkSummary('c-1')], nextCursor: null }),
    );
    const { router, store } = renderApp('/home/daily-sales');
    const figures = within(await screen.findByRole('table', { name: 'Figures' }));
    const link = figures.getByRole('link', { name: 'Out of balance' });
    expect(figures.getAllByRole('link')).toEqual([link]);
    expect(link).toHaveAttribute('href', path('demo-tacos'));
    await userEvent.click(link);
    expect(await screen.findByRole('button', { name: /#c-1/ })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Exceptions' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    expect(store.getState().selectedLocation.general).toBe('demo-tacos');
    expect(router.state.location.search).toBe(`?from=${TODAY}&to=${TODAY}&exceptions=1`);
  });

  it('leads from the sheet of a day or location to the checks', async () => {
    server.use(
      answer('get-daily-sales-labor', [
        row('demo-pizza', 3, '2026-11-19'),
        row('demo-tacos', -7, '2026-11-20'),
        row('demo-pizza', 0, '2026-11-20'),
      ]),
    );
    renderApp('/home/daily-sales?from=2026-11-19&to=2026-11-20');
    const link = async (list: string, name: string) => {
      const table = within(await screen.findByRole('table', { name: list }));
      await userEvent.click(table.getByRole('button', { name }));
      const sheet = within(await screen.findByRole('dialog', { name }));
      const href = sheet.getByRole('link', { name: 'Show exceptions' }).getAttribute('href');
      await userEvent.keyboard('{Escape}');
      return href;
    };
    const both = { from: '2026-11-19', to: '2026-11-20' };
    const first = { from: '2026-11-19', to: '2026-11-19' };
    expect(await link('By day', 'Thu, Nov 19')).toBe(path('demo-pizza', first));
    expect(await link('By location', 'Taco Corner')).toBe(path('demo-tacos', both));
    expect(await link('By location', 'Saffron Pizza')).toBe(path('demo-pizza', both));
  });

  it('offers no exceptions while everything adds up', async () => {
    const { outOfBalance, ...kept } = row('demo-pizza', 0);
    server.use(answer('get-daily-sales-labor', [kept, row('demo-tacos', 0)]));
    renderApp('/home/daily-sales');
    const table = within(await screen.findByRole('table', { name: 'By location' }));
    await userEvent.click(table.getByRole('button', { name: 'Taco Corner' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Taco Corner' }));
    expect(sheet.getByRole('link', { name: 'Show checks' })).toBeVisible();
    expect(sheet.queryByRole('link', { name: 'Show exceptions' })).toBeNull();
  });
});

import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { splitRow } from '@/testing/data/splitRows';
import { renderApp } from '@/testing/renderApp';
import { lines, signedInWithADay } from '@/testing/reportsPage';
import { answer, server } from '@/testing/server';

signedInWithADay();
beforeEach(() => server.use(answer('get-hourly-report', [])));

/** Figures of drawers with $100.00 in them at first. */
const counted = (overShort: number, expected: number, counts = 1) => ({
  counted: expected + overShort,
  overShort,
  expected,
  opening: 100 * counts,
  cashSales: expected - 100 * counts,
  paidIn: 0,
  paidOut: 0,
  drops: 0,
  counts,
});
const ana = { employeeID: 'e1', employeeName: 'Ana' };
const ben = { employeeID: 'e2', employeeName: 'Ben' };
const nobody = { employeeID: null, employeeName: 'Unassigned' };

async function shown(rows: unknown[]) {
  server.use(answer('get-cash-report', rows));
  renderApp('/home/daily-sales?tab=cash');
  await screen.findByRole('table', { name: 'Cash drawers' });
  const charts = within(screen.getByRole('region', { name: 'Charts' }));
  return charts.getAllByRole('heading', { hidden: true }).map(({ textContent }) => textContent);
}

describe('the report of cash drawers', () => {
  it('leads with over or short, and what was counted', async () => {
    await shown([
      splitRow('demo-pizza', { posDrawerID: 'front', ...ana }, counted(1, 400, 2)),
      splitRow('demo-pizza', { posDrawerID: 'bar', ...ben }, counted(-4.25, 200.5)),
    ]);
    const card = within(screen.getByRole('region', { name: 'Over or short, total' }));
    expect(card.getByTestId('report-total')).toHaveTextContent('-$3.25');
    const cell = (label: string) => card.getByText(label).nextElementSibling;
    expect(cell('Counted')).toHaveTextContent('$597.25');
    expect(cell('Expected')).toHaveTextContent('$600.50');
    expect(cell('Drawers counted')).toHaveTextContent('3');
  });

  it('lists people and drawers by their distance from 0', async () => {
    const charts = await shown([
      splitRow('demo-pizza', { posDrawerID: 'front', ...ana }, counted(1, 400)),
      splitRow('demo-pizza', { posDrawerID: '2', ...ana }, counted(0.5, 300)),
      splitRow('demo-pizza', { posDrawerID: '2', ...ben }, counted(-4.25, 200)),
      splitRow('demo-pizza', { posDrawerID: null, ...nobody }, counted(-9, 150)),
    ]);
    // No shares: parts of a sum that is about 0 have none.
    expect(lines('Cash drawers')).toEqual([
      'TotalToday-$11.75',
      'UnassignedExpected $150.00 · Counted $141.00-$9.00',
      'BenExpected $200.00 · Counted $195.75-$4.25',
      'AnaExpected $700.00 · Counted $701.50+$1.50',
    ]);
    expect(lines('By drawer')).toEqual([
      'TotalToday-$11.75',
      'Drawer 2Expected $500.00 · Counted $496.25-$3.75',
      'frontExpected $400.00 · Counted $401.00+$1.00',
      'UnassignedExpected $150.00 · Counted $141.00-$9.00',
    ]);
    expect(charts).toEqual(['Over or short by employee', 'Over or short by drawer']);
  });

  it('keeps drawers of several locations apart', async () => {
    const charts = await shown([
      splitRow('demo-pizza', { posDrawerID: 'front', ...ana }, counted(1, 400)),
      splitRow('demo-tacos', { posDrawerID: 'front', ...ben }, counted(-2, 200)),
    ]);
    expect(lines('By drawer').slice(1)).toEqual([
      'Taco Corner',
      'frontExpected $200.00 · Counted $198.00-$2.00',
      'Saffron Pizza',
      'frontExpected $400.00 · Counted $401.00+$1.00',
    ]);
    expect(charts).toEqual(['Over or short by employee', 'Over or short by location']);
  });

  it('has the earlier amount instead of a change in percent', async () => {
    const charts = await shown([
      splitRow('demo-pizza', { posDrawerID: 'front', ...ana }, counted(1, 400), {
        lastWeek: counted(-0.05, 400),
      }),
    ]);
    expect(charts).toEqual(['Over or short by employee']);
    expect(screen.queryByRole('table', { name: 'By drawer' })).toBeNull();
    expect(screen.queryByText(/Change vs/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Ana' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Ana' }));
    const earlier = sheet.getAllByText(/^Last week/).map(({ textContent }) => textContent?.trim());
    expect(earlier).toContain('Last week -$0.05');
    expect(sheet.getByText('+$1.00')).toBeVisible();
    expect(sheet.queryByRole('link', { name: 'Show checks' })).toBeNull();
  });
});

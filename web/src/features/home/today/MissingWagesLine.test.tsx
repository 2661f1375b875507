import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { read, write } from '@/lib/storage/storage';
import { pizza, tacos } from '@/testing/data/fixtures';
import { dailyRow } from '@/testing/data/reportRows';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const TODAY = '2026-11-21';

function day(posID: string, hoursWithoutWage: number) {
  return dailyRow(posID, TODAY, { grossSales: 100, grossLabor: 20, hoursWithoutWage });
}

function backend(...rows: object[]) {
  server.use(answer('get-daily-sales-labor', rows));
}

beforeEach(() => {
  rememberSignIn();
  server.use(
    answer(
      `get-restaurant-list/${testUser.sessionID}`,
      [pizza, tacos].map((one) => ({ ...one, businessDate: TODAY })),
    ),
    answer('get-hourly-report', []),
  );
});

describe('missing wages on Home', () => {
  it('lead to the location that lacks the most', async () => {
    backend(day('demo-pizza', 2), day('demo-tacos', 7.5));
    renderApp('/home');
    expect(await screen.findByRole('link', { name: 'Enter wages' })).toHaveAttribute(
      'href',
      '/admin-configuration/wages?posID=demo-tacos',
    );
    expect(screen.getAllByText('incomplete')).toHaveLength(2);
    await waitFor(() => expect(read('home_missing_wages')).toBe(true));
  });

  it('are of the shown location only', async () => {
    write('default_chart_location', 'demo-pizza');
    backend(day('demo-pizza', 0), day('demo-tacos', 7.5));
    renderApp('/home');
    await waitFor(() => expect(screen.getByTestId('todays-sales')).toHaveTextContent('$100.00'));
    expect(screen.queryByText('Some shifts have no wage.')).toBeNull();
    expect(screen.queryByText('incomplete')).toBeNull();
    await waitFor(() => expect(read('home_missing_wages')).toBe(false));
  });
});

import { screen, within } from '@testing-library/react';
import { beforeEach } from 'vitest';
import type { Location } from '@/api';
import { pizza, tacos } from './data/fixtures';
import { dailyFigures, dailyRow } from './data/reportRows';
import { rememberSignIn, testUser } from './renderApp';
import { answer, server } from './server';

/** Today at both locations. */
export const TODAY = '2026-11-21';

const locations: Location[] = [
  { ...pizza, businessDate: TODAY },
  { ...tacos, businessDate: TODAY },
];

/** Sets up each test: a session, two locations, and a day with half the sales of a week ago. */
export function signedInWithADay(): void {
  beforeEach(() => {
    rememberSignIn();
    server.use(
      answer(`get-restaurant-list/${testUser.sessionID}`, locations),
      answer('get-daily-sales-labor', [
        dailyRow(
          'demo-pizza',
          TODAY,
          { grossSales: 40, grossLabor: 40, grossPayment: 40 },
          { lastWeek: dailyFigures({ grossSales: 80, grossLabor: 80, grossPayment: 80 }) },
        ),
      ]),
    );
  });
}

/** Answers a report and records its requests. */
export function recordingReport(requests: Record<string, unknown>[]) {
  return (call: string, rows: unknown) =>
    answer(call, (request: Record<string, unknown>) => {
      requests.push(request);
      return rows;
    });
}

/** Text of a list's rows, without its header. */
export function lines(name: string): string[] {
  return within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => (row.textContent ?? '').replaceAll('\u00a0', ' '));
}

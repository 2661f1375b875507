import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { dailyRow } from '@/testing/data/reportRows';
import { renderApp, testUser } from '@/testing/renderApp';
import { lines, recordingReport, signedInWithADay, TODAY } from '@/testing/reportsPage';
import { server } from '@/testing/server';

signedInWithADay();

describe('/home/history-report', () => {
  it('opens on the last seven days; other spans are daily reports', async () => {
    const requests: Record<string, unknown>[] = [];
    const report = recordingReport(requests);
    server.use(
      report(`get-lastsevendays-report/${testUser.sessionID}`, [
        dailyRow('demo-pizza', '2026-11-20', { grossVoids: 4 }),
        dailyRow('demo-pizza', TODAY, { grossVoids: 12 }),
      ]),
      report('get-daily-sales-labor', []),
    );
    renderApp('/home/history-report?tab=void');
    await screen.findByRole('table', { name: 'By day' });
    expect(lines('By day')).toEqual([
      'TotalLast 7 days$16.00',
      'Sat, Nov 21$12.0075%',
      'Fri, Nov 20$4.0025%',
    ]);
    expect(requests).toEqual([{ compareTo: 'previous' }]);

    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Oct' }));
    await userEvent.click(screen.getByRole('button', { name: 'Apply Filter' }));
    await waitFor(() =>
      expect(requests.at(-1)).toMatchObject({
        startDate: '2026-10-01T00:00:00',
        endDate: '2026-10-31T23:59:59',
        groupBy: 'day',
      }),
    );
  });
});

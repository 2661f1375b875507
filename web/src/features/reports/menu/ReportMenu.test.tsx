import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { read } from '@/lib/storage/storage';
import { dailyRow } from '@/testing/data/reportRows';
import { renderApp } from '@/testing/renderApp';
import { signedInWithADay, TODAY } from '@/testing/reportsPage';
import { answer, server } from '@/testing/server';

signedInWithADay();

describe('the menu of a report', () => {
  async function choose(name: string) {
    await screen.findByRole('table', { name: 'By location' });
    await userEvent.click(screen.getByRole('button', { name: 'Report options' }));
    await userEvent.click(await screen.findByRole('menuitem', { name }));
  }

  beforeEach(() => {
    server.use(
      answer('get-daily-sales-labor', [
        dailyRow('demo-pizza', TODAY, { grossSales: 1 }),
        dailyRow('demo-tacos', TODAY, { grossSales: 2 }),
      ]),
    );
  });

  it('saves the same report as a file, with its byte order mark', async () => {
    renderApp('/home/daily-sales');
    await screen.findByRole('table', { name: 'By location' });
    const requests: { accept: string | null; body: unknown }[] = [];
    server.use(
      http.post('*/get-daily-sales-labor', async ({ request }) => {
        requests.push({ accept: request.headers.get('Accept'), body: await request.json() });
        return new HttpResponse('\uFEFFBusiness date,Gross sales\r\n2026-11-21,1.00\r\n', {
          headers: {
            'Content-Type': 'text/csv; charset=utf-8',
            'Content-Disposition': 'attachment; filename="daily-sales.csv"',
          },
        });
      }),
    );
    const saved: Blob[] = [];
    const names: string[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => {
          saved.push(blob);
          return 'blob:saved';
        },
        revokeObjectURL: () => undefined,
      }),
    );
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    await choose('Download CSV');
    expect(await screen.findByText('Saved daily-sales.csv')).toBeVisible();
    expect(names).toEqual(['daily-sales.csv']);
    expect(requests).toMatchObject([
      { accept: 'text/csv', body: { startDate: '2026-11-21T00:00:00', groupBy: 'day' } },
    ]);
    expect([...new Uint8Array((await saved[0]?.arrayBuffer()) ?? []).slice(0, 3)]).toEqual([
      0xef, 0xbb, 0xbf,
    ]);
  });

  it('goes to the share sheet of a device that has one', async () => {
    const shared: ShareData[] = [];
    vi.stubGlobal(
      'navigator',
      Object.assign(navigator, {
        canShare: () => true,
        share: async (data: ShareData) => void shared.push(data),
      }),
    );
    renderApp('/home/daily-sales');
    await screen.findByRole('table', { name: 'By location' });
    server.use(
      http.post(
        '*/get-daily-sales-labor',
        () => new HttpResponse('Date\r\n', { headers: { 'Content-Type': 'text/csv' } }),
      ),
    );
    await choose('Share CSV');
    await waitFor(() => expect(shared).toHaveLength(1));
    expect(shared[0]?.files?.[0]?.name).toBe('get-daily-sales-labor-2026-11-21-2026-11-21.csv');
    Object.assign(navigator, { canShare: undefined, share: undefined });
  });

  it('is mailed to an address, which is remembered', async () => {
    renderApp('/home/daily-sales');
    await screen.findByRole('table', { name: 'By location' });
    const mailed: (string | null)[] = [];
    server.use(
      http.post('*/get-daily-sales-labor', ({ request }) => {
        const sentTo = request.headers.get('X-Saffron-Mail-To');
        mailed.push(sentTo);
        return HttpResponse.json({ status: 200, body: { sentTo }, message: '' });
      }),
    );
    await choose('Send to accountant');
    const sheet = within(await screen.findByRole('dialog', { name: 'Send as CSV' }));
    await userEvent.type(sheet.getByLabelText('Email'), 'accountant');
    await userEvent.click(sheet.getByRole('button', { name: 'Send' }));
    expect(await sheet.findByText('Please enter a valid email.')).toBeVisible();
    await userEvent.type(sheet.getByLabelText('Email'), '@example.com');
    await userEvent.click(sheet.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Sent to accountant@example.com.')).toBeVisible();
    expect(mailed).toEqual(['accountant@example.com']);
    expect(read('file_mail_to')).toBe('accountant@example.com');
  });

  it('shows why there is no file', async () => {
    renderApp('/home/daily-sales');
    await screen.findByRole('table', { name: 'By location' });
    server.use(answer('get-daily-sales-labor', null, 400, 'Choose a shorter span.'));
    await choose('Download CSV');
    expect(await screen.findByText('Choose a shorter span.')).toBeVisible();
  });

  it('explains every figure of the report', async () => {
    renderApp('/home/daily-sales');
    await choose('What do these mean?');
    const sheet = within(await screen.findByRole('dialog', { name: 'Daily sales' }));
    expect(sheet.getAllByRole('term')).toHaveLength(30);
    expect(sheet.getByText('Gross sales less discounts.')).toBeVisible();
  });

  it('explains dimensions whose names do not say what they are', async () => {
    server.use(answer('get-void-report', []));
    renderApp('/home/daily-sales?tab=void');
    await userEvent.click(await screen.findByRole('button', { name: 'Report options' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'What do these mean?' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Voids' }));
    expect(sheet.getAllByRole('term').map((term) => term.textContent)).toEqual([
      'Voids',
      'Quantity',
      'Times',
      'Reason',
      'Approved by',
    ]);
  });

  it('prints with title, location and dates, light', async () => {
    const print = vi.fn(() => {
      window.dispatchEvent(new Event('beforeprint'));
    });
    vi.stubGlobal('print', print);
    renderApp('/home/daily-sales?from=2026-11-01&to=2026-11-07');
    await choose('Print');
    expect(await screen.findByText('All Locations · Nov 1, 2026 – Nov 7, 2026')).toBeVisible();
    expect(print).toHaveBeenCalledOnce();
    window.dispatchEvent(new Event('afterprint'));
    await waitFor(() => expect(screen.queryByText(/^Printed /)).toBeNull());
  });
});

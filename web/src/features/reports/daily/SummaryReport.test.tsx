import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { dailyRow } from '@/testing/data/reportRows';
import { renderApp } from '@/testing/renderApp';
import { lines, signedInWithADay, TODAY } from '@/testing/reportsPage';
import { answer, server } from '@/testing/server';

signedInWithADay();

describe('the summary', () => {
  it('has nine kinds of figures', async () => {
    server.use(
      answer('get-report-filter-bydate', [
        dailyRow('demo-pizza', TODAY, { grossSales: 40, grossProfit: 12, grossCover: 9 }),
        dailyRow('demo-tacos', TODAY, { grossSales: 10, grossProfit: 4 }),
      ]),
    );
    const { router } = renderApp('/home/daily-sales?tab=summary');
    await screen.findByRole('table', { name: 'By location' });
    expect(
      screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent),
    ).toEqual(['Sales', 'Cost', 'Profit', 'Tax', 'Tips', 'Void', 'Payment', 'Labor', 'Cover']);
    await userEvent.click(screen.getByRole('radio', { name: 'Profit' }));
    expect(lines('By location')[0]).toBe('TotalToday$16.00');
    expect(router.state.location.search).toBe('?tab=summary&kind=profit');
    await userEvent.click(screen.getByRole('radio', { name: 'Cover' }));
    expect(lines('By location')[0]).toBe('TotalToday9');
  });
});

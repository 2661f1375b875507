import { describe, expect, it } from 'vitest';
import { reportOf } from '@/lib/figures';
import { summarize } from '@/lib/numbers';
import { dailyFigures, dailyRow } from '@/testing/data/reportRows';
import { comparedDays, reportAnswer } from '@/testing/data/reportTotals';
import { byLocation } from '../rows/members';
import { memberLines, totalLine } from './lines';

const days = [
  dailyRow(
    'demo-pizza',
    '2026-11-20T00:00:00',
    { grossSales: 100, grossVoids: 6, grossCover: 4 },
    { compared: { ...comparedDays, ...dailyFigures({ grossSales: 80, grossVoids: 3 }) } },
  ),
  dailyRow('demo-tacos', '2026-11-20', { grossSales: 50 }),
  dailyRow('demo-pizza', '2026-11-21', { grossSales: 250.5 }, { soFar: true }),
];

const ids = reportOf('Daily').figureIds;
const total = summarize(ids, days);

describe('lines', () => {
  it('put the total first, with its gaps', () => {
    expect(totalLine('GROSS_SALES', total, ['Last 7 days'])).toMatchObject({
      name: 'Total',
      detail: 'Last 7 days · so far',
      value: '$400.50',
      change: { text: '+25%' },
    });
  });

  it('give each member its share of the total', () => {
    const shares = (figure: 'GROSS_SALES' | 'GROSS_TIPS') =>
      memberLines(
        figure,
        byLocation(reportAnswer('Daily', days).locationTotals, ids, figure, []),
        total,
      ).map(({ share }) => share);
    expect(shares('GROSS_SALES')).toEqual([350.5 / 400.5, 50 / 400.5]);
    expect(shares('GROSS_TIPS')).toEqual([0, 0]);
  });
});

import { describe, expect, it } from 'vitest';
import { pizza, tacos } from '@/testing/fixtures';
import { dailyFigures, dailyRow, hourlyRow, itemRow } from '@/testing/reportRows';
import { dailyFigures as dailyIds } from './daily';
import { hoursBetween } from './hours';
import { dateLines, figureLines, memberLines, totalLine } from './lines';
import { byDate, byLocation } from './members';
import { splitFigures } from './splitFigures';
import { splitReports } from './splitReports';

const days = [
  dailyRow(
    'demo-pizza',
    '2026-11-20T00:00:00',
    { grossSales: 100, grossVoids: 6, grossCover: 4 },
    { lastWeek: dailyFigures({ grossSales: 80, grossVoids: 3 }) },
  ),
  dailyRow('demo-tacos', '2026-11-20', { grossSales: 50 }),
  dailyRow('demo-pizza', '2026-11-21', { grossSales: 250.5 }, { soFar: true }),
];

describe('daily rows', () => {
  it('add locations up by date, oldest first', () => {
    const dates = byDate(days, dailyIds, 'GROSS_SALES', 'day');
    expect(dates.map(({ name, summary }) => [name, summary.amounts.GROSS_SALES])).toEqual([
      ['Fri, Nov 20', 150],
      ['Sat, Nov 21', 250.5],
    ]);
    const [month] = byDate([dailyRow('a', '2026-11-01', {})], dailyIds, 'GROSS_SALES', 'month');
    expect(month?.name).toBe('Nov 2026');
  });

  it('add dates up by location, the largest first, named as in the list', () => {
    const names = (list: Parameters<typeof byLocation>[3]) =>
      byLocation(days, dailyIds, 'GROSS_SALES', list).map(({ name }) => name);
    expect(names([pizza, tacos])).toEqual(['Saffron Pizza', 'Taco Corner']);
    expect(names([])).toEqual(['demo-pizza', 'demo-tacos']);
  });

  it('put the total first and give each its share of it', () => {
    const { total } = splitDays();
    expect(totalLine('GROSS_SALES', total, ['Last 7 days'])).toMatchObject({
      name: 'Total',
      detail: 'Last 7 days · so far',
      value: '$400.50',
      change: { text: '+25%' },
    });
    const lines = dateLines('GROSS_SALES', byDate(days, dailyIds, 'GROSS_SALES', 'day'), total);
    expect(lines.map(({ value, share, detail }) => [value, share, detail])).toEqual([
      ['$150.00', 150 / 400.5, undefined],
      ['$250.50', 250.5 / 400.5, 'so far'],
    ]);
    const tips = memberLines('GROSS_TIPS', byLocation(days, dailyIds, 'GROSS_TIPS', []), total);
    expect(tips.map(({ share }) => share)).toEqual([0, 0]);
  });

  it('show every figure of the span, each with what explains it', () => {
    const { total } = splitDays();
    const { total: first, rows } = figureLines(total);
    expect(first).toMatchObject({ name: 'Gross sales', figure: 'GROSS_SALES', value: '$400.50' });
    expect(rows.map(({ name }) => name)).toEqual([
      'Discounts',
      'Reward used',
      'Cost',
      'Labor',
      'Profit',
      'Labor %',
      'Cost %',
      'Net sales',
      'Tax',
      'Tips',
      'Voids',
      'Payments',
      'Covers',
      'Checks',
    ]);
    expect(rows.every(({ figure }) => figure !== undefined)).toBe(true);
  });

  it('call cost and profit incomplete, and labor so far or not clocked out', () => {
    const [all] = byLocation(
      [
        dailyRow('a', '2026-11-21', {
          grossSales: 9,
          salesWithoutCost: 3,
          openShifts: 2,
          notClockedOut: 1,
        }),
      ],
      dailyIds,
      'GROSS_SALES',
      [],
    );
    const rows = all === undefined ? [] : figureLines(all.summary).rows;
    const detail = (key: string) => rows.find((line) => line.key === key)?.detail;
    expect(detail('GROSS_COST')).toBe('incomplete');
    expect(detail('GROSS_PROFIT')).toBe('incomplete');
    expect(detail('GROSS_LABOR')).toBe('so far · not clocked out');
    expect(detail('GROSS_TIPS')).toBeUndefined();
  });

  function splitDays() {
    const [all] = byLocation(
      days.map((row) => ({ ...row, posID: 'all' })),
      dailyIds,
      'GROSS_SALES',
      [],
    );
    if (all === undefined) throw new Error('no rows');
    return { total: all.summary };
  }
});

describe('rows of a split', () => {
  it('add items of several locations up by name and category, exactly', () => {
    const { members, total, locations } = splitFigures(
      splitReports.item,
      [
        itemRow('a', 'i1', 'Margherita', { grossSales: 10.1, quantity: 0.1 }),
        itemRow('b', 'i9', 'Margherita', { grossSales: 20.2, quantity: 0.2 }),
        itemRow('b', 'i1', 'Cola', { grossSales: 5, minorCategory: 'Soft' }),
        itemRow('b', 'i2', 'Cola', { grossSales: 7, minorCategory: 'Diet' }),
      ],
      undefined,
      [],
    );
    expect(
      members.map(({ name, detail, summary: { amounts } }) => [
        name,
        detail,
        amounts.GROSS_SALES,
        amounts.QUANTITY,
      ]),
    ).toEqual([
      ['Margherita', 'Food · Pizza', 30.3, 0.3],
      ['Cola', 'Food · Diet', 7, 1],
      ['Cola', 'Food · Soft', 5, 1],
    ]);
    expect(total.amounts.GROSS_SALES).toBe(42.3);
    expect(locations.map(({ name }) => name)).toEqual(['b', 'a']);
  });

  it('keep items of one location apart by their id', () => {
    const { members } = splitFigures(
      splitReports.item,
      [
        itemRow('a', 'i1', 'Cola', { grossSales: 1 }),
        itemRow('a', 'i2', 'Cola', { grossSales: 2 }),
      ],
      undefined,
      [],
    );
    expect(members).toHaveLength(2);
  });

  it('compare the total by the whole span, so that what is gone counts too', () => {
    const rows = [itemRow('a', 'i1', 'Cola', { grossSales: 90 }, 45)];
    const whole = [
      dailyRow(
        'a',
        '2026-11-21',
        { grossSales: 90 },
        { lastWeek: dailyFigures({ grossSales: 180 }) },
      ),
    ];
    const { total, members } = splitFigures(splitReports.item, rows, whole, []);
    expect(totalLine('GROSS_SALES', total, []).change?.text).toBe('-50%');
    expect(memberLines('GROSS_SALES', members, total)[0]?.change?.text).toBe('+100%');
    // Until the whole span is known, nothing is said of it.
    const { total: unknown } = splitFigures(splitReports.item, rows, undefined, []);
    expect(totalLine('GROSS_SALES', unknown, []).change).toBeNull();
  });

  it('leave no gap between hours', () => {
    const { members } = splitFigures(
      splitReports.hourly,
      [hourlyRow('a', 23, { grossSales: 30 }), hourlyRow('a', 25, { grossSales: 60 })],
      undefined,
      [],
    );
    expect(members.map(({ name, summary }) => [name, summary.amounts.GROSS_SALES])).toEqual([
      ['11 PM – 12 AM', 30],
      ['12 AM – 1 AM', 0],
      ['1 AM – 2 AM', 60],
    ]);
    expect(hoursBetween([])).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Location } from '@/api';
import type { LiveTotals } from '@/live/slice';
import { dailyFigures, dailyRow, hourlyRow } from '@/testing/reportRows';
import { datesOf, dayCurve, rankLocations, todaysRows } from './today';

function location(posID: string, businessDate: string): Location {
  return {
    posID,
    name: posID.toUpperCase(),
    website: null,
    timeZone: 'America/New_York',
    postalAddress: null,
    phone: null,
    businessDate,
  };
}

const east = location('east', '2026-11-21T00:00:00');
const west = location('west', '2026-11-20');

function live(posID: string, businessDate: string, grossSales: number): LiveTotals {
  return {
    ...dailyFigures({ grossSales }),
    posID,
    businessDate,
    openShifts: 0,
    notClockedOut: 0,
    soFar: true,
  };
}

describe('datesOf', () => {
  it('spans the business dates of all locations', () => {
    expect(datesOf([east, west])).toEqual({ first: '2026-11-20', last: '2026-11-21' });
    expect(datesOf([])).toBeNull();
  });
});

describe('todaysRows', () => {
  const answer = [
    dailyRow('east', '2026-11-20', { grossSales: 1 }),
    dailyRow('east', '2026-11-21T00:00:00', { grossSales: 2 }, { lastWeek: dailyFigures() }),
    dailyRow('west', '2026-11-20', { grossSales: 3 }),
    dailyRow('west', '2026-11-21', { grossSales: 4 }),
  ];

  it("takes each location's own today", () => {
    const rows = todaysRows([east, west], answer, {}, {});
    expect(rows.map((row) => [row.posID, row.grossSales])).toEqual([
      ['east', 2],
      ['west', 3],
    ]);
  });

  it('redraws from live totals and keeps the comparison of the answer', () => {
    const totals = { east: { '2026-11-21': live('east', '2026-11-21', 20) } };
    const [row] = todaysRows([east], answer, totals, {});
    expect(row).toMatchObject({ grossSales: 20, lastWeek: dailyFigures() });
  });

  it('trusts an answer that was asked for after the live totals came', () => {
    const totals = { east: { '2026-11-21': live('east', '2026-11-21', 20) } };
    const [row] = todaysRows([east], answer, totals, totals);
    expect(row?.grossSales).toBe(2);
  });

  it('ignores live totals of another date and shows the first check of a day', () => {
    const totals = {
      east: { '2026-11-20': live('east', '2026-11-20', 99) },
      west: { '2026-11-20': live('west', '2026-11-20', 7) },
    };
    const rows = todaysRows([east, west], [], totals, {});
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ posID: 'west', grossSales: 7, lastWeek: null });
  });
});

describe('dayCurve', () => {
  it('adds locations up by hour and draws nothing beyond what is known', () => {
    const curve = dayCurve(
      [east, west],
      [
        hourlyRow('east', 11, { grossSales: 0.1, businessDate: '2026-11-21' }, 5),
        hourlyRow('east', 13, { grossSales: 3, businessDate: '2026-11-21' }, 6),
        hourlyRow('west', 11, { grossSales: 0.2, businessDate: '2026-11-20' }),
        hourlyRow('west', 14, { grossSales: 0, checks: 0, businessDate: '2026-11-20' }, 4),
        hourlyRow('east', 9, { grossSales: 50, businessDate: '2026-11-20' }),
      ],
    );
    expect(curve).toEqual({
      hours: ['11 AM', '12 PM', '1 PM', '2 PM'],
      today: [0.3, 0, 3, null],
      lastWeek: [5, 0, 6, 4],
    });
  });

  it('is nothing before the first check', () => {
    expect(dayCurve([east], [])).toEqual({ hours: [], today: [], lastWeek: [] });
  });
});

describe('rankLocations', () => {
  it('puts the largest first and keeps those without sales', () => {
    const rows = [
      { ...dailyRow('west', '2026-11-20', { grossSales: 40 }) },
      { ...dailyRow('east', '2026-11-21', { grossSales: 80 }) },
    ];
    const north = location('north', '2026-11-21');
    expect(
      rankLocations([west, north, east], rows).map(({ posID, grossSales, share }) => [
        posID,
        grossSales,
        share,
      ]),
    ).toEqual([
      ['east', 80, 1],
      ['west', 40, 0.5],
      ['north', 0, 0],
    ]);
  });

  it('draws no bars where nobody has sold', () => {
    expect(rankLocations([east], []).map(({ share }) => share)).toEqual([0]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Location } from '@/api';
import type { LiveTotals } from '@/live/slice';
import { dailyFigures, dailyRow, hourlyRow } from '@/testing/data/reportRows';
import { beforeOpening, datesOf, dayCurve, nothingSold, todaysRows } from './today';

function location(posID: string, businessDate: string): Location {
  return {
    posID,
    name: posID.toUpperCase(),
    website: null,
    timeZone: 'America/New_York',
    postalAddress: null,
    phone: null,
    businessDate,
    dayStart: '04:00',
    dayStarts: [{ startDate: null, dayStart: '04:00' }],
    isSample: false,
  };
}

const east = location('east', '2026-11-21T00:00:00');
const west = location('west', '2026-11-20');

function live(posID: string, businessDate: string, grossSales: number): LiveTotals {
  const { hoursWithoutWage, ...figures } = dailyFigures({ grossSales });
  return { ...figures, posID, businessDate };
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

  it("takes live totals and keeps the answer's comparison", () => {
    const totals = { east: { '2026-11-21': live('east', '2026-11-21', 20) } };
    const [row] = todaysRows([east], answer, totals, {});
    expect(row).toMatchObject({ grossSales: 20, lastWeek: dailyFigures() });
  });

  it('keeps hours without wage that the live totals lack', () => {
    const totals = { east: { '2026-11-21': live('east', '2026-11-21', 20) } };
    const lacking = [dailyRow('east', '2026-11-21', { grossSales: 2, hoursWithoutWage: 7.5 })];
    expect(todaysRows([east], lacking, totals, {})[0]).toMatchObject({
      grossSales: 20,
      hoursWithoutWage: 7.5,
    });
    expect(todaysRows([east], [], totals, {})[0]?.hoursWithoutWage).toBe(0);
    const sent = { ...live('east', '2026-11-21', 20), hoursWithoutWage: 0 };
    const newer = { east: { '2026-11-21': sent } };
    expect(todaysRows([east], lacking, newer, {})[0]?.hoursWithoutWage).toBe(0);
  });

  it('prefers an answer requested after the live totals', () => {
    const totals = { east: { '2026-11-21': live('east', '2026-11-21', 20) } };
    const [row] = todaysRows([east], answer, totals, totals);
    expect(row?.grossSales).toBe(2);
  });

  it('ignores live totals of another date', () => {
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
  /** 1:20 PM in New York. */
  const clock = new Date('2026-11-21T18:20:00Z');
  const sold = (posID: string, hour: number, grossSales: number, businessDate: string) =>
    hourlyRow(posID, hour, { grossSales, businessDate });
  const lastWeek = [
    sold('east', 11, 5, '2026-11-14'),
    sold('east', 13, 8, '2026-11-14'),
    sold('east', 15, 7, '2026-11-14'),
  ];

  it("runs to now today, and through the whole of last week's day", () => {
    const today = [sold('east', 11, 0.1, '2026-11-21'), sold('east', 13, 0.2, '2026-11-21')];
    const curve = dayCurve([east], today, lastWeek, { clock, sales: 0.35, lastWeek: 6.5 });
    expect(curve).toEqual({
      moments: ['11 AM', '12 PM', '1 PM', 'Now', '2 PM', '3 PM', '4 PM'],
      axis: ['11 AM', '12 PM', '1 PM', 'Now', '2 PM', '3 PM', '4 PM'],
      today: [0, 0.1, 0.1, 0.35, null, null, null],
      lastWeek: [0, 5, 5, 6.5, 13, 13, 20],
    });
  });

  it('takes only compared dates, without hours without trade', () => {
    const today = [
      sold('east', 11, 1, '2026-11-21'),
      sold('east', 9, 50, '2026-11-20'),
      hourlyRow('east', 6, { grossSales: 0, checks: 0, businessDate: '2026-11-21' }),
    ];
    const curve = dayCurve([east], today, [], { clock, sales: 1, lastWeek: null });
    expect(curve.moments).toEqual(['11 AM', 'Now', '12 PM']);
    expect(curve.today).toEqual([0, 1, null]);
    expect(curve.lastWeek).toEqual([null, null, null]);
  });

  it('maps the hours of two time zones to one clock', () => {
    const la = { ...location('la', '2026-11-21'), timeZone: 'America/Los_Angeles' };
    const today = [sold('east', 13, 4, '2026-11-21'), sold('la', 10, 6, '2026-11-21')];
    const then = [sold('la', 12, 9, '2026-11-14')];
    const curve = dayCurve([la, east], today, then, { clock, sales: 10, lastWeek: null });
    // Noon in Los Angeles is 3 PM in New York.
    expect(curve.moments).toEqual(['1 PM', 'Now', '2 PM', '3 PM', '4 PM']);
    expect(curve.today).toEqual([0, 10, null, null, null]);
    expect(curve.lastWeek).toEqual([0, 0, 0, 0, 9]);
  });

  it('runs to the end of a day that begins before noon', () => {
    const bar = { ...east, dayStarts: [{ startDate: null, dayStart: '11:45' }] };
    const today = [sold('east', 11, 1, '2026-11-21'), sold('east', 35, 2, '2026-11-21')];
    // 11:30 AM of the next morning in New York.
    const late = new Date('2026-11-22T16:30:00Z');
    const curve = dayCurve([bar], today, [], { clock: late, sales: 3, lastWeek: null });
    expect(curve.moments).toHaveLength(27);
    expect(curve.moments.slice(0, 2)).toEqual(['11 AM', '12 PM']);
    expect(curve.moments.slice(-4)).toEqual(['10 AM', '11 AM next day', 'Now', '12 PM next day']);
    expect(curve.axis.slice(-2)).toEqual(['Now', '12 PM']);
    expect(curve.today.slice(-4)).toEqual([1, 1, 3, null]);
  });

  it('ends at the last hour of trade on another device date', () => {
    const today = [sold('east', 11, 1, '2026-11-21'), sold('east', 12, 2, '2026-11-21')];
    const wrong = new Date('2026-11-25T18:20:00Z');
    const curve = dayCurve([east], today, lastWeek, { clock: wrong, sales: 3, lastWeek: 5 });
    expect(curve.moments.indexOf('Now')).toBe(2);
    expect(curve.today.slice(0, 4)).toEqual([0, 1, 3, null]);
  });

  it('shows last week alone before the first check', () => {
    const early = new Date('2026-11-21T13:00:00Z');
    const now = { clock: early, sales: 0, lastWeek: null };
    expect(dayCurve([east], [], lastWeek, now).today).toEqual(Array(6).fill(null));
    const nothing = { moments: [], axis: [], today: [], lastWeek: [] };
    expect(dayCurve([east], [], [], now)).toEqual(nothing);
  });
});

describe('the day before its first sale', () => {
  it('says when the first location usually opens, and what it sold a week ago', () => {
    const rows = [
      { ...dailyRow('west', '2026-11-21', {}), usuallyOpensAt: '2026-11-21T12:00:00' },
      { ...dailyRow('east', '2026-11-21', {}), usuallyOpensAt: '2026-11-21T11:15:00' },
      dailyRow('new', '2026-11-21', {}),
    ];
    const hours = [10.1, 20.2].map((grossSales, hour) => hourlyRow('east', hour, { grossSales }));
    expect(beforeOpening(rows, hours, '2026-11-21')).toEqual({
      opensAt: '2026-11-21T11:15:00',
      lastWeek: 30.3,
      weekday: 'Saturday',
    });
    expect(beforeOpening([], [], '2026-11-21')).toMatchObject({ opensAt: null, lastWeek: null });
    const seated = dailyRow('new', '2026-11-21', { openChecks: 1 });
    expect(beforeOpening([...rows, seated], [], '2026-11-21').opensAt).toBeNull();
  });

  it('ends with a check, or with sales', () => {
    expect(nothingSold({ CHECKS: 0, GROSS_SALES: 0 })).toBe(true);
    expect(nothingSold({ CHECKS: 1, GROSS_SALES: 0 })).toBe(false);
    expect(nothingSold({ CHECKS: 0, GROSS_SALES: -5 })).toBe(false);
  });

  it('keeps its opening when a shift arrives live', () => {
    const totals = { east: { '2026-11-21': live('east', '2026-11-21', 0) } };
    const fetched = {
      ...dailyRow('east', '2026-11-21', {}, { soFar: true }),
      usuallyOpensAt: '2026-11-21T11:15:00',
    };
    expect(todaysRows([east], [fetched], totals, {})[0]?.usuallyOpensAt).toBe(
      '2026-11-21T11:15:00',
    );
  });
});

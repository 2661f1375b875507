import { describe, expect, it } from 'vitest';
import { hourlyRow } from '@/testing/reportRows';
import { byHour, hourRows, hourSlides } from './hourly';

const rows = [
  hourlyRow('a', 23, { grossSales: 30, checks: 2, grossLabor: 12 }, 20),
  hourlyRow('b', 23, { grossSales: 10, checks: 1, grossLabor: 3 }),
  hourlyRow('a', 25, { grossSales: 60, checks: 3 }, 60),
];

describe('byHour', () => {
  it('adds locations up and leaves no gap between hours', () => {
    const { hours, total } = byHour(rows);
    expect(hours.map(({ hour, grossSales, checks }) => [hour, grossSales, checks])).toEqual([
      [23, 40, 3],
      [24, 0, 0],
      [25, 60, 3],
    ]);
    expect(total).toMatchObject({ grossSales: 100, grossLabor: 15, checks: 6 });
  });

  it('compares like with like', () => {
    const { hours, total } = byHour(rows);
    expect(hours.map(({ change }) => change?.text ?? null)).toEqual(['+50%', null, '0%']);
    expect(total.change?.text).toBe('+13%');
  });

  it('is nothing without rows', () => {
    expect(byHour([]).hours).toEqual([]);
  });
});

describe('hourRows', () => {
  it('names hours past midnight by the clock and tells what each took', () => {
    const { hours, total } = byHour(rows);
    const lines = hourRows(hours, total);
    expect(lines.total.value).toBe('$100.00');
    expect(lines.rows.map(({ name, share }) => [name, share])).toEqual([
      ['11 PM – 12 AM', 0.4],
      ['12 AM – 1 AM', 0],
      ['1 AM – 2 AM', 0.6],
    ]);
    expect(lines.rows[0]?.detail?.replaceAll('\u00a0', ' ')).toBe(
      'Checks 3 · Covers 3 · Labor $15.00 · 37.5%',
    );
    expect(lines.rows[1]?.detail).toMatch(/–$/);
  });
});

describe('hourSlides', () => {
  it('draws sales with labor first', () => {
    const [first] = hourSlides(byHour(rows).hours);
    expect(first?.title).toBe('Sales and labor by hour');
  });
});

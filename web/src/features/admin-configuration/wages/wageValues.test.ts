import { describe, expect, it } from 'vitest';
import type { ShiftsWithoutWage, Wage } from '@/api';
import {
  enteredNotes,
  firstDay,
  peopleWithout,
  problemsOf,
  requestOf,
  shiftsIn,
  shiftWords,
  wageHolders,
} from './wageValues';

const shifts = (
  employeeID: string | null,
  job: string | null,
  first: string,
  count = 1,
  last = first,
): ShiftsWithoutWage => ({
  employeeID,
  employeeName: employeeID && `Name ${employeeID}`,
  job,
  shifts: count,
  first,
  last,
});
const anaCook = shifts('ana', 'Cook', '2026-07-17', 12, '2026-11-20');
const anaHost = shifts('ana', 'Host', '2026-07-02', 3, '2026-07-30');
const boCook = shifts('bo', 'Cook', '2026-06-30', 4, '2026-11-02');
const someCook = shifts(null, 'Cook', '2026-08-01');
const nobody = shifts(null, null, '2026-08-02');
const list = [anaCook, boCook, anaHost, someCook, nobody];

const wage = (from: string, rate: number, rest: Partial<Wage> = {}): Wage => ({
  employeeID: 'ana',
  employeeName: 'Ana',
  job: null,
  from,
  rate,
  ...rest,
});

describe('people without a wage', () => {
  it('count once each, and in each row without a name', () => {
    expect(peopleWithout(list)).toBe(4);
    expect(peopleWithout([])).toBe(0);
  });

  it('show the dates of their shifts', () => {
    expect(shiftWords(anaCook, '2026-11-29')).toBe('12 shifts since Jul 17');
    expect(shiftWords(someCook, '2026-11-29')).toBe('1 shift on Aug 1');
    expect(shiftWords(anaCook, '2027-01-02')).toBe('12 shifts since Jul 17, 2026');
  });
});

describe('the wage for some shifts', () => {
  it('is of the person or the job that the POS names', () => {
    expect(wageHolders(anaCook)).toEqual(['employee', 'job']);
    expect(wageHolders(someCook)).toEqual(['job']);
    expect(wageHolders(shifts('ana', null, '2026-08-01'))).toEqual(['employee']);
    expect(wageHolders(nobody)).toEqual([]);
  });

  it('concerns the shifts of the person, or of the job', () => {
    expect(shiftsIn(list, anaCook, 'employee')).toEqual([anaCook, anaHost]);
    expect(shiftsIn(list, anaCook, 'job')).toEqual([anaCook, boCook, someCook]);
  });

  it('begins with the first of those shifts', () => {
    expect(firstDay(list, anaCook, 'employee')).toBe('2026-07-02');
    expect(firstDay(list, anaCook, 'job')).toBe('2026-06-30');
    // The list is read again while the sheet is open.
    expect(firstDay([], anaCook, 'job')).toBe('2026-07-17');
  });

  it('needs an amount within the limits, and a date', () => {
    const wrong = (rate: string, from = '2026-07-17') =>
      problemsOf({ rate, from, holder: 'employee' });
    for (const fine of ['18', '18.5', '0.01', '1000', '$1,000.00']) expect(wrong(fine)).toEqual({});
    for (const bad of ['', '0', '-3', '1000.01', '18.555', 'a lot']) {
      expect(wrong(bad)).toEqual({ rate: 'Please enter an amount from $0.01 to $1,000.00.' });
    }
    expect(wrong('18', '')).toEqual({ from: 'Please choose a date.' });
  });

  it('is sent for the person, or for the job', () => {
    const values = { rate: '18.5', from: '2026-07-17', holder: 'employee' } as const;
    expect(requestOf(anaCook, values)).toEqual({
      employeeID: 'ana',
      from: '2026-07-17',
      rate: 18.5,
    });
    expect(requestOf(anaCook, { ...values, holder: 'job' })).toEqual({
      job: 'Cook',
      from: '2026-07-17',
      rate: 18.5,
    });
  });
});

describe('another date of an entered wage', () => {
  const now = wage('2026-09-01', 19);
  const wages = [
    wage('2026-07-17', 18),
    wage('2026-06-01', 30, { employeeID: null, job: 'Cook' }),
    now,
    wage('2026-06-01', 25, { employeeID: 'bo' }),
  ];

  it('says nothing while the date is unchanged', () => {
    expect(enteredNotes(wages, now, '2026-09-01')).toEqual([]);
    expect(enteredNotes(wages, now, '')).toEqual([]);
  });

  it('says which wages hold before and after it', () => {
    expect(enteredNotes(wages, now, '2026-12-01')).toEqual(['$19.00 holds until then.']);
    expect(enteredNotes(wages, now, '2026-08-01')).toEqual([
      '$18.00 holds until then.',
      '$19.00 holds from Sep 1, 2026.',
    ]);
    expect(enteredNotes(wages, now, '2026-07-01')).toEqual(['$18.00 holds from Jul 17, 2026.']);
  });

  it('says which wage it replaces', () => {
    expect(enteredNotes(wages, now, '2026-07-17')).toEqual([
      'Replaces $18.00.',
      '$19.00 holds from Sep 1, 2026.',
    ]);
  });
});

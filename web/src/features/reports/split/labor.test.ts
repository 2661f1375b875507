import { describe, expect, it } from 'vitest';
import type { LaborRow } from '@/api';
import { changeOf } from '@/lib/numbers';
import { hourlyRow } from '@/testing/data/reportRows';
import { comparedDays, reportAnswer } from '@/testing/data/reportTotals';
import { splitRow } from '@/testing/data/splitRows';
import { laborHeadline, laborSummary, notClockedOut, targetCell } from './labor';
import { targetOf } from './useLaborTarget';

const worked = (employeeName: string, notClockedOut: number, overtimeHours = 0) =>
  splitRow(
    'a',
    { job: 'Cook', employeeID: employeeName, employeeName },
    {
      grossLabor: 30,
      hours: 2,
      overtimeHours,
      declaredTips: 0,
      salesPerLaborHour: 5,
      openShifts: notClockedOut,
      notClockedOut,
      locationNetSales: 200,
    },
  ) as LaborRow;
const answer = reportAnswer('Labor', [worked('Ana', 1, 1.5), worked('Bo', 0)]);
const hours = reportAnswer('Hourly', [
  hourlyRow('a', 12, { grossSales: 150, grossLabor: 45 }),
  hourlyRow('a', 13, { grossSales: 50, grossLabor: 15 }),
]);

describe('the headline of labor', () => {
  it('is the percentage of all sales, with overtime', () => {
    const { amounts } = laborSummary(answer, hours);
    expect([amounts.LABOR_PERCENT, amounts.GROSS_LABOR, amounts.OVERTIME_HOURS]).toEqual([
      30, 60, 1.5,
    ]);
    expect(laborSummary(answer, undefined).amounts.LABOR_PERCENT).toBeUndefined();
  });

  it('says how far labor is from the target', () => {
    const summary = laborSummary(answer, hours);
    expect(targetCell(summary, 35)).toEqual([
      { key: 'target', label: 'vs target of 35%', value: '-5.0 pts', tone: 'good' },
    ]);
    expect(targetCell(summary, 25)[0]).toMatchObject({ value: '+5.0 pts', tone: 'bad' });
    expect(targetCell(summary, undefined)[0]?.value).toBeNull();
  });

  it('is not judged without all wages', () => {
    const lacking = [hourlyRow('a', 12, { grossSales: 150, grossLabor: 45, hoursWithoutWage: 4 })];
    const summary = laborSummary(answer, reportAnswer('Hourly', lacking));
    expect(targetCell(summary, 35)).toEqual([
      { key: 'target', label: 'vs target of 35%', value: '–' },
    ]);
  });

  it('has no change without all wages on both sides', () => {
    const [row] = [hourlyRow('a', 12, { grossSales: 100, grossLabor: 30 }, 100)];
    const then = { ...row.lastWeek, hoursWithoutWage: 4 } as NonNullable<typeof row.lastWeek>;
    const changeAgainst = (lastWeek: typeof then) => {
      const compared = { ...comparedDays, ...lastWeek };
      const compare = reportAnswer('Hourly', [{ ...row, lastWeek, compared }]);
      return changeOf('LABOR_PERCENT', laborSummary(answer, compare).compared);
    };
    expect(changeAgainst({ ...then, hoursWithoutWage: 0 })?.text).toBe('0.0 pts');
    expect(changeAgainst(then)).toBeNull();
  });

  it('shows hours where there is no target', () => {
    expect(targetCell(laborSummary(answer, hours), null)).toEqual([]);
    expect(laborHeadline(null).others[0]).toBe('HOURS');
    expect(laborHeadline(30).others).not.toContain('HOURS');
  });
});

describe('people who have not clocked out', () => {
  it('are named, each once', () => {
    expect(notClockedOut(answer.body)).toBe('Not clocked out: Ana');
    expect(notClockedOut([worked('Bo', 0)])).toBeUndefined();
    const many = ['A', 'B', 'C', 'D', 'E', 'F', 'A'].map((name) => worked(name, 1));
    expect(notClockedOut(many)).toBe('Not clocked out: A, B, C, D and 2 more');
  });
});

describe('the target', () => {
  it("is the threshold of the location's labor rule while that is on", () => {
    const rule = (enabled: boolean) => ({
      rules: [{ kind: 'laborHigh' as const, enabled, push: true, threshold: 32.5 }],
    });
    expect(targetOf(rule(true))).toBe(32.5);
    expect(targetOf(rule(false))).toBeNull();
    expect(targetOf({ rules: [] })).toBeNull();
  });
});

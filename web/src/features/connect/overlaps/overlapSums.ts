import type { ImportConflict } from '@/api';

/** The days that count twice, and what the import has on them: a day with two other sources once. */
export function overlapSums(overlaps: readonly ImportConflict[]) {
  const days = [...new Map(overlaps.map((one) => [one.businessDate, one])).values()];
  return {
    dates: days.map(({ businessDate }) => businessDate),
    checks: days.reduce((sum, { importChecks }) => sum + importChecks, 0),
    netSales:
      days.reduce((sum, { importNetSales }) => sum + Math.round(importNetSales * 100), 0) / 100,
  };
}

import type { ConnectedDay } from '@/api/connect';
import { sumMoney } from '@/lib/money';

interface Sums {
  checks: number;
  netSales: number;
}

/** What the other sources have on days. */
export function othersSums(days: readonly ConnectedDay[]): Sums {
  const sources = days.flatMap((day) => day.sources);
  return {
    checks: sources.reduce((sum, { checks }) => sum + checks, 0),
    netSales: sumMoney(sources.map(({ netSales }) => netSales)),
  };
}

/** What the POS has on days; `null` until each of them is counted. */
export function posSums(days: readonly ConnectedDay[]): Sums | null {
  let checks = 0;
  const amounts: number[] = [];
  for (const { posChecks, posNetSales } of days) {
    if (posChecks === null || posNetSales === null) return null;
    checks += posChecks;
    amounts.push(posNetSales);
  }
  return { checks, netSales: sumMoney(amounts) };
}

import { dailySalesPath, salesHistoryPath } from '@/lib/paths';
import type { useToday } from '../today/useToday';
import type { Figure } from './figures';

/** The state of Home that decides the target of a figure. */
export type ShownDay = Pick<ReturnType<typeof useToday>, 'posID' | 'dates'>;

/**
 * Target of a tap on a figure: its report of today; for checks, their list. While the locations have different business
 * dates, today is both: each location's figure on Home is of its own.
 */
export function figurePath(
  figure: Figure['id'] | 'GROSS_SALES',
  { posID, dates }: ShownDay,
): string {
  const days = dates && dates.first !== dates.last ? { from: dates.first, to: dates.last } : {};
  switch (figure) {
    case 'GROSS_SALES':
    case 'GROSS_PROFIT':
      return dailySalesPath({ tab: 'sales', ...days });
    case 'LABOR_PERCENT':
      return dailySalesPath({ tab: 'labor', ...days });
    case 'COST_PERCENT':
      return dailySalesPath({ tab: 'item', ...days });
    case 'GROSS_COVER':
      return dailySalesPath({ tab: 'hourly', ...days });
    case 'CHECKS':
      // The list of checks needs one location; over all of them, the report by employee leads on to it.
      return posID === null
        ? dailySalesPath({ tab: 'employee', ...days })
        : salesHistoryPath({ ...(dates && { from: dates.last, to: dates.last }), posID });
  }
}

import { dailySalesPath, salesHistoryPath } from '@/lib/paths';
import type { Figure } from './figures';
import type { useToday } from './useToday';

/** What of Home decides where a figure leads. */
type Shown = Pick<ReturnType<typeof useToday>, 'posID' | 'dates'>;

/** Where a tap on a figure leads: the report that takes it apart, of today; checks to their list. */
export function figurePath(figure: Figure['key'] | 'grossSales', { posID, dates }: Shown): string {
  switch (figure) {
    case 'grossSales':
    case 'grossProfit':
      return dailySalesPath({ tab: 'sales' });
    case 'laborPercent':
      return dailySalesPath({ tab: 'labor' });
    case 'costPercent':
      return dailySalesPath({ tab: 'item' });
    case 'grossCover':
      return dailySalesPath({ tab: 'hourly' });
    case 'averageCheck':
      return dailySalesPath({ tab: 'employee' });
    case 'checks':
      return salesHistoryPath({
        ...(dates && { from: dates.last, to: dates.last }),
        ...(posID !== null && { posID }),
      });
  }
}

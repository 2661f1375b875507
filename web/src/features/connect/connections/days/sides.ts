import type { ConnectedDay } from '@/api/connect';
import { messages } from '@/lib/messages';
import type { DayOfTwo } from '../../days/DaysOfTwo';

const words = messages.connectedDays;

/** Days with what the other sources and the POS have there. */
export function sidesOf(days: readonly ConnectedDay[], pos: string): DayOfTwo[] {
  return days.map(({ businessDate, sources, posChecks, posNetSales }) => ({
    key: businessDate,
    businessDate,
    sides: [
      ...sources.map(({ sourceName, checks, netSales }) => ({
        label: words.there(sourceName),
        sums: { checks, netSales },
      })),
      {
        label: words.atPos(pos),
        sums:
          posChecks === null || posNetSales === null
            ? words.notCounted
            : { checks: posChecks, netSales: posNetSales },
      },
    ],
  }));
}

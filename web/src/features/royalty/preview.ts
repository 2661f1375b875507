import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import {
  formatPointCount,
  formatWorth,
  MOST_PERCENT,
  parseHundredths,
  pointsFor,
} from '@/lib/points';

const words = messages.royaltyWords;

/** Sales of the example in dollars. */
const EXAMPLE_SPEND = 20;

/** Hundredths of the typed percentage; `null` if it cannot be saved. */
export function rateOf(typed: string): number | null {
  const hundredths = parseHundredths(typed);
  return hundredths !== null && hundredths <= MOST_PERCENT * 100 ? hundredths : null;
}

/** The effect of a percentage for a guest and for the restaurant. */
export function previewOf(hundredths: number, lastMonthEligible: number): string[] {
  const example = pointsFor(EXAMPLE_SPEND, hundredths);
  const cost = formatWorth(pointsFor(lastMonthEligible, hundredths));
  return [
    words.preview(formatPointCount(example), formatWorth(example)),
    lastMonthEligible === 0 ? words.noSales : words.cost(formatMoney(lastMonthEligible), cost),
  ];
}

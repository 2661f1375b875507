import type { Slide } from '@/components/charts';
import { type FigureId, figureOf } from '@/lib/figures';
import { messages } from '@/lib/messages';
import type { Summary } from '@/lib/numbers';
import {
  MOST_BARS,
  orderedSlide,
  part,
  partsPieSlide,
  pieSlide,
  rankingSlide,
  spansSlide,
  stackSlide,
} from '../chart/slides';
import type { SpanNames } from '../rows/comparison';
import type { Member } from '../rows/members';
import { partsOfSales } from './dailyLines';

/** Most stacks that stay readable. */
const MOST_STACKS = 31;

/** A span by date and by location. */
export interface DailyMembers {
  total: Summary;
  /** Oldest first. */
  dates: readonly Member[];
  locations: readonly Member[];
}

const parts = partsOfSales.map((id) => part(id));

function datesSlide(main: FigureId, dates: readonly Member[], before: SpanNames): Slide {
  return orderedSlide({
    key: 'by-date',
    title: messages.reportWords.figureBy(
      figureOf(main).label,
      messages.chartWords.date.toLowerCase(),
    ),
    names: messages.chartWords.date,
    members: dates,
    figures: [main],
    before: before.short,
  });
}

/** Slides of the sales tab. */
export function salesSlides({ total, dates, locations }: DailyMembers, before: SpanNames): Slide[] {
  const words = messages.reportWords;
  const names = messages.chartWords.location;
  const shares = locations.length > 1 ? [pieSlide('GROSS_SALES', locations, names)] : [];
  const whereSalesGo = partsPieSlide(words.whereSalesGo, 'GROSS_SALES', parts, total);
  if (dates.length < 2) {
    const main = ['GROSS_SALES', 'GROSS_COST', 'GROSS_LABOR', 'GROSS_PROFIT'] as const;
    const title = total.compared === null ? words.figures : words.comparedWith(before.long);
    return [spansSlide(main, total, title, before.short), whereSalesGo, ...shares];
  }
  const [first, ...others] = parts;
  const stacked =
    first === undefined || dates.length > MOST_STACKS
      ? []
      : [
          stackSlide({
            key: 'parts-by-date',
            title: words.whereSalesGo,
            names: messages.chartWords.date,
            parts: [first, ...others],
            members: dates,
            horizontal: false,
          }),
        ];
  return [
    datesSlide('GROSS_SALES', dates, before),
    ...(stacked.length > 0 ? stacked : [whereSalesGo]),
    ...(shares.length > 0 || stacked.length === 0 ? shares : [whereSalesGo]),
  ];
}

/** Slides of one figure: a history tab, or a kind of the summary. */
export function figureSlides(
  main: FigureId,
  { total, dates, locations }: DailyMembers,
  before: SpanNames,
): Slide[] {
  const names = messages.chartWords.location;
  const days = dates.length > 1 ? datesSlide(main, dates, before) : null;
  return [
    days ?? spansSlide([main], total, messages.reportWords.comparedWith(before.long), before.short),
    ...(locations.length > 1
      ? [rankingSlide(main, locations, names), pieSlide(main, locations, names)]
      : []),
    ...(locations.length < 2 && dates.length > 1 && dates.length <= MOST_BARS
      ? [pieSlide(main, dates, messages.chartWords.date)]
      : []),
  ];
}

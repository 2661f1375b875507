import {
  barOption,
  type ChartStyle,
  horizontalBarOption,
  lineOption,
  pieOption,
  type Slide,
  stackedBarOption,
  tableOf,
} from '@/components/charts';
import { type FigureId, figureOf } from '@/lib/figures';
import { messages } from '@/lib/messages';
import { sumMoney } from '@/lib/money';
import {
  type Amounts,
  addsUp,
  formatPercent,
  formatPiePercent,
  isBalance,
  type Summary,
  writingOf,
} from '@/lib/numbers';
import { amountOf, type Member, weightOf } from '../rows/members';

const words = messages.chartWords;

/** Most bars that stay readable on a phone; more become a line. */
export const MOST_BARS = 14;
/** Most members of a chart; the rest is one, 'Other'. */
const MOST_MEMBERS = 8;

/** A part of a whole in a stacked bar or a pie. */
export interface ChartPart {
  label: string;
  figure: FigureId;
  of: (amounts: Amounts) => number;
}

/** A figure as a part, unchanged. */
export function part(figure: FigureId): ChartPart {
  return { label: figureOf(figure).label, figure, of: (amounts) => amounts[figure] ?? 0 };
}

function nameOf(member: Member): string {
  return member.short ?? member.name;
}

/** Values of the compared span; `undefined` if no member has one. */
function beforeOf(figure: FigureId, members: readonly Member[], name: string) {
  const values = members.map(({ summary }) => summary.compared?.before[figure] ?? null);
  return values.some((value) => value !== null) ? { name, values } : undefined;
}

function format(figure: FigureId) {
  const { value, label, axis } = writingOf(figure);
  return { format: value, formatLabel: label, formatAxis: axis };
}

/** Whether a series has anything to draw. */
function hasValues({ values }: { values: readonly (number | null)[] }): boolean {
  return values.some((value) => value !== null && value !== 0);
}

interface OrderedData {
  key: string;
  title: string;
  /** Name of the members: 'Hour', 'Date'. */
  names: string;
  members: readonly Member[];
  figures: readonly [FigureId, ...FigureId[]];
  /** Name of the earlier span, if it is drawn too. */
  before?: string | undefined;
  /** A line across all members. */
  target?: { name: string; value: number } | undefined;
  /** Bars are cut here. */
  most?: number;
}

/** Figures of hours or dates beside an earlier span: bars, or a line if they are many. */
export function orderedSlide({
  key,
  title,
  names,
  members,
  figures,
  before,
  target,
  most,
}: OrderedData): Slide {
  const [main] = figures;
  const categories = members.map(nameOf);
  const series = figures.map((id) => ({
    name: figureOf(id).label,
    values: members.map(({ summary }) => summary.amounts[id] ?? null),
  }));
  const comparison = before === undefined ? undefined : beforeOf(main, members, before);
  const [current] = series;
  const chart = { ...format(main), description: title, categories, comparison };
  const bars =
    members.length <= MOST_BARS ||
    figures.length > 1 ||
    most !== undefined ||
    current === undefined;
  return {
    key,
    title,
    figures,
    build: [...series, ...(comparison ? [comparison] : [])].some(hasValues)
      ? (style: ChartStyle) =>
          bars
            ? barOption({ ...chart, series, target, most }, style)
            : lineOption({ ...chart, current }, style)
      : null,
    table: tableOf(
      names,
      members.map(({ name }) => name),
      [
        ...series.map((row, index) => ({
          ...row,
          format: writingOf(figures[index] ?? main).value,
        })),
        ...(comparison ? [{ ...comparison, format: writingOf(main).value }] : []),
      ],
    ),
  };
}

/** The largest members, and the sum of the others if the figure is a sum; in a balance they would cancel out. */
export function topOf(
  members: readonly Member[],
  figure: FigureId,
): { name: string; value: number; rest?: boolean }[] {
  const named = members
    .filter(({ summary }) => typeof summary.amounts[figure] === 'number')
    .sort((a, b) => weightOf(b, figure) - weightOf(a, figure))
    .map((member) => ({ name: nameOf(member), value: amountOf(member, figure) }));
  const shown = named.slice(0, MOST_MEMBERS).sort((a, b) => b.value - a.value);
  const rest = named.slice(MOST_MEMBERS);
  if (rest.length === 0 || !addsUp(figure) || isBalance(figure)) {
    return shown;
  }
  return [
    ...shown,
    { name: words.other, value: sumMoney(rest.map(({ value }) => value)), rest: true },
  ];
}

/** How much of a figure the shown members are: 'Top 8 are 30% of gross sales'; undefined if all are shown. */
function topNote(items: ReturnType<typeof topOf>, label: string): string | undefined {
  const shown = items.filter(({ rest }) => rest !== true);
  const whole = sumMoney(items.map(({ value }) => value));
  return shown.length === items.length || whole <= 0
    ? undefined
    : words.topShare(
        shown.length,
        formatPercent((sumMoney(shown.map(({ value }) => value)) / whole) * 100),
        label.toLowerCase(),
      );
}

/** Members ranked by a figure; `of` names the location whose members they are. */
export function rankingSlide(
  figure: FigureId,
  members: readonly Member[],
  names: string,
  of?: string,
): Slide {
  const { label } = figureOf(figure);
  const items = topOf(members, figure);
  const by = messages.reportWords.figureBy(label, names.toLowerCase());
  const title = of === undefined ? by : `${by} · ${of}`;
  return {
    key: `ranking-${figure}-${names}-${of ?? ''}`,
    title,
    figures: [figure],
    note: topNote(items, label),
    build: items.some(({ value }) => value !== 0)
      ? (style: ChartStyle) =>
          horizontalBarOption({ ...format(figure), description: title, name: label, items }, style)
      : null,
    table: tableOf(
      names,
      items.map(({ name }) => name),
      [{ name: label, values: items.map(({ value }) => value), format: writingOf(figure).value }],
    ),
  };
}

interface Shares {
  key: string;
  title: string;
  figure: FigureId;
  names: string;
  slices: readonly { name: string; value: number }[];
}

/** Shares of a whole as a pie; values not above 0 are in the table only. */
function sharesSlide({ key, title, figure, names, slices }: Shares): Slide {
  const { label } = figureOf(figure);
  const whole = slices.reduce((sum, { value }) => sum + Math.max(value, 0), 0);
  return {
    key,
    title,
    figures: [figure],
    build:
      whole > 0
        ? (style: ChartStyle) =>
            pieOption(
              { description: title, name: label, slices, format: writingOf(figure).value },
              style,
            )
        : null,
    table: tableOf(
      names,
      slices.map(({ name }) => name),
      [
        {
          name: label,
          values: slices.map(({ value }) => value),
          format: writingOf(figure).value,
        },
        {
          name: messages.figures.shareOfSales,
          values: slices.map(({ value }) => (whole > 0 && value > 0 ? (value / whole) * 100 : 0)),
          format: formatPiePercent,
        },
      ],
    ),
  };
}

/** Shares of members in a figure. */
export function pieSlide(figure: FigureId, members: readonly Member[], names: string): Slide {
  return sharesSlide({
    key: `shares-${figure}-${names}`,
    title: messages.reportWords.shareBy(names),
    figure,
    names,
    slices: members.map((member) => ({
      name: nameOf(member),
      value: amountOf(member, figure),
    })),
  });
}

/** The parts of a whole. */
export function partsPieSlide(
  title: string,
  whole: FigureId,
  parts: readonly ChartPart[],
  { amounts }: Summary,
): Slide {
  return sharesSlide({
    key: 'parts',
    title,
    figure: whole,
    names: messages.chartWords.figure,
    slices: parts.map(({ label, of }) => ({ name: label, value: of(amounts) })),
  });
}

interface Stack {
  key: string;
  title: string;
  names: string;
  parts: readonly [ChartPart, ...ChartPart[]];
  members: readonly Member[];
  /** Horizontal, with full names, or vertical along an axis of dates. */
  horizontal: boolean;
}

/** Parts of each member on top of each other, with a legend. */
export function stackSlide({ key, title, names, parts, members, horizontal }: Stack): Slide {
  const shown = horizontal ? members.slice(0, MOST_MEMBERS) : members;
  const [{ figure }] = parts;
  const series = parts.map(({ label, of }) => ({
    name: label,
    values: shown.map(({ summary }) => of(summary.amounts)),
  }));
  const { value, axis } = writingOf(figure);
  return {
    key,
    title,
    figures: [...new Set(parts.map((one) => one.figure))],
    build: series.some(hasValues)
      ? (style: ChartStyle) =>
          stackedBarOption(
            {
              description: title,
              categories: shown.map(nameOf),
              series,
              format: value,
              formatAxis: axis,
              horizontal,
            },
            style,
          )
      : null,
    table: tableOf(
      names,
      shown.map(({ name }) => name),
      series.map((row) => ({ ...row, format: value })),
    ),
  };
}

/** Figures of one span beside those of the compared one. */
export function spansSlide(
  figures: readonly [FigureId, ...FigureId[]],
  { amounts, compared }: Summary,
  title: string,
  before: string,
): Slide {
  // Short, so that all names fit the axis.
  const categories = figures.map((id) =>
    id === 'GROSS_SALES' ? messages.reports.history.sales : figureOf(id).label,
  );
  const values = (from: Amounts) => figures.map((id) => from[id] ?? null);
  const comparison =
    compared === null ? undefined : { name: before, values: values(compared.before) };
  const earlier = comparison ? [comparison] : [];
  const series = [{ name: words.thisPeriod, values: values(amounts) }];
  const chart = { ...format(figures[0]), description: title, categories };
  return {
    key: 'spans',
    title,
    figures,
    build: [...series, ...earlier].some(hasValues)
      ? (style: ChartStyle) => barOption({ ...chart, series, comparison }, style)
      : null,
    table: tableOf(
      words.figure,
      categories,
      [...series, ...earlier].map((row) => ({ ...row, format: writingOf(figures[0]).value })),
    ),
  };
}

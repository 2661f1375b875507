import type { ShareRow } from '@/components/data-list';
import { type FigureId, figureOf } from '@/lib/figures';
import { messages } from '@/lib/messages';
import { changeOf, formatFigure, isBalance, isIncomplete, type Summary } from '@/lib/numbers';
import { amountOf, type Member } from '../rows/members';

/** Lines wrap between the parts only. */
const NO_BREAK = '\u00a0';

/** Text that stays on one line. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', NO_BREAK);
}

/** Gaps of a figure: lines without a cost, shifts without a wage, or running shifts. */
export function flagsOf(id: FigureId, summary: Summary): string[] {
  const { amounts } = summary;
  const words = messages.figures;
  const labor = id === 'GROSS_LABOR' || id === 'HOURS' || id === 'LABOR_PERCENT';
  const running = labor && (amounts.OPEN_SHIFTS ?? 0) > 0;
  const forgotten = labor && (amounts.NOT_CLOCKED_OUT ?? 0) > 0;
  return [
    ...(isIncomplete(id, amounts) ? [words.incomplete] : []),
    ...(running ? [words.soFar] : []),
    ...(forgotten ? [messages.reportWords.notClockedOut] : []),
  ];
}

/** Figures on one line, without empty ones: `Checks 3`, `Average check $24.10`. */
function figuresLine(ids: readonly FigureId[], summary: Summary): string[] {
  return ids
    .filter((id) => (summary.amounts[id] ?? 0) !== 0)
    .map((id) => unbroken(`${figureOf(id).label} ${formatFigure(id, summary.amounts[id])}`));
}

/** Parts of a second line; `undefined` if there are none. */
export function joined(parts: readonly (string | undefined)[]): string | undefined {
  const shown = parts.filter((text): text is string => text !== undefined && text !== '');
  return shown.length === 0 ? undefined : shown.join(' · ');
}

/** Part of a whole, 0 to 1. */
export function shareOf(amount: number, whole: number): number {
  return whole === 0 ? 0 : amount / whole;
}

/** A running span, and the gaps of the figure. */
export function runningOf(main: FigureId, summary: Summary): string[] {
  const running = summary.soFar ? [messages.figures.soFar] : [];
  return [...new Set([...running, ...flagsOf(main, summary)])];
}

/** The first line of a list: the total. Figures of `rare` stand last where they are not 0. */
export function totalLine(
  main: FigureId,
  summary: Summary,
  detail: readonly (string | undefined)[],
  rare: readonly FigureId[] = [],
): ShareRow {
  const text = joined([...detail, ...runningOf(main, summary), ...figuresLine(rare, summary)]);
  return {
    key: 'total',
    name: messages.figures.total,
    detail: text,
    about: text,
    amounts: summary.amounts,
    value: formatFigure(main, summary.amounts[main]),
    change: changeOf(main, summary.compared),
  };
}

interface MemberWords {
  /** First on the second line. */
  about?: (member: Member) => readonly (string | undefined)[];
  /** Figures on the second line where they have no columns. */
  line?: readonly FigureId[];
  /** Gaps of the figure, behind the others. */
  flags?: typeof flagsOf;
  /** Figures that few rows have, last. They have no columns. */
  rare?: readonly FigureId[];
}

/** A line for each member, with its share of the total; a balance has no shares. */
export function memberLines(
  main: FigureId,
  members: readonly Member[],
  total: Summary,
  { about = () => [], line = [], flags = flagsOf, rare = [] }: MemberWords = {},
): ShareRow[] {
  const whole = total.amounts[main] ?? 0;
  return members.map((member) => {
    const { key, name, group, summary } = member;
    const first = about(member);
    const last = [...flags(main, summary), ...figuresLine(rare, summary)];
    return {
      key,
      name,
      group,
      detail: joined([...first, ...figuresLine(line, summary), ...last]),
      about: joined([...first, ...last]),
      amounts: summary.amounts,
      value: formatFigure(main, summary.amounts[main]),
      ...(!isBalance(main) && { share: shareOf(amountOf(member, main), whole) }),
      change: changeOf(main, summary.compared),
    };
  });
}

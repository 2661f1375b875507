import type { Location } from '@/api';
import { dateOf, formatAxisDay, formatMonth, formatWeekday } from '@/lib/dates';
import type { FigureId } from '@/lib/figures';
import {
  isBalance,
  type ReportAnswer,
  type ReportRow,
  type Summary,
  summarize,
  summaryOf,
} from '@/lib/numbers';

/** The API's name for facts without the report's dimension. */
export const UNASSIGNED = 'Unassigned';

/** The member of a row: an item, an employee, a day. */
export interface MemberInfo {
  key: string;
  /** In lists. */
  name: string;
  /** On an axis, if that differs. */
  short?: string;
  /** Second line of a list, before the figures. */
  detail?: string;
  /** The location, if members differ by location. */
  posID?: string;
  /** Order among the members; without it they are ranked by the main figure, a balance by its distance from 0. */
  order?: number;
}

/** Rows of one member, over dates and locations. */
export interface Member extends MemberInfo {
  summary: Summary;
  /** Name of the location, if members differ by location. */
  group?: string;
  /** Values without a figure in the catalogue. */
  words?: readonly string[] | undefined;
}

/** Rows grouped by member; in their own order, else the largest `main` first. */
export function membersOf<R extends ReportRow>(
  rows: readonly R[],
  ids: readonly FigureId[],
  main: FigureId,
  memberOf: (row: R) => MemberInfo,
  wordsOf?: (rows: readonly R[]) => readonly string[],
): Member[] {
  const groups = new Map<string, { member: MemberInfo; rows: R[] }>();
  for (const row of rows) {
    const member = memberOf(row);
    const group = groups.get(member.key);
    if (group === undefined) {
      groups.set(member.key, { member, rows: [row] });
    } else {
      group.rows.push(row);
    }
  }
  return [...groups.values()]
    .map(({ member, rows: own }) => ({
      ...member,
      summary: summarize(ids, own),
      words: wordsOf?.(own),
    }))
    .sort(ranked(main));
}

function ranked(main: FigureId) {
  return (a: Member, b: Member) =>
    (a.order ?? 0) - (b.order ?? 0) ||
    weightOf(b, main) - weightOf(a, main) ||
    a.name.localeCompare(b.name);
}

/** A member's figure; a missing one counts as 0. */
export function amountOf({ summary }: Pick<Member, 'summary'>, id: FigureId): number {
  return summary.amounts[id] ?? 0;
}

/** What a member is ranked by: its figure, or the distance of a balance from 0. */
export function weightOf(member: Pick<Member, 'summary'>, id: FigureId): number {
  const amount = amountOf(member, id);
  return isBalance(id) ? Math.abs(amount) : amount;
}

/** Name of a location in the list. */
function locationName(posID: string, locations: readonly Location[]): string {
  return locations.find((location) => location.posID === posID)?.name ?? posID;
}

/** An answer's totals by location; the largest first. */
export function byLocation(
  totals: ReportAnswer<unknown>['locationTotals'],
  ids: readonly FigureId[],
  main: FigureId,
  locations: readonly Location[],
): Member[] {
  return totals
    .map((total) => ({
      key: total.posID,
      name: locationName(total.posID, locations),
      summary: summaryOf(ids, total),
    }))
    .sort(ranked(main));
}

/** All locations of a business date, or of a month, added up; oldest first. */
export function byDate<R extends ReportRow & { businessDate: string }>(
  rows: readonly R[],
  ids: readonly FigureId[],
  main: FigureId,
  grouping: 'day' | 'month',
): Member[] {
  return membersOf(rows, ids, main, ({ businessDate }) => {
    const date = dateOf(businessDate);
    const month = formatMonth(date);
    return {
      key: date,
      name: grouping === 'month' ? month : formatWeekday(date),
      short: grouping === 'month' ? month : formatAxisDay(date),
      order: Number(date.replaceAll('-', '')),
    };
  });
}

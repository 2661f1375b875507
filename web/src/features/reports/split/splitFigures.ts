import type { DailyRow, Location } from '@/api';
import { reportOf } from '@/lib/figures';
import {
  type Amounts,
  type Compared,
  type ReportRow,
  type Summary,
  summarize,
} from '@/lib/numbers';
import { byLocation, locationName, locationsOf, type Member, membersOf } from '../rows/members';
import type { SplitReport } from './splitReport';

/** What the screen of a report shows. */
interface SplitFigures {
  total: Summary;
  members: Member[];
  /** By the coarser split; empty where the report has none. */
  groups: Member[];
  locations: Member[];
}

const daily = reportOf('Daily').figureIds;

function merged(
  ids: readonly (keyof Amounts)[],
  own: Compared | null,
  whole: Compared | null,
): Compared | null {
  if (whole === null) {
    return own;
  }
  const pick = (side: 'current' | 'before'): Amounts =>
    Object.fromEntries(ids.map((id) => [id, whole[side][id] ?? own?.[side][id] ?? null]));
  return { current: pick('current'), before: pick('before') };
}

/**
 * A total's comparison by the span as a whole, for the figures that a day has too: what was there a
 * week ago only has no row, and counts all the same.
 */
function withWhole(summary: Summary, days: readonly ReportRow[] | undefined): Summary {
  if (days === undefined) {
    return { ...summary, lastWeek: null, lastYear: null };
  }
  const ids = Object.keys(summary.amounts) as (keyof Amounts)[];
  const whole = summarize(
    daily.filter((id) => ids.includes(id)),
    days,
  );
  return {
    ...summary,
    lastWeek: merged(ids, summary.lastWeek, whole.lastWeek),
    lastYear: merged(ids, summary.lastYear, whole.lastYear),
  };
}

/** A report's rows added up: in all, by member, by the coarser split, by location. */
export function splitFigures<R extends ReportRow>(
  report: SplitReport<R>,
  rows: readonly R[],
  /** The same span as a whole; undefined while it is not known. */
  days: readonly DailyRow[] | undefined,
  list: readonly Location[],
): SplitFigures {
  const { main, memberOf, groups, fill, wordsOf, partial = false } = report;
  const ids = report.report.figureIds;
  const several = locationsOf(rows) > 1;
  const whole = partial ? [] : days;
  const members = membersOf(rows, ids, main, (row) => memberOf(row, several), wordsOf).map(
    (member) =>
      member.posID === undefined
        ? member
        : { ...member, short: `${member.name} · ${locationName(member.posID, list)}` },
  );
  return {
    total: withWhole(summarize(ids, rows), whole),
    members: fill?.(members) ?? members,
    groups: groups === undefined ? [] : membersOf(rows, ids, main, groups.memberOf),
    locations: byLocation(rows, ids, main, list).map((member) => ({
      ...member,
      summary: withWhole(
        member.summary,
        whole?.filter(({ posID }) => posID === member.key),
      ),
    })),
  };
}

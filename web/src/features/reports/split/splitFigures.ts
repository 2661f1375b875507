import type { Location } from '@/api';
import { type ReportAnswer, type ReportRow, type Summary, summaryOf } from '@/lib/numbers';
import type { HeadlineFigures } from '../headline/headlines';
import { byLocation, locationName, type Member, membersOf } from '../rows/members';
import type { SplitReport } from './splitReport';

/** The figures of a report's screen. */
interface SplitFigures {
  total: Summary;
  members: Member[];
  /** By the coarser split; empty without one. */
  groups: Member[];
  locations: Member[];
}

/** A report's figures: in all, by member, by the coarser split, by location. */
export function splitFigures<R extends ReportRow>(
  report: SplitReport<R>,
  { body: rows, total, locationTotals }: ReportAnswer<R>,
  list: readonly Location[],
): SplitFigures {
  const { main, memberOf, groups, fill, wordsOf } = report;
  const ids = report.report.figureIds;
  const several = locationTotals.length > 1;
  const members = membersOf(rows, ids, main, (row) => memberOf(row, several), wordsOf).map(
    (member) =>
      member.posID === undefined
        ? member
        : { ...member, short: `${member.name} · ${locationName(member.posID, list)}` },
  );
  return {
    total: summaryOf(ids, total),
    members: fill?.(members) ?? members,
    groups: groups === undefined ? [] : membersOf(rows, ids, main, groups.memberOf),
    locations: byLocation(locationTotals, ids, main, list),
  };
}

/** Most figures under a headline. */
const UNDER_HEADLINE = 4;

/** The headline of a report: its main figure, and what it names, or its next figures. */
export function splitHeadline<R extends ReportRow>({
  main,
  headline,
  report: { figureIds },
}: SplitReport<R>): HeadlineFigures {
  const others = figureIds.filter((id) => id !== main).slice(0, UNDER_HEADLINE);
  return { ids: figureIds, main, others: headline ?? others };
}

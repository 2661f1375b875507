import type { Location } from '@/api';
import type { FigureId } from '@/lib/figures';
import { messages } from '@/lib/messages';
import { type ReportAnswer, type ReportRow, type Summary, summaryOf } from '@/lib/numbers';
import type { HeadlineFigures } from '../headline/headlines';
import { byLocation, type Member, membersOf } from '../rows/members';
import type { SplitReport } from './splitReport';

/** The figures of a report's screen. */
interface SplitFigures {
  total: Summary;
  members: Member[];
  /** By each coarser split. */
  groups: { names: string; members: Member[]; leadsToChecks: boolean }[];
  locations: Member[];
}

/** A report's figures: in all, by member, by coarser splits, by location. */
export function splitFigures<R extends ReportRow>(
  report: SplitReport<R>,
  { body: rows, total, locationTotals }: ReportAnswer<R>,
  list: readonly Location[],
): SplitFigures {
  const { main, memberOf, groups = [], fill, wordsOf } = report;
  const ids = report.report.figureIds;
  const several = locationTotals.length > 1;
  const locations = byLocation(locationTotals, ids, main, list);
  const members = inLocations(
    membersOf(rows, ids, main, (row) => memberOf(row, several), wordsOf),
    locations,
  );
  return {
    total: summaryOf(ids, total),
    members: fill?.(members) ?? members,
    groups: groups.map(({ names, memberOf: groupOf, leadsToChecks = false }) => ({
      names,
      leadsToChecks,
      members: inLocations(
        membersOf(rows, ids, main, (row) => groupOf(row, several)),
        locations,
      ),
    })),
    locations,
  };
}

/** Members that differ by location under its name, the largest location first; those of all locations stay last. */
function inLocations(members: Member[], locations: readonly Member[]): Member[] {
  if (!members.some(({ posID }) => posID !== undefined)) return members;
  const grouped = locations.flatMap(({ key, name }) =>
    members.filter(({ posID }) => posID === key).map((member) => ({ ...member, group: name })),
  );
  const ofAll = members.filter(({ posID }) => posID === undefined);
  return [...grouped, ...ofAll.map((member) => ({ ...member, group: messages.locations.all }))];
}

/** Most figures under a headline, and beside the main one in a table. */
const FURTHER_FIGURES = 4;

/** The headline of a report: its main figure, and what it names, or its next figures. */
export function splitHeadline<R extends ReportRow>(report: SplitReport<R>): HeadlineFigures {
  const {
    main,
    headline,
    report: { figureIds },
  } = report;
  return { ids: figureIds, main, others: headline ?? nextFigures(figureIds, main) };
}

/** Figures beside the main one in a report's table: those of the second lines first. */
export function tableColumns<R extends ReportRow>({
  main,
  line,
  headline = [],
  report: { figureIds },
}: SplitReport<R>): FigureId[] {
  const all = new Set([...line, ...headline, ...figureIds]);
  return nextFigures(
    [...all].filter((id) => figureIds.includes(id)),
    main,
  );
}

function nextFigures(ids: readonly FigureId[], main: FigureId): FigureId[] {
  return ids.filter((id) => id !== main).slice(0, FURTHER_FIGURES);
}

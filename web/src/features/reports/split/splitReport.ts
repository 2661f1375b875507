import type { Slide } from '@/components/charts';
import type { FigureId, ReportEntry } from '@/lib/figures';
import type { ReportRow } from '@/lib/numbers';
import type { ReportQuery } from '../request/ReportFrame';
import type { ReportCall } from '../request/useReportRequest';
import type { Member, MemberOf } from '../rows/members';

/** What a report's charts are drawn from. */
export interface ChartData<R extends ReportRow> {
  rows: readonly R[];
  members: readonly Member[];
  /** By the coarser split, where the report has one. */
  groups: readonly Member[];
  /** Name of the span that the report is compared with. */
  before: string;
}

/** A report that splits a span by something: all that tells it from the others. */
export interface SplitReport<R extends ReportRow> {
  /** Its entry in the catalogue: call, title, figures. */
  report: ReportEntry;
  /** The figure that ranks it and that shares are of. */
  main: FigureId;
  /** The hook of its call. */
  useRows: (argument: ReportCall['argument'], options: ReportCall['options']) => ReportQuery<R>;
  /** Who a row belongs to; `several` where the rows come from several locations. */
  memberOf: (row: R, several: boolean) => MemberOf;
  /** What it splits by, in words: 'Item'. */
  names: string;
  /** Figures on the second line of a row. */
  line: readonly FigureId[];
  charts: (data: ChartData<R>) => Slide[];
  /** A coarser split with a list of its own: 'Job'. */
  groups?: { names: string; memberOf: (row: R) => MemberOf };
  /** Members that lie between others and have no rows: hours without trade. */
  fill?: (members: readonly Member[]) => Member[];
  /** Words of a row that the catalogue does not have. */
  wordsOf?: (rows: readonly R[]) => readonly string[];
  /** Many rows: a search over them. */
  search?: boolean;
  /** Checks can be looked for by its names. */
  leadsToChecks?: boolean;
}

import type { Slide } from '@/components/charts';
import type { FigureId, ReportEntry } from '@/lib/figures';
import type { ReportRow } from '@/lib/numbers';
import type { ReportQuery } from '../request/ReportFrame';
import type { ReportCall } from '../request/useReportRequest';
import type { Member, MemberInfo } from '../rows/members';

/** The data of a report's charts. */
export interface ChartData<R extends ReportRow> {
  rows: readonly R[];
  members: readonly Member[];
  /** By the coarser split, if the report has one. */
  groups: readonly Member[];
  locations: readonly Member[];
  /** Name of the span that the report is compared with. */
  before: string;
}

/** A report that splits a span by a dimension, as an entry of the catalogue. */
export interface SplitReport<R extends ReportRow> {
  /** Entry in the catalogue of figures: call, title, figures. */
  report: ReportEntry;
  /** The main figure, which ranks members and has shares. */
  main: FigureId;
  /** The hook of the report's call. */
  useRows: (argument: ReportCall['argument'], options: ReportCall['options']) => ReportQuery<R>;
  /** The member of a row; `several` if the rows come from several locations. */
  memberOf: (row: R, several: boolean) => MemberInfo;
  /** Name of the dimension: 'Item'. */
  names: string;
  /** Figures under the total, four at most; else the first ones of the report. */
  headline?: readonly FigureId[];
  /** Figures on the second line of a row. */
  line: readonly FigureId[];
  charts: (data: ChartData<R>) => Slide[];
  /** A coarser split with a list of its own: 'Job'. */
  groups?: { names: string; memberOf: (row: R) => MemberInfo };
  /** Adds members without rows between others: hours without trade. */
  fill?: (members: readonly Member[]) => Member[];
  /** Details of a row beside the catalogue's figures. */
  wordsOf?: (rows: readonly R[]) => readonly string[];
  /** Offers a search over many rows. */
  search?: boolean;
  /** The list of checks can be searched by its names. */
  leadsToChecks?: boolean;
}

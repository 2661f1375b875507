import type { ComponentType } from 'react';
import type { HourlyRow } from '@/api';
import type { Slide } from '@/components/charts';
import type { FigureId, ReportEntry } from '@/lib/figures';
import type { ReportAnswer, ReportRow } from '@/lib/numbers';
import type { ReportSpan } from '../picker/useReportSpan';
import type { ReportQuery } from '../request/ReportFrame';
import type { ReportCall } from '../request/useReportRequest';
import type { Member, MemberInfo } from '../rows/members';

/** The data of a report's charts. */
export interface ChartData<R extends ReportRow> {
  rows: readonly R[];
  members: readonly Member[];
  /** By the first coarser split, if the report has one. */
  groups: readonly Member[];
  locations: readonly Member[];
  /** Name of the span that the report is compared with. */
  before: string;
  /** The same span by hour, if the report needs it. */
  hours: readonly Member[];
  /** The labor target in percent, if the report needs it; undefined while it loads. */
  target: number | null | undefined;
}

/** What a report's own headline shows. */
export interface HeadlineProps<R extends ReportRow> {
  answer: ReportAnswer<R> | null;
  /** The same span by hour. */
  hours: ReportAnswer<HourlyRow> | undefined;
  /** The labor target in percent; `null` without one, undefined while it loads. */
  target: number | null | undefined;
  span: ReportSpan;
}

/** A coarser split of the same rows. */
export interface SplitGroup<R extends ReportRow> {
  /** Its name: 'Job'. */
  names: string;
  /** `several` if the rows come from several locations. */
  memberOf: (row: R, several: boolean) => MemberInfo;
  /** The list of checks can be searched by its names. */
  leadsToChecks?: boolean;
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
  /** Above the headline, also where the span has no rows. */
  Top?: ComponentType<{ span: ReportSpan }>;
  /** Its headline, if that is more than the main figure and others under it. */
  Headline?: ComponentType<HeadlineProps<R>>;
  /** Figures under the total, four at most; else the first ones of the report. */
  headline?: readonly FigureId[];
  /** Figures on the second line of a row. */
  line: readonly FigureId[];
  /** Figures that few rows have: last on their second line. */
  rare?: readonly FigureId[];
  charts: (data: ChartData<R>) => Slide[];
  /** Coarser splits with a list of their own each: 'Job'. */
  groups?: readonly SplitGroup<R>[];
  /** Adds members without rows between others: hours without trade. */
  fill?: (members: readonly Member[]) => Member[];
  /** Details of a row beside the catalogue's figures. */
  wordsOf?: (rows: readonly R[]) => readonly string[];
  /** What it needs beside its own rows: the same span by hour, the location's labor target. */
  needs?: readonly ('hours' | 'target')[];
  /** Offers a search over many rows. */
  search?: boolean;
  /** The list of checks can be searched by its names. */
  leadsToChecks?: boolean;
}

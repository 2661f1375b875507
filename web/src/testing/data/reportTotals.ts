import { type FigureId, figureOf, type ReportEntry, reportNames, reportOf } from '@/lib/figures';
import {
  type Part,
  type ReportAnswer,
  type ReportRow,
  type ReportTotal,
  valueOver,
} from '@/lib/numbers';

type Row = ReportRow & { businessDate?: string };
type Span = readonly Row[];

/** The report behind a call; none behind any other call. */
export function reportOfCall(call: string): ReportEntry | undefined {
  const path = call.startsWith('get-lastsevendays-report/') ? reportOf('Daily').call : call;
  return reportNames.map(reportOf).find((report) => report.call === path);
}

function figuresOf(ids: readonly FigureId[], parts: readonly Part[]): object {
  return Object.fromEntries(ids.map((id) => [figureOf(id).key, valueOver(id, parts)]));
}

function partOf({ posID }: Row, figures: object): Part {
  return { posID, figures };
}

/** One row of a location's date: a span is compared as a whole. */
function spansOf(rows: readonly Row[]): Span[] {
  const spans = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${row.posID} ${row.businessDate}`;
    spans.set(key, [...(spans.get(key) ?? []), row]);
  }
  return [...spans.values()];
}

/** The days that answers of tests are compared with. */
export const comparedDays = { startDate: '2026-11-14', endDate: '2026-11-14' };

function totalOf(ids: readonly FigureId[], rows: readonly Row[]): ReportTotal {
  const compare = (side: 'lastWeek' | 'compared') => {
    const spans = spansOf(rows).filter((span) => span.some((row) => row[side]));
    const current = spans.flat().map((row) => partOf(row, row.comparable ?? row));
    const before = spans.flat().flatMap((row) => {
      const then = row[side];
      return then ? [partOf(row, then)] : [];
    });
    return spans.length === 0
      ? null
      : { current: figuresOf(ids, current), before: figuresOf(ids, before) };
  };
  const compared = compare('compared');
  return {
    ...figuresOf(
      ids,
      rows.map((row) => partOf(row, row)),
    ),
    soFar: rows.some(({ soFar }) => soFar),
    lastWeek: compare('lastWeek'),
    ...(compared && { compared: { ...comparedDays, ...compared } }),
  };
}

/** Rows as the server compares them where a request asks for it: here always with the week before. */
export function comparedRows(
  rows: readonly Row[],
  { compareTo }: Record<string, unknown>,
): readonly Row[] {
  if (compareTo === undefined) return rows;
  return rows.map((row) =>
    row.lastWeek === null ? row : { ...row, compared: { ...comparedDays, ...row.lastWeek } },
  );
}

/** The server's totals of a report's rows. */
export function reportTotals(
  { figureIds }: ReportEntry,
  rows: readonly Row[],
): Omit<ReportAnswer<Row>, 'body'> {
  const locations = [...new Set(rows.map(({ posID }) => posID))];
  return {
    total: totalOf(figureIds, rows),
    locationTotals: locations.map((posID) => ({
      posID,
      ...totalOf(
        figureIds,
        rows.filter((row) => row.posID === posID),
      ),
    })),
  };
}

/** A report's answer: rows and totals. */
export function reportAnswer<R extends Row>(name: string, rows: R[]): ReportAnswer<R> {
  return { body: rows, ...reportTotals(reportOf(name), rows) };
}

import type { FigureId } from '@/lib/figures';
import type { Change, Summary } from '@/lib/numbers';

/** One line of a list with share bars. */
export interface ShareRow {
  key: string;
  name: string;
  /** Second line, muted. */
  detail?: string | undefined;
  /** The second line where the row's figures have columns. */
  about?: string | undefined;
  /** The row's figures, for columns. */
  amounts?: Summary['amounts'] | undefined;
  /** Written value. */
  value: string;
  /** What it belongs to: rows of one group follow each other under its name. */
  group?: string | undefined;
  /** Part of the total, 0 to 1; without it there is no bar. */
  share?: number | undefined;
  change?: Change | null | undefined;
  /** The figure that the row states: an icon beside its name explains it. */
  figure?: FigureId | undefined;
  /** Where a tap on it leads, in a list whose rows open no details. */
  to?: string | undefined;
}

/** What the rows of a list have in common. */
export interface ShareRowsProps {
  /** The compared span: 'week before'. */
  against?: string | undefined;
  /** Opens the details of a row. */
  onOpen?: ((row: ShareRow) => void) | undefined;
  /** The largest share of the list: its bar is full. */
  largest: number;
}

/** Rows under the name of their group. */
export interface ShareGroup {
  name: string | undefined;
  rows: readonly ShareRow[];
}

/** Rows under the names of their groups. */
export function inGroups(rows: readonly ShareRow[]): ShareGroup[] {
  const groups: { name: string | undefined; rows: ShareRow[] }[] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last !== undefined && last.name === row.group) last.rows.push(row);
    else groups.push({ name: row.group, rows: [row] });
  }
  return groups;
}

/** A share as part of the largest one. */
export function barOf(share: number, largest: number): number {
  return largest > 0 ? share / largest : 0;
}

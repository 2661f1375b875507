import type { FigureId } from '@/lib/figures';
import type { ShareRow } from './shareRow';

/** What a table is sorted by: names, changes, or a figure. */
export type SortKey = 'name' | 'change' | FigureId;

/** A chosen order; `null` is the report's own. */
export type Sort = { by: SortKey; descending: boolean } | null;

/** The order after a tap on a column: names from A, numbers from the largest; then turned around; then the report's own. */
export function nextSort(sort: Sort, by: SortKey): Sort {
  const first = by !== 'name';
  if (sort?.by !== by) return { by, descending: first };
  return sort.descending === first ? { by, descending: !first } : null;
}

function figureBehind(row: ShareRow, by: Exclude<SortKey, 'name'>): number | null {
  return (by === 'change' ? row.change?.by : row.amounts?.[by]) ?? null;
}

/** Rows in the chosen order; rows without a value stay last. */
export function inOrder(rows: readonly ShareRow[], sort: Sort): readonly ShareRow[] {
  if (sort === null) return rows;
  const { by, descending } = sort;
  const turn = descending ? -1 : 1;
  return rows.toSorted((a, b) => {
    if (by === 'name') return turn * a.name.localeCompare(b.name, 'en-US', { numeric: true });
    const [one, other] = [figureBehind(a, by), figureBehind(b, by)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return turn * (one - other);
  });
}

import type { ImportTable } from '@/api';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';

const words = messages.importFiles;

/** The kind of a table's rows in words; `null` if it is not known. */
function kindText(kind: string | null): string | null {
  return kind !== null && kind in words.kinds
    ? words.kinds[kind as keyof typeof words.kinds]
    : null;
}

/** What a table is: `From Square · Items sold · 1,204 rows`. */
export function tableText({ exporter, layout, rowKind, rows, unusedBecause }: ImportTable): string {
  const origin =
    exporter !== null
      ? words.from(exporter)
      : layout !== null
        ? layout
        : unusedBecause === null && rowKind !== null
          ? words.byColumns
          : words.unknown;
  return [origin, kindText(rowKind), messages.imports.rows(formatCount(rows))]
    .filter((part) => part !== null)
    .join(' · ');
}

/** A file name for the layout of a table. */
export function layoutName({ layout, name }: Pick<ImportTable, 'layout' | 'name'>): string {
  const plain = (layout ?? name)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return `${plain.slice(0, 60) || 'layout'}.layout.yaml`;
}

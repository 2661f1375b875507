import catalogue from '../../../../../proto/figures.json' with { type: 'json' };
import type { Screen } from '../screens';

/** Where an added field of a fact is found. */
export interface Row {
  /** The kind of a fact, and its field. */
  field: string;
  /** Its value on a screen; of something that was taken away, also what stands there. */
  shown: readonly [Screen, value: string | RegExp, beside?: string];
  /** The file, and cells of one of its lines. */
  filed: readonly [file: string, cells: Readonly<Record<string, string>>];
  /** The screen that explains it, and how. */
  explained: readonly [Screen, string];
  /** The fact takes something away: it is neither on the screen nor in the file. */
  gone?: true;
}

type Parts = [Row['shown'], Row['filed'], Row['explained']];

/** A field, its value on a screen, in a file, and its explanation. */
export function row(field: string, ...[shown, filed, explained]: Parts): Row {
  return { field, shown, filed, explained };
}

/** The same of a fact that takes something away. */
export function removed(field: string, ...parts: Parts): Row {
  return { ...row(field, ...parts), gone: true };
}

/** The meaning of a figure. */
export function figure(id: keyof typeof catalogue.figures): string {
  return catalogue.figures[id].definition;
}

/** The meaning of a dimension of a report. */
export function dimension(report: string, key: string): string {
  const splits: readonly { key: string; definition?: string }[] =
    catalogue.reports.find(({ name }) => name === report)?.splits ?? [];
  return splits.find((split) => split.key === key)?.definition ?? `${report} ${key} has no meaning`;
}

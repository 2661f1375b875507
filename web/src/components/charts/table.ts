import type { Format } from './options';

/** The data of a chart as a table. */
export interface ChartTable {
  /** The first heads the names, the others the values. */
  columns: readonly string[];
  rows: readonly { key: string; name: string; values: readonly string[] }[];
}

/** A named row of values, written by its own rule where it has one. */
interface Column {
  name: string;
  values: readonly (number | null)[];
  format: Format;
}

/** A table with a row for each category and a column for each series. */
export function tableOf(
  names: string,
  categories: readonly string[],
  columns: readonly Column[],
): ChartTable {
  return {
    columns: [names, ...columns.map(({ name }) => name)],
    rows: categories.map((name, index) => ({
      key: `${index} ${name}`,
      name,
      values: columns.map(({ values, format }) => {
        const value = values[index];
        return value === null || value === undefined ? '–' : format(value);
      }),
    })),
  };
}

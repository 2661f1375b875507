import classes from './ChartTable.module.css';
import type { ChartTable as Data } from './table';

/** A chart's data as a table; as high as the chart, it scrolls by itself. */
export function ChartTable({ title, table }: { title: string; table: Data }) {
  const [names, ...values] = table.columns;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
    <section className={classes.root} tabIndex={0} aria-label={title}>
      <table className={classes.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{names}</th>
            {values.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.name}</th>
              {row.values.map((value, index) => (
                <td key={table.columns[index + 1]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

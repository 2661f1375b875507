import { Title, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { messages } from '@/lib/messages';
import { type Change, percentOf } from '@/lib/numbers';
import { Card } from './Card';
import { ChangeBadge } from './ChangeBadge';
import { ShareBar } from './ShareBar';
import classes from './ShareList.module.css';

/** One line of a list with share bars. */
export interface ShareRow {
  key: string;
  name: string;
  /** Second line, muted. */
  detail?: string | undefined;
  /** Written value. */
  value: string;
  /** Part of the total, 0 to 1; without it there is no bar. */
  share?: number | undefined;
  change?: Change | null | undefined;
}

interface ShareListProps {
  title: string;
  /** Stands first, without a bar. */
  total?: ShareRow | undefined;
  rows: readonly ShareRow[];
}

/** The data of a chart as a table: total first, a share bar in each row. */
export function ShareList({ title, total, rows }: ShareListProps) {
  const titleId = useId();
  return (
    <Card labelledBy={titleId}>
      <Title order={2} fz="md" id={titleId} mb="xs">
        {title}
      </Title>
      <table className={classes.table} aria-labelledby={titleId}>
        <VisuallyHidden component="thead">
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{messages.figures.amount}</th>
          </tr>
        </VisuallyHidden>
        <tbody>
          {total && <ShareLine row={total} strong />}
          {rows.map((row) => (
            <ShareLine key={row.key} row={row} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function ShareLine({ row, strong = false }: { row: ShareRow; strong?: boolean }) {
  return (
    <tr className={classes.row} data-strong={strong || undefined}>
      <th scope="row" className={classes.name}>
        {row.name}
        {row.detail && <span className={classes.detail}>{row.detail}</span>}
        {row.share !== undefined && <ShareBar share={row.share} />}
      </th>
      <td className={classes.value}>
        <span className={classes.amount}>{row.value}</span>
        <span className={classes.notes}>
          {row.share !== undefined && <span>{percentOf(row.share, 1)}%</span>}
          {row.change && <ChangeBadge change={row.change} />}
        </span>
      </td>
    </tr>
  );
}

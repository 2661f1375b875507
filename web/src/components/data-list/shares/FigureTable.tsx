import { Button, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { type FigureId, figureOf } from '@/lib/figures';
import { messages } from '@/lib/messages';
import { formatFigure, percentOf } from '@/lib/numbers';
import { ChangeBadge } from '../ChangeBadge';
import classes from './FigureTable.module.css';
import { RowName } from './RowName';
import list from './ShareList.module.css';
import type { ShareGroup, ShareRow, ShareRowsProps } from './shareRow';
import { inOrder, nextSort, type Sort, type SortKey } from './tableOrder';

const words = messages.reportWords;

/** The columns of a table. */
export interface TableColumns {
  /** Name of the rows: 'Item'. */
  names: string;
  /** Beside the main figure. */
  figures: readonly FigureId[];
}

interface FigureTableProps extends ShareRowsProps {
  labelledBy: string;
  /** The main figure: rows have shares of it. */
  figure: FigureId;
  columns: TableColumns;
  total: ShareRow | undefined;
  groups: readonly ShareGroup[];
}

/** Rows that are drawn before a person asks for all. */
const FIRST_ROWS = 100;

/** Names with a column for each figure, which sorts: for the width of a tablet. Groups stay, sorted each. */
export function FigureTable(props: FigureTableProps) {
  const { labelledBy, figure, columns, total, groups, ...line } = props;
  const [sort, setSort] = useState<Sort>(null);
  const [all, setAll] = useState(false);
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const compared = [total, ...groups.flatMap(({ rows }) => rows)].some((row) => row?.change);
  const heads: { by: SortKey; label: string }[] = [
    { by: 'name', label: columns.names },
    { by: figure, label: figureOf(figure).label },
    ...(compared ? [{ by: 'change' as const, label: words.trend }] : []),
    ...columns.figures.map((id) => ({ by: id, label: figureOf(id).label })),
  ];
  let left = all ? count : FIRST_ROWS;
  const cells = { figures: columns.figures, compared };
  return (
    <>
      <table className={`${list.table} ${classes.table}`} aria-labelledby={labelledBy}>
        <thead>
          <tr>
            {heads.map(({ by, label }) => (
              <SortHead
                key={by}
                label={label}
                descending={sort?.by === by ? sort.descending : null}
                onSort={() => setSort(nextSort(sort, by))}
              />
            ))}
          </tr>
        </thead>
        {total && (
          <tbody>
            <TableRow row={total} {...line} {...cells} strong />
          </tbody>
        )}
        {groups.map(({ name, rows }) => {
          const drawn = inOrder(rows, sort).slice(0, left);
          left -= drawn.length;
          return (
            drawn.length > 0 && (
              <tbody key={name ?? ''}>
                {name !== undefined && (
                  <tr className={list.row}>
                    <th scope="rowgroup" colSpan={heads.length} className={list.group}>
                      {name}
                    </th>
                  </tr>
                )}
                {drawn.map((row) => (
                  <TableRow key={row.key} row={row} {...line} {...cells} />
                ))}
              </tbody>
            )
          );
        })}
      </table>
      {!all && count > FIRST_ROWS && (
        <Button variant="default" mt="sm" onClick={() => setAll(true)}>
          {words.showAllRows(count)}
        </Button>
      )}
    </>
  );
}

interface SortHeadProps {
  label: string;
  /** `null` while the table is sorted by another column. */
  descending: boolean | null;
  onSort: () => void;
}

function SortHead({ label, descending, onSort }: SortHeadProps) {
  const Icon = descending === false ? IconArrowUp : IconArrowDown;
  const order = descending ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={descending === null ? undefined : order}>
      <UnstyledButton className={classes.sort} onClick={onSort}>
        {label}
        <Icon size={14} aria-hidden data-hidden={descending === null || undefined} />
      </UnstyledButton>
    </th>
  );
}

interface TableRowProps extends ShareRowsProps {
  figures: readonly FigureId[];
  row: ShareRow;
  compared: boolean;
  strong?: boolean;
}

function TableRow({ row, figures, compared, strong = false, ...rest }: TableRowProps) {
  return (
    <tr className={list.row} data-strong={strong || undefined}>
      <RowName row={row} detail={row.about} {...rest} />
      <td className={classes.main}>
        {row.value}
        {row.share !== undefined && (
          <span className={classes.share}>{percentOf(row.share, 1)}%</span>
        )}
      </td>
      {compared && (
        <td>
          {row.change ? (
            <ChangeBadge change={row.change} against={rest.against} />
          ) : (
            messages.figures.none
          )}
        </td>
      )}
      {figures.map((id) => (
        <td key={id}>{formatFigure(id, row.amounts?.[id])}</td>
      ))}
    </tr>
  );
}

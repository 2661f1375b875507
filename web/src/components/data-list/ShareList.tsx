import { Title, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { FigureInfo } from '@/components/figure';
import { SearchBox } from '@/components/list/SearchBox';
import { EmptyRegion } from '@/components/placeholder/EmptyRegion';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { usePrinting } from '@/components/print/usePrinting';
import { type FigureId, figureOf } from '@/lib/figures';
import { messages } from '@/lib/messages';
import { type Change, percentOf } from '@/lib/numbers';
import { Card } from './Card';
import { ChangeBadge } from './ChangeBadge';
import { ListRow } from './ListRow';
import { VirtualList } from './rows/VirtualList';
import { SecondLine } from './SecondLine';
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
  /** What it belongs to: rows of one group follow each other under its name. */
  group?: string | undefined;
  /** Part of the total, 0 to 1; without it there is no bar. */
  share?: number | undefined;
  change?: Change | null | undefined;
  /** The figure that the row states: an icon beside its name explains it. */
  figure?: FigureId | undefined;
}

interface ShareListProps {
  title: string;
  /** The figure of all values: it heads them. */
  figure?: FigureId | undefined;
  /** The compared span: 'week before'. */
  against?: string | undefined;
  /** Stands first, without a bar. */
  total?: ShareRow | undefined;
  rows: readonly ShareRow[];
  /** Opens the details of a row. */
  onOpen?: ((row: ShareRow) => void) | undefined;
  /** Offers a search over names and second lines. */
  search?: { label: string; none: string; initial?: string | undefined } | undefined;
}

/** More rows than these are drawn as they come into sight. */
const MOST_DRAWN = 40;

function keyOf(row: ShareRow): string {
  return row.key;
}

function matches(row: ShareRow, wanted: string): boolean {
  return `${row.name} ${row.detail ?? ''} ${row.group ?? ''}`.toLowerCase().includes(wanted);
}

/** Rows under the names of their groups. */
function inGroups(rows: readonly ShareRow[]): { name: string | undefined; rows: ShareRow[] }[] {
  const groups: { name: string | undefined; rows: ShareRow[] }[] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last !== undefined && last.name === row.group) last.rows.push(row);
    else groups.push({ name: row.group, rows: [row] });
  }
  return groups;
}

/** The data of a chart as a table: total first, a bar in each row, which is full in the largest. */
export function ShareList({ title, figure, against, total, rows, onOpen, search }: ShareListProps) {
  const titleId = useId();
  const printing = usePrinting();
  const [wanted, setWanted] = useState(search?.initial?.trim().toLowerCase() ?? '');
  const found = useMemo(
    () => (wanted === '' ? rows : rows.filter((row) => matches(row, wanted))),
    [rows, wanted],
  );
  const groups = useMemo(() => inGroups(found), [found]);
  const heads = useMemo(() => new Set(groups.map(({ rows: [first] }) => first?.key)), [groups]);
  const largest = Math.max(0, ...rows.map(({ share = 0 }) => share));
  const line = { against, onOpen, largest };
  const virtual = found.length > MOST_DRAWN && !printing;
  const compared = [total, ...rows].some((row) => row?.change);
  return (
    <Card labelledBy={titleId}>
      <div className={classes.head}>
        <Title order={2} fz="md" id={titleId} className={classes.title}>
          {title}
        </Title>
        {figure && (
          <span className={classes.figure}>
            {figureOf(figure).label}
            <FigureInfo id={figure} />
          </span>
        )}
      </div>
      {compared && against && <p className={classes.against}>{against}</p>}
      {search && (
        <div className={classes.search}>
          <SearchBox
            label={search.label}
            placeholder={search.label}
            value={search.initial ?? ''}
            onSearch={(words) => setWanted(words.toLowerCase())}
          />
        </div>
      )}
      <table
        className={classes.table}
        aria-labelledby={titleId}
        data-long={found.length > MOST_DRAWN || undefined}
      >
        <VisuallyHidden component="thead">
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{figure ? figureOf(figure).label : messages.figures.amount}</th>
          </tr>
        </VisuallyHidden>
        {total && (
          <tbody>
            <ShareLine row={total} {...line} strong />
          </tbody>
        )}
        {!virtual &&
          groups.map(({ name, rows: own }) => (
            <tbody key={own[0]?.key}>
              {name !== undefined && (
                <tr className={classes.row}>
                  <th scope="rowgroup" colSpan={2} className={classes.group}>
                    {name}
                  </th>
                </tr>
              )}
              {own.map((row) => (
                <ShareLine key={row.key} row={row} {...line} />
              ))}
            </tbody>
          ))}
      </table>
      {virtual && (
        <VirtualList
          label={title}
          items={found}
          keyOf={keyOf}
          render={(row) => (
            <>
              {row.group !== undefined && heads.has(row.key) && (
                <div className={classes.group}>{row.group}</div>
              )}
              <VirtualLine row={row} {...line} />
            </>
          )}
        />
      )}
      {search && (
        <EmptyRegion>{found.length === 0 && <EmptySection text={search.none} />}</EmptyRegion>
      )}
    </Card>
  );
}

interface LineProps {
  row: ShareRow;
  against: string | undefined;
  onOpen: ((row: ShareRow) => void) | undefined;
  /** The largest share of the list: its bar is full. */
  largest: number;
}

/** A share as part of the largest one. */
function barOf(share: number, largest: number): number {
  return largest > 0 ? share / largest : 0;
}

function ShareLine({
  row,
  against,
  onOpen,
  largest,
  strong = false,
}: LineProps & { strong?: boolean }) {
  return (
    <tr className={classes.row} data-strong={strong || undefined}>
      <th scope="row" className={classes.name}>
        {onOpen ? (
          <UnstyledButton
            className={classes.open}
            aria-haspopup="dialog"
            onClick={() => onOpen(row)}
          >
            {row.name}
          </UnstyledButton>
        ) : (
          row.name
        )}
        {row.figure && <FigureInfo id={row.figure} />}
        {row.detail && <SecondLine text={row.detail} />}
        {row.share !== undefined && <ShareBar share={barOf(row.share, largest)} />}
      </th>
      <td className={classes.value}>
        <span className={classes.amount}>{row.value}</span>
        <span className={classes.notes}>
          <Notes row={row} against={against} />
        </span>
      </td>
    </tr>
  );
}

function VirtualLine({ row, against, onOpen, largest }: LineProps) {
  return (
    <ListRow
      title={row.name}
      detail={row.detail && <SecondLine text={row.detail} />}
      {...(row.share !== undefined && { share: barOf(row.share, largest) })}
      value={row.value}
      note={<Notes row={row} against={against} />}
      {...(onOpen && { onClick: () => onOpen(row) })}
    />
  );
}

function Notes({ row, against }: { row: ShareRow; against: string | undefined }) {
  return (
    <>
      {row.share !== undefined && <span>{percentOf(row.share, 1)}%</span>}
      {row.change && <ChangeBadge change={row.change} against={against} />}
    </>
  );
}

import { Title } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { FigureInfo } from '@/components/figure';
import { SearchBox } from '@/components/list/SearchBox';
import { useWide } from '@/components/navigation/useWide';
import { EmptyRegion } from '@/components/placeholder/EmptyRegion';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { usePrinting } from '@/components/print/usePrinting';
import { type FigureId, figureOf } from '@/lib/figures';
import { messages } from '@/lib/messages';
import { Card } from '../Card';
import { FigureTable, type TableColumns } from './FigureTable';
import classes from './ShareList.module.css';
import { ShareRows } from './ShareRows';
import { inGroups, type ShareRow } from './shareRow';

interface ShareListProps {
  title: string;
  /** The figure of all values: it heads them. */
  figure?: FigureId | undefined;
  /** The compared span: 'week before'. */
  against?: string | undefined;
  /** Stands first, without a bar. */
  total?: ShareRow | undefined;
  rows: readonly ShareRow[];
  /** Further figures: on wide screens the list is a table with a column for each, which sorts. */
  columns?: TableColumns | undefined;
  /** Opens the details of a row. */
  onOpen?: ((row: ShareRow) => void) | undefined;
  /** Offers a search over names and second lines. */
  search?: { label: string; none: string; initial?: string | undefined } | undefined;
}

function matches(row: ShareRow, wanted: string): boolean {
  return `${row.name} ${row.detail ?? ''} ${row.group ?? ''}`.toLowerCase().includes(wanted);
}

/** The data of a chart as a table: total first, a bar in each row, which is full in the largest. */
export function ShareList(props: ShareListProps) {
  const { title, figure, against, total, rows, columns, onOpen, search } = props;
  const titleId = useId();
  const printing = usePrinting();
  const wide = useWide();
  const [wanted, setWanted] = useState(search?.initial?.trim().toLowerCase() ?? '');
  const groups = useMemo(
    () => inGroups(wanted === '' ? rows : rows.filter((row) => matches(row, wanted))),
    [rows, wanted],
  );
  const shown = {
    title,
    labelledBy: titleId,
    total,
    groups,
    against,
    onOpen,
    largest: Math.max(0, ...rows.map(({ share = 0 }) => share)),
  };
  const label = figure && figureOf(figure).label;
  const compared = [total, ...rows].some((row) => row?.change);
  return (
    <Card labelledBy={titleId}>
      <div className={classes.head}>
        <Title order={2} fz="md" id={titleId} className={classes.title}>
          {title}
        </Title>
        {figure && (
          <span className={classes.figure}>
            {label}
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
      {wide && !printing && columns && figure ? (
        <FigureTable {...shown} figure={figure} columns={columns} />
      ) : (
        <ShareRows {...shown} valueName={label ?? messages.figures.amount} />
      )}
      {search && (
        <EmptyRegion>{groups.length === 0 && <EmptySection text={search.none} />}</EmptyRegion>
      )}
    </Card>
  );
}

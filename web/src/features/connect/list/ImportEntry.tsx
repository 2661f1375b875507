import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ImportRow } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { dateOf, formatDay, formatTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatCount } from '@/lib/numbers';
import { stateBadge } from '../importStates';
import { broughtIn, broughtParts, isAny } from '../lists/listWords';
import { spanText } from '../words';
import classes from './Entry.module.css';

const words = messages.imports;

/** An import of the list: its files, what it brings, its state. */
export function ImportEntry({ row }: { row: ImportRow }) {
  const { importID, state, createdAt, createdBy, fileNames, netSales } = row;
  const { firstDate, lastDate, overlapDays, overlapNetSales } = row;
  const begun = `${formatDay(dateOf(createdAt))}, ${formatTime(createdAt)}`;
  const brought = firstDate !== null && lastDate !== null;
  const sent = broughtIn(row);
  return (
    <Link
      to={`/admin-configuration/imports/${encodeURIComponent(importID)}`}
      className={classes.row}
    >
      <span className={classes.names}>{fileNames.join(', ')}</span>
      <span className={classes.side}>
        <StatusBadge {...stateBadge(state)} />
        <IconChevronRight size={20} aria-hidden className={classes.arrow} />
      </span>
      <span className={classes.detail}>{words.by(begun, createdBy)}</span>
      {brought && (
        <span className={classes.detail}>
          {isAny(sent) && `${broughtParts(sent)}, `}
          {netSales !== 0 && `${formatMoney(netSales)} · `}
          {spanText(firstDate, lastDate)}
        </span>
      )}
      {overlapDays > 0 && (
        <span className={`${classes.detail} ${classes.twice}`}>
          {messages.importOverlaps.inList(formatCount(overlapDays), formatMoney(overlapNetSales))}
        </span>
      )}
      {!brought && isAny(sent) && <span className={classes.detail}>{broughtParts(sent)}</span>}
    </Link>
  );
}

import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ImportRow } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { dateOf, formatDay, formatTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatCount } from '@/lib/numbers';
import { stateBadge } from '../importStates';
import { spanText } from '../words';
import classes from './ImportEntry.module.css';

const words = messages.imports;

/** An import of the list: its files, what it brings, its state. */
export function ImportEntry({ row }: { row: ImportRow }) {
  const { importID, state, createdAt, createdBy, fileNames, sentChecks, netSales } = row;
  const { firstDate, lastDate } = row;
  const begun = `${formatDay(dateOf(createdAt))}, ${formatTime(createdAt)}`;
  const brought = firstDate !== null && lastDate !== null;
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
          {sentChecks > 0 && `${words.checks(formatCount(sentChecks))}, `}
          {formatMoney(netSales)} · {spanText(firstDate, lastDate)}
        </span>
      )}
    </Link>
  );
}

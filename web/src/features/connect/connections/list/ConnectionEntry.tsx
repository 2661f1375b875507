import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Connection } from '@/api/connect';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { dateOf, formatDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';
import classes from '../../list/Entry.module.css';
import { momentText, stateBadge } from '../connectionWords';

const words = messages.connections;

/** A connection of the list: its POS and location there, and how it is. */
export function ConnectionEntry({ row }: { row: Connection }) {
  const { connectionID, pos, state, accountName, externalName, createdAt, createdBy, seenAt } = row;
  const { faults, daysAsked } = row;
  return (
    <Link
      to={`/admin-configuration/connections/${encodeURIComponent(connectionID)}`}
      className={classes.row}
    >
      <span
        className={classes.names}
      >{`${words.names[pos]} · ${externalName ?? accountName}`}</span>
      <span className={classes.side}>
        <StatusBadge {...stateBadge(state)} />
        <IconChevronRight size={20} aria-hidden className={classes.arrow} />
      </span>
      <span className={classes.detail}>
        {words.by(formatDay(dateOf(createdAt)), createdBy)}
        {seenAt !== null && ` · ${messages.connectionWork.seen} ${momentText(seenAt)}`}
      </span>
      {state === 'refused' && (
        <span className={`${classes.detail} ${classes.refused}`}>{words.refusedRow}</span>
      )}
      {state === 'live' && faults.length > 0 && (
        <span className={`${classes.detail} ${classes.refused}`}>
          {words.faultsRow(faults.map(({ what }) => what).join(', '))}
        </span>
      )}
      {daysAsked > 0 && (
        <span className={`${classes.detail} ${classes.twice}`}>
          {words.askedRow(formatCount(daysAsked))}
        </span>
      )}
    </Link>
  );
}

import { Button } from '@mantine/core';
import type { IngestKey } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { dateOf, formatDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import classes from './Keys.module.css';
import { providersKey } from './keyPages';

const words = messages.ingestKeys;

/** An ingest key of the list; one that people made can be revoked. */
export function KeyRow({ row, onRevoke }: { row: IngestKey; onRevoke: (row: IngestKey) => void }) {
  const { id, name, kind, createdAt, createdBy, lastUsedAt, revokedAt } = row;
  const isProviders = id === providersKey;
  const used = lastUsedAt === null ? words.neverUsed : words.used(dayOf(lastUsedAt));
  const last = revokedAt === null ? used : words.revokedOn(dayOf(revokedAt));
  return (
    <div className={classes.row}>
      <div className={classes.text}>
        <p className={classes.name}>
          {name}
          {revokedAt !== null && <StatusBadge kind="info" label={words.revoked} />}
        </p>
        <p className={classes.detail}>{isProviders ? words.providers : words.kinds[kind]}</p>
        <p className={classes.detail}>
          {words.by(dayOf(createdAt), createdBy)}
          {!isProviders && ` · ${last}`}
        </p>
      </div>
      {!isProviders && revokedAt === null && (
        <Button variant="default" aria-label={words.revokeThat(name)} onClick={() => onRevoke(row)}>
          {words.revoke}
        </Button>
      )}
    </div>
  );
}

/** A wall time of the location, as its date. */
function dayOf(time: string): string {
  return formatDay(dateOf(time));
}

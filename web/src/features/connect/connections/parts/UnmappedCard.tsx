import { useMemo } from 'react';
import type { Connection, UnmappedObject } from '@/api/connect';
import { Card, PagedRows } from '@/components/data-list';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { dateOf, formatDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';
import page from '../../Connect.module.css';
import { unmappedPages } from './unmappedPages';

const words = messages.unmapped;

/** What of the POS could not be read, with the reasons. */
export function UnmappedCard({ connection }: { connection: Connection }) {
  const { posID, connectionID, unmapped } = connection;
  const filter = useMemo(() => ({ posID, connectionID }), [posID, connectionID]);
  const title = words.title(formatCount(unmapped));
  return (
    <Card label={title}>
      <h2 className={page.title}>{title}</h2>
      <p className={page.hint}>{words.sentence}</p>
      <PagedRows
        label={words.list}
        source={unmappedPages}
        filter={filter}
        render={(row) => <Unmapped row={row} />}
        empty={<EmptySection text={words.none} />}
        end={words.end}
        secondary
        skeleton={2}
      />
    </Card>
  );
}

function Unmapped({ row: { kind, externalID, why, lastSeenAt } }: { row: UnmappedObject }) {
  return (
    <div className={page.row}>
      <span className={page.name}>{words.thing(capital(kind), externalID)}</span>
      <span className={page.detail}>{why}</span>
      <span className={page.detail}>{words.seen(formatDay(dateOf(lastSeenAt)))}</span>
    </div>
  );
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

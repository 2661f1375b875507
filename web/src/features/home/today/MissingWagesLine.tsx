import { useEffect } from 'react';
import { TextSkeleton } from '@/components/skeleton/TextSkeleton';
import { MissingWages } from '@/components/wages/MissingWages';
import { missingWagesPath } from '@/components/wages/missingWagesPath';
import { read, write } from '@/lib/storage/storage';
import type { TodayRow } from './today';

/** What the skeleton keeps room for. */
const lacking = [{ posID: '', hoursWithoutWage: 1 }];

/**
 * A link to enter wages where today's labor lacks some. A day that loads has room for it if the one shown before had it.
 */
export function MissingWagesLine({ rows }: { rows: readonly TodayRow[] | null }) {
  const stands = rows !== null && missingWagesPath(rows) !== undefined;
  const known = rows !== null;
  useEffect(() => {
    if (known) write('home_missing_wages', stands);
  }, [known, stands]);
  if (known) return <MissingWages locations={rows} />;
  return read('home_missing_wages') === true ? (
    <TextSkeleton>
      <MissingWages locations={lacking} />
    </TextSkeleton>
  ) : null;
}

import { useMemo } from 'react';
import { type ConnectedDay, useGetConnectedDaysQuery } from '@/api';
import { Card } from '@/components/data-list';
import { PageError } from '@/components/placeholder/PageError';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';
import page from '../../Connect.module.css';
import type { PartProps } from '../useConnectionSteps';
import { AskedDays } from './AskedDays';
import { SkippedDays } from './SkippedDays';

const words = messages.connectedDays;
/** As many days as are decided at once; more of them follow. */
const MOST_DAYS = 500;

/** Days that another source has, too: those to decide, those that are being replaced, and those that were skipped. */
export function DaysCards({ connection, steps }: PartProps) {
  const { posID, connectionID } = connection;
  const { currentData, isError, error, refetch } = useGetConnectedDaysQuery({
    getConnectedDaysRequest: { posID, connectionID, limit: MOST_DAYS },
  });
  const days = currentData?.body.connectedDayList;
  const { asked, replacing, skipped } = useMemo(() => byState(days ?? []), [days]);
  if (days === undefined && isError) {
    return <PageError error={error} text={words.failed} onRetry={() => void refetch()} />;
  }
  return (
    <>
      {asked.length > 0 && <AskedDays connection={connection} steps={steps} days={asked} />}
      {replacing.length > 0 && (
        <Card label={words.replacing(formatCount(replacing.length))}>
          <p className={page.hint} role="status">
            {words.replacing(formatCount(replacing.length))}
          </p>
        </Card>
      )}
      {skipped.length > 0 && <SkippedDays connection={connection} steps={steps} days={skipped} />}
    </>
  );
}

function byState(days: readonly ConnectedDay[]) {
  const of = (wanted: ConnectedDay['state']) => days.filter(({ state }) => state === wanted);
  return { asked: of('asked'), replacing: of('replacing'), skipped: of('skipped') };
}

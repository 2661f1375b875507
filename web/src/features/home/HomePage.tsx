import { IconRefresh } from '@tabler/icons-react';
import { useMemo } from 'react';
import { IconButton } from '@/components/buttons/IconButton';
import { LocationStrip } from '@/components/location/LocationStrip';
import { TopBar } from '@/components/navigation/TopBar';
import { PageError } from '@/components/placeholder/PageError';
import { TileGrid } from '@/components/tiles/TileGrid';
import { messages } from '@/lib/messages';
import { summarizeDaily } from '@/lib/numbers';
import { useSelectedLocation } from '@/state/hooks';
import { FourFigures, FourFiguresSkeleton } from './FourFigures';
import { Glance, GlanceSkeleton } from './Glance';
import classes from './Home.module.css';
import { LocationRanking } from './LocationRanking';
import { PullToRefresh } from './PullToRefresh';
import { rankLocations } from './today';
import { useToday } from './useToday';

/** The day at a glance: how much, against what, from where; then the ways to everything else. */
export function Component() {
  const today = useToday();
  const { refresh, refreshing } = today;
  const onRefresh = () => void refresh();
  return (
    <PullToRefresh refreshing={refreshing} onRefresh={onRefresh}>
      <TopBar
        title={messages.tabs.home}
        back={null}
        actions={
          <IconButton
            icon={IconRefresh}
            label={messages.home.refresh}
            loading={refreshing}
            loaderProps={{ size: 20 }}
            onClick={onRefresh}
          />
        }
      />
      <div className={classes.page}>
        <LocationStrip variant="chart" allowAll />
        <Day today={today} onRetry={onRefresh} />
        <section aria-label={messages.home.features}>
          <TileGrid />
        </section>
      </div>
    </PullToRefresh>
  );
}

function Day({ today, onRetry }: { today: ReturnType<typeof useToday>; onRetry: () => void }) {
  const { shown, allShown, rows, curve, loading, failed, answeredAt } = today;
  const { select } = useSelectedLocation('chart');
  const summary = useMemo(() => summarizeDaily(rows), [rows]);
  const ranked = useMemo(() => rankLocations(shown, rows), [shown, rows]);
  if (failed) {
    return <PageError text={messages.views.failed} onRetry={onRetry} />;
  }
  if (loading) {
    return (
      <>
        <GlanceSkeleton />
        <FourFiguresSkeleton />
      </>
    );
  }
  return (
    <>
      <Glance summary={summary} curve={curve} answeredAt={answeredAt} />
      <FourFigures summary={summary} />
      {allShown && shown.length > 1 && <LocationRanking locations={ranked} onSelect={select} />}
    </>
  );
}

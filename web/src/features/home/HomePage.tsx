import { IconRefresh } from '@tabler/icons-react';
import { useDeferredValue } from 'react';
import { IconButton } from '@/components/buttons/IconButton';
import { LocationStrip } from '@/components/location/LocationStrip';
import { TopBar } from '@/components/navigation/TopBar';
import { NotificationBell } from '@/components/notifications/NotificationBell';
import { PageError } from '@/components/placeholder/PageError';
import { TileGrid } from '@/components/tiles/TileGrid';
import { messages } from '@/lib/messages';
import { useSelectedLocation } from '@/state/hooks';
import { Attention } from './attention/Attention';
import { figurePath } from './glance/figurePaths';
import { Glance, GlanceSkeleton } from './glance/Glance';
import { GlanceFigures } from './glance/GlanceFigures';
import classes from './Home.module.css';
import { LocationRanking } from './ranking/LocationRanking';
import { MissingWagesLine } from './today/MissingWagesLine';
import { useToday } from './today/useToday';

/** The day at a glance: sales, comparison, locations; then links to all other pages. */
export function Component() {
  // Drawing the day is slow on a phone: it responds in between.
  const today = useDeferredValue(useToday());
  const { refresh, refreshing } = today;
  const onRefresh = () => void refresh();
  return (
    <>
      <TopBar
        title={messages.tabs.home}
        back={null}
        actions={
          <>
            <IconButton
              icon={IconRefresh}
              label={messages.home.refresh}
              loading={refreshing}
              loaderProps={{ size: 20 }}
              onClick={onRefresh}
            />
            <NotificationBell />
          </>
        }
      />
      <div className={classes.page}>
        <LocationStrip variant="chart" allowAll />
        <Day today={today} onRetry={onRefresh} />
        <Attention />
        <section aria-label={messages.home.features}>
          <TileGrid />
        </section>
      </div>
    </>
  );
}

function Day({ today, onRetry }: { today: ReturnType<typeof useToday>; onRetry: () => void }) {
  const { shown, posID, rows, summary, opening, curve, loading, failed, error, answeredAt } = today;
  const { select } = useSelectedLocation('chart');
  if (failed) {
    return <PageError error={error} text={messages.views.failed} onRetry={onRetry} />;
  }
  return (
    <div className={classes.day}>
      <div className={classes.dayFigures}>
        {loading ? (
          <GlanceSkeleton />
        ) : (
          <Glance
            summary={summary}
            opening={opening}
            curve={curve}
            answeredAt={answeredAt}
            path={figurePath('GROSS_SALES', today)}
          />
        )}
        <GlanceFigures summary={loading ? null : summary} posID={posID} dates={today.dates} />
        <MissingWagesLine rows={loading ? null : rows} />
      </div>
      {posID === null && shown.length > 1 && (
        <LocationRanking locations={shown} rows={loading ? null : rows} onSelect={select} />
      )}
    </div>
  );
}

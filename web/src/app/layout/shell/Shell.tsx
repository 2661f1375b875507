import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { PullToRefresh } from '@/components/gestures/PullToRefresh';
import { TabBar } from '@/components/navigation/TabBar';
import { whenIdle } from '@/lib/loading/whenIdle';
import { messages } from '@/lib/messages';
import { useSample } from '@/state/hooks';
import { useRefresh } from '@/state/network/useRefresh';
import { HomeScreenHint } from '../../install/HomeScreenHint';
import classes from './Shell.module.css';
import { SlideOutlet } from './SlideOutlet';
import { tabOf, tabs } from './tabs';

/** Few see it: it is no part of the first load. */
const SampleBar = lazy(async () => ({ default: (await import('./SampleBar')).SampleBar }));

/** The frame of the pages behind sign-in: content and tab bar. */
export function Component() {
  const { pathname, search } = useLocation();
  const { refreshing, refresh } = useRefresh();
  const active = tabOf(pathname);
  // On every screen while the user only looks around.
  const sample = useSample();
  // Each tab keeps its page: a tap returns to the page last shown there, a second tap to its start.
  const [lastPages, setLastPages] = useState<Record<string, string>>({});
  useEffect(() => {
    if (active) setLastPages((seen) => ({ ...seen, [active.label]: pathname + search }));
  }, [active, pathname, search]);
  // The tab that most owners open next: its first tap waits for figures alone.
  useEffect(
    () => whenIdle(() => void import('@/features/reports/DailySalesPage').catch(() => undefined)),
    [],
  );
  const items = tabs.map((tab) =>
    tab === active ? tab : { ...tab, path: lastPages[tab.label] ?? tab.path },
  );
  return (
    <>
      <main className={classes.main}>
        {sample !== undefined && (
          <Suspense>
            <SampleBar />
          </Suspense>
        )}
        <PullToRefresh refreshing={refreshing} onRefresh={refresh}>
          <SlideOutlet />
        </PullToRefresh>
      </main>
      <TabBar label={messages.tabs.label} items={items} active={active} />
      <HomeScreenHint />
    </>
  );
}

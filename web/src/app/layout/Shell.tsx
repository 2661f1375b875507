import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { TabBar } from '@/components/navigation/TabBar';
import { messages } from '@/lib/messages';
import classes from './Shell.module.css';
import { SlideOutlet } from './SlideOutlet';
import { tabOf, tabs } from './tabs';

/** The pages of a signed-in person: content, and the tab bar that is always there. */
export function Shell() {
  const { pathname, search } = useLocation();
  const active = tabOf(pathname);
  // Each tab keeps its place: a tap returns to the page last seen there, a second one to its start.
  const [places, setPlaces] = useState<Record<string, string>>({});
  useEffect(() => {
    if (active) setPlaces((seen) => ({ ...seen, [active.label]: pathname + search }));
  }, [active, pathname, search]);
  const items = tabs.map((tab) =>
    tab === active ? tab : { ...tab, path: places[tab.label] ?? tab.path },
  );
  return (
    <>
      <main className={classes.main}>
        <SlideOutlet />
      </main>
      <TabBar label={messages.tabs.label} items={items} active={active} />
    </>
  );
}

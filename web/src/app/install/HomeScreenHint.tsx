import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Deferred } from '@/components/deferred/Deferred';
import { isIOS, isStandalone } from '@/lib/install/platform';
import { read, write } from '@/lib/storage/storage';
import { useAppSelector } from '@/state/hooks';
import { selectFiguresLoaded } from '@/state/network/shown';

/** Only iPhones and iPads need it. */
const homeScreenSheet = () => import('./HomeScreenSheet').then((part) => part.HomeScreenSheet);

/** Milliseconds of figures on the screen after which the app has been of use. */
const usefulAfterMs = 30_000;

function isWanted(): boolean {
  return isIOS(navigator) && !isStandalone() && read('home_screen_hint') === null;
}

/** Whether a sheet would interrupt the person. */
function isBusy(): boolean {
  return document.querySelector('[role="dialog"], input:focus, textarea:focus') !== null;
}

/**
 * On iOS, which makes no offer of its own: how to add the app to the home screen. The hint comes after figures were
 * shown, on the next page or after half a minute; closed, it stays closed.
 */
export function HomeScreenHint() {
  const [wanted] = useState(isWanted);
  return wanted ? <Hint /> : null;
}

function Hint() {
  const { pathname } = useLocation();
  const seen = useAppSelector(selectFiguresLoaded);
  const [first, setFirst] = useState<string | null>(null);
  const [opened, setOpened] = useState<boolean | null>(null);
  if (seen && first === null) setFirst(pathname);
  const elsewhere = first !== null && pathname !== first;

  useEffect(() => {
    if (first === null || opened !== null) return;
    const open = () => {
      if (!isBusy()) setOpened(true);
    };
    if (elsewhere) open();
    const timer = setTimeout(open, usefulAfterMs);
    return () => clearTimeout(timer);
  }, [first, elsewhere, opened]);

  if (opened === null) return null;
  return (
    <Deferred
      load={homeScreenSheet}
      opened={opened}
      onClose={() => {
        write('home_screen_hint', 'closed');
        setOpened(false);
      }}
    />
  );
}

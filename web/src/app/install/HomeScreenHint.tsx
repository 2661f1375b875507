import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { isIOS, isStandalone } from '@/lib/install/platform';
import { read, write } from '@/lib/storage/storage';
import { useAppSelector } from '@/state/hooks';
import { selectFiguresCame } from '@/state/shown';

/** Only phones and tablets of one maker need it. */
const HomeScreenSheet = lazy(() => import('./HomeScreenSheet'));

/** Milliseconds of figures on the screen after which the app has been of use. */
const usefulAfterMs = 30_000;

function isWanted(): boolean {
  return isIOS(navigator) && !isStandalone() && read('home_screen_hint') === null;
}

/** Whether somebody is at something that a sheet would interrupt. */
function isBusy(): boolean {
  return document.querySelector('[role="dialog"], input:focus, textarea:focus') !== null;
}

/**
 * On iOS, which makes no offer of its own: how to add the app to the home screen. It is told after
 * figures were seen, on the next page or after half a minute; closed, it stays closed.
 */
export function HomeScreenHint() {
  const [wanted] = useState(isWanted);
  return wanted ? <Hint /> : null;
}

function Hint() {
  const { pathname } = useLocation();
  const seen = useAppSelector(selectFiguresCame);
  const [first, setFirst] = useState<string | null>(null);
  const [opened, setOpened] = useState<boolean | null>(null);
  if (seen && first === null) setFirst(pathname);
  const elsewhere = first !== null && pathname !== first;

  useEffect(() => {
    if (first === null || opened !== null) return;
    const tell = () => {
      if (!isBusy()) setOpened(true);
    };
    if (elsewhere) tell();
    const timer = setTimeout(tell, usefulAfterMs);
    return () => clearTimeout(timer);
  }, [first, elsewhere, opened]);

  if (opened === null) return null;
  return (
    <Suspense>
      <HomeScreenSheet
        opened={opened}
        onClose={() => {
          write('home_screen_hint', 'closed');
          setOpened(false);
        }}
      />
    </Suspense>
  );
}

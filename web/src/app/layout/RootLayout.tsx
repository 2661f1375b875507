import { Outlet } from 'react-router';
import { Deferred } from '@/components/deferred/Deferred';
import { SessionWatch } from '../watch/SessionWatch';
import { BlockingSpinner } from './overlays/BlockingSpinner';
import { TestModeBadge } from './overlays/TestModeBadge';
import { ScrollKeeper } from './ScrollKeeper';

const overlays = () => import('./overlays/Overlays').then((part) => part.Overlays);

/** The frame of every page: the route outlet, its overlays, and the watchers. */
export function RootLayout() {
  return (
    <>
      <Outlet />
      <ScrollKeeper />
      <TestModeBadge />
      <BlockingSpinner />
      <SessionWatch />
      <Deferred load={overlays} idle />
    </>
  );
}

import { Outlet } from 'react-router';
import { Deferred } from '@/components/deferred/Deferred';
import { SessionWatch } from '../watch/SessionWatch';
import { BlockingSpinner } from './BlockingSpinner';
import { ScrollKeeper } from './ScrollKeeper';
import { TestModeBadge } from './TestModeBadge';

const overlays = () => import('./Overlays').then((part) => part.Overlays);

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

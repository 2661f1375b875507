import { Outlet } from 'react-router';
import { SessionWatch } from '../watch/SessionWatch';
import { BlockingSpinner } from './BlockingSpinner';
import { Later } from './Later';
import { ScrollKeeper } from './ScrollKeeper';
import { TestModeBadge } from './TestModeBadge';

const overlays = () => import('./Overlays');

/** Around every page: the route outlet, what lies over it, and what watches over all pages. */
export function RootLayout() {
  return (
    <>
      <Outlet />
      <ScrollKeeper />
      <TestModeBadge />
      <BlockingSpinner />
      <SessionWatch />
      <Later load={overlays} idle />
    </>
  );
}

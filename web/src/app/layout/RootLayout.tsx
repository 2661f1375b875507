import { Outlet, ScrollRestoration } from 'react-router';
import { ToastArea } from '@/components/toast/ToastArea';
import { BlockingSpinner } from './BlockingSpinner';
import { InfoDialog } from './InfoDialog';
import { NetworkWatch } from './NetworkWatch';
import { SessionWatch } from './SessionWatch';
import { TestModeBadge } from './TestModeBadge';
import { WorkerMessages } from './WorkerMessages';

/** Around every page: the route outlet, the toasts, the info dialog, and what watches over all pages. */
export function RootLayout() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
      <TestModeBadge />
      <BlockingSpinner />
      <InfoDialog />
      <ToastArea />
      <NetworkWatch />
      <SessionWatch />
      <WorkerMessages />
    </>
  );
}

import { Navigate, useLocation } from 'react-router';
import { TopBar } from '@/components/navigation/TopBar';
import { ComingSoon } from '@/components/placeholder/ComingSoon';
import { tiles } from '@/components/tiles/tiles';
import { messages } from '@/lib/messages';

/** What such a page is called: as its tile, or as its line in the settings. */
function titleOf(pathname: string): string | undefined {
  return pathname === '/admin-configuration/notification-rules'
    ? messages.adminConfig.notificationRules
    : tiles.find(({ to }) => to === pathname)?.label;
}

/** A page that a later release builds. */
export function Component() {
  const title = titleOf(useLocation().pathname);
  if (title === undefined) return <Navigate to="/" replace />;
  return (
    <>
      <TopBar title={title} />
      <ComingSoon />
    </>
  );
}

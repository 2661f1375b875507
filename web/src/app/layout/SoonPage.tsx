import { Navigate, useLocation } from 'react-router';
import { TopBar } from '@/components/navigation/TopBar';
import { ComingSoon } from '@/components/placeholder/ComingSoon';
import { tiles } from '@/components/tiles/tiles';

/** A page of a later release. */
export function Component() {
  const { pathname } = useLocation();
  const title = tiles.find(({ to }) => to === pathname)?.label;
  if (title === undefined) return <Navigate to="/" replace />;
  return (
    <>
      <TopBar title={title} />
      <ComingSoon />
    </>
  );
}

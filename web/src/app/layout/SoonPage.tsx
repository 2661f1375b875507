import { useLocation } from 'react-router';
import { Redirect } from '@/components/navigation/Redirect';
import { TopBar } from '@/components/navigation/TopBar';
import { ComingSoon } from '@/components/placeholder/ComingSoon';
import { tiles } from '@/components/tiles/tiles';

/** A page of a later release. */
export function Component() {
  const { pathname } = useLocation();
  const title = tiles.find(({ to }) => to === pathname)?.label;
  if (title === undefined) return <Redirect to="/" />;
  return (
    <>
      <TopBar title={title} />
      <ComingSoon />
    </>
  );
}

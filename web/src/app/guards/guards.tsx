import { useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Deferred } from '@/components/deferred/Deferred';
import { Redirect } from '@/components/navigation/Redirect';
import { PageSkeleton } from '@/components/skeleton/PageSkeleton';
import { read } from '@/lib/storage/storage';
import { useAppSelector, useLocations } from '@/state/hooks';
import { isSignedIn } from '@/state/session/session';
import { afterLogin } from './returnUrl';

const liveUpdates = () => import('../watch/LiveUpdates').then((part) => part.LiveUpdates);
const inboxWatch = () => import('../watch/InboxWatch').then((part) => part.InboxWatch);

/** The stored session id must be that of the signed-in user; otherwise to login, and back afterwards. */
export function SignedIn() {
  const { user, ended } = useAppSelector((state) => state.session);
  const { pathname, search } = useLocation();
  if (isSignedIn(user)) {
    return (
      <>
        <Deferred load={liveUpdates} />
        <Deferred load={inboxWatch} />
        <Outlet />
      </>
    );
  }
  const returnUrl = pathname + search;
  const query =
    ended === 'signed-out' || returnUrl === '/' ? '' : `?${new URLSearchParams({ returnUrl })}`;
  return <Redirect to={`/auth/login${query}`} />;
}

/** A signed-in person is sent Home; after signing in here, to the page that was wanted. */
export function GuestOnly() {
  const user = useAppSelector((state) => state.session.user);
  const [arrivedSignedIn] = useState(() => isSignedIn(user));
  const { search } = useLocation();
  if (!isSignedIn(user)) return <Outlet />;
  return <Redirect to={arrivedSignedIn ? '/home' : afterLogin(search)} />;
}

/**
 * Whether the first load is still under way. A later one must not unmount the page: the page itself may have started
 * it.
 */
function useFirstLoad(loading: boolean): boolean {
  const [waited, setWaited] = useState(!loading);
  if (!loading && !waited) setWaited(true);
  return !waited && loading;
}

/** Needs a linked location. A list that failed to load never redirects: a location may be linked. */
export function Linked() {
  const { list, loaded, loading } = useLocations();
  const waiting = useFirstLoad(loading);
  if (loaded && list.length === 0) return <Redirect to="/link-restaurant" />;
  if (waiting && list.length === 0) return <PageSkeleton />;
  return <Outlet />;
}

/** Only for a person without a linked location. */
export function NotLinked() {
  const { list, loading } = useLocations();
  const waiting = useFirstLoad(loading);
  if (list.length > 0) return <Redirect to="/home" />;
  if (waiting) return <PageSkeleton />;
  return <Outlet />;
}

/** After 'Don't show again' the slides lead on to Home and its guards. */
export function WelcomeUnlessHidden() {
  return read('hide_welcome') === '1' ? <Redirect to="/home" /> : <Outlet />;
}

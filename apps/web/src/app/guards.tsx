// Who may stand where: a signed-out person is led to the login page and back afterwards; a signed-in one has no business
// there. While a session ends the screen stays, so that the reason can be read.
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useLeaving, useSession } from '../lib/stores/session.ts';

export interface ComingFrom {
  readonly from?: string;
}

/** Where a login leads: back to where the person was, never out of the app and never to the login pages themselves. */
export function returnPath(state: unknown): string {
  const from = (state as ComingFrom | null)?.from;
  if (typeof from !== 'string' || !/^\/(?![/\\])/.test(from) || /^\/(login|register)(\/|$|\?)/.test(from)) return '/';
  return from;
}

export function RequireSession() {
  const signedIn = useSession((session) => session.isAuthenticated);
  const leaving = useLeaving((state) => state.leaving);
  const location = useLocation();
  if (signedIn || leaving) return <Outlet />;
  const from = location.pathname + location.search + location.hash;
  return <Navigate to="/login" replace state={from === '/' ? null : { from }} />;
}

export function RequireNoSession() {
  const signedIn = useSession((session) => session.isAuthenticated);
  const location = useLocation();
  useEffect(() => {
    if (!signedIn) useLeaving.setState({ leaving: false });
  }, [signedIn]);
  if (signedIn) return <Navigate to={returnPath(location.state)} replace />;
  return <Outlet />;
}

/** Unknown paths: home for a signed-in person, the login page for anybody else. */
export function UnknownPath() {
  const signedIn = useSession((session) => session.isAuthenticated);
  return <Navigate to={signedIn ? '/' : '/login'} replace />;
}

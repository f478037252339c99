// Who may stand where: a signed-out person is led to the login page and back afterwards, in the native shell to the welcome
// first; a signed-in one has no business there. While a session ends the screen stays, so that the reason can be read.
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { isNative } from '../lib/platform.ts';
import { useOnboarding } from '../lib/stores/onboarding.ts';
import { useLeaving, useSession } from '../lib/stores/session.ts';

export interface ComingFrom {
  readonly from?: string;
}

/** Where a login leads: back to where the person was, never out of the app and never to the login pages themselves. */
export function returnPath(state: unknown): string {
  const from = (state as ComingFrom | null)?.from;
  if (typeof from !== 'string' || !/^\/(?![/\\])/.test(from)) return '/';
  return /^\/(login|register|onboarding)(\/|$|\?)/.test(from) ? '/' : from;
}

/** Where a signed-out person is led. */
function useDoor(): '/login' | '/onboarding' {
  const completed = useOnboarding((entry) => entry.completed === 1);
  return completed ? '/login' : '/onboarding';
}

export function RequireSession() {
  const signedIn = useSession((session) => session.isAuthenticated);
  const leaving = useLeaving((state) => state.leaving);
  const location = useLocation();
  const door = useDoor();
  if (signedIn || leaving) return <Outlet />;
  const from = location.pathname + location.search + location.hash;
  return <Navigate to={door} replace state={from === '/' ? null : { from }} />;
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

/** The welcome stands in the native shell until it is completed; from there, and always on the web, the login page. */
export function RequireWelcome() {
  const door = useDoor();
  const location = useLocation();
  if (isNative && door === '/onboarding') return <Outlet />;
  return <Navigate to="/login" replace state={location.state} />;
}

/** Unknown paths: home for a signed-in person, the way in for anybody else. */
export function UnknownPath() {
  const signedIn = useSession((session) => session.isAuthenticated);
  const door = useDoor();
  return <Navigate to={signedIn ? '/' : door} replace />;
}

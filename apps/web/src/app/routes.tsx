// Every path of the app with its guard; each screen is a chunk of its own. A feature never links to another's files, only
// to its path.
import { lazy } from 'react';
import { matchPath, Navigate, Route, Routes } from 'react-router';
import { RequireNoSession, RequireSession, RequireWelcome, UnknownPath } from './guards.tsx';
import type { ScreenRoute } from './screen-route.ts';
import { Shell } from './shell.tsx';
import { strategyRoutes } from './strategy-routes.ts';

const guestRoutes: readonly ScreenRoute[] = [
  { path: 'login', load: async () => (await import('../features/identity/screens/login.tsx')).Login },
  {
    path: 'register/:referrer?',
    load: async () => (await import('../features/identity/screens/register.tsx')).Register,
  },
];

const welcomeRoutes: readonly ScreenRoute[] = [
  { path: 'onboarding', load: async () => (await import('../features/identity/screens/onboarding.tsx')).Onboarding },
];

const publicRoutes: readonly ScreenRoute[] = [
  { path: 'help/list', load: async () => (await import('../features/help/screens/help-list.tsx')).HelpList },
  {
    path: 'help/detail/:id',
    load: async () => (await import('../features/help/screens/help-article.tsx')).HelpArticle,
  },
  { path: 'test', load: async () => (await import('../features/diagnostics/screens/diagnostics.tsx')).Diagnostics },
];

const my = async () => (await import('../features/my/screens/my.tsx')).My;

const memberRoutes: readonly ScreenRoute[] = [
  { path: '/', load: async () => (await import('../features/home/screens/home.tsx')).Home },
  { path: 'simulation', load: async () => (await import('../features/practice/screens/simulation.tsx')).Simulation },
  { path: 'rank', load: async () => (await import('../features/practice/screens/rank.tsx')).Rank },
  { path: 'my', load: my },
  { path: 'portfolio', load: my },
  { path: 'my/asset/:type?', load: async () => (await import('../features/assets/screens/asset.tsx')).Asset },
  { path: 'my/profile', load: async () => (await import('../features/account/screens/profile.tsx')).Profile },
  { path: 'my/password/:type', load: async () => (await import('../features/account/screens/password.tsx')).Password },
  { path: 'my/bind/:type', load: async () => (await import('../features/account/screens/bind.tsx')).Bind },
  { path: 'my/deposit', load: async () => (await import('../features/custody/screens/deposit.tsx')).Deposit },
  { path: 'my/withdraw', load: async () => (await import('../features/custody/screens/withdraw.tsx')).Withdraw },
  { path: 'bind', load: async () => (await import('../features/exchanges/screens/exchanges.tsx')).Exchanges },
  {
    path: 'bind/:exchange',
    load: async () => (await import('../features/exchanges/screens/bind-exchange.tsx')).BindExchange,
  },
  { path: 'team', load: async () => (await import('../features/team/screens/team.tsx')).Team },
  { path: 'referral', load: async () => (await import('../features/team/screens/referral.tsx')).Referral },
  { path: 'my/rate', load: async () => (await import('../features/team/screens/rate.tsx')).Rate },
  { path: 'my/charge/:id', load: async () => (await import('../features/team/screens/charge.tsx')).Charge },
  { path: 'setting', load: async () => (await import('../features/my/screens/setting.tsx')).Setting },
  { path: 'lang', load: async () => (await import('../features/my/screens/lang.tsx')).Lang },
  { path: 'about/:type', load: async () => (await import('../features/my/screens/about.tsx')).About },
  ...strategyRoutes,
];

function withScreens(routes: readonly ScreenRoute[]) {
  return routes.map(({ path, load }) => ({ path, Screen: lazy(async () => ({ default: await load() })) }));
}

const guests = withScreens(guestRoutes);
const welcomes = withScreens(welcomeRoutes);
const open = withScreens(publicRoutes);
const members = withScreens(memberRoutes);

/** Starts loading the screen of a path before anything is drawn, so that it travels together with the words. */
export function preloadScreen(pathname: string): void {
  const route = [...guestRoutes, ...welcomeRoutes, ...publicRoutes, ...memberRoutes].find(
    ({ path }) => matchPath({ path }, pathname) !== null,
  );
  route?.load().catch(() => undefined);
}

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route element={<RequireNoSession />}>
          {guests.map(({ path, Screen }) => (
            <Route key={path} path={path} element={<Screen />} />
          ))}
        </Route>
        <Route element={<RequireWelcome />}>
          {welcomes.map(({ path, Screen }) => (
            <Route key={path} path={path} element={<Screen />} />
          ))}
        </Route>
        {open.map(({ path, Screen }) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
        <Route element={<RequireSession />}>
          {members.map(({ path, Screen }) => (
            <Route key={path} path={path} element={<Screen />} />
          ))}
          <Route path="about" element={<Navigate to="/about/about" replace />} />
        </Route>
        <Route path="*" element={<UnknownPath />} />
      </Route>
    </Routes>
  );
}

// Every path of the app with its guard; each screen is a chunk of its own. A feature never links to another's files, only
// to its path.
import { createBrowserRouter, Navigate, Outlet, type RouteObject } from 'react-router';
import { ErrorPage } from './error-page.tsx';
import { RequireNoSession, RequireSession, UnknownPath } from './guards.tsx';
import { ScreenPlaceholder } from './screen-placeholder.tsx';
import { Shell } from './shell.tsx';
import { strategyRoutes } from './strategy-routes.ts';

const guestRoutes: RouteObject[] = [
  {
    path: 'login',
    lazy: async () => ({ Component: (await import('../features/identity/screens/login.tsx')).Login }),
  },
  {
    path: 'register/:referrer?',
    lazy: async () => ({ Component: (await import('../features/identity/screens/register.tsx')).Register }),
  },
];

const my = async () => ({ Component: (await import('../features/my/screens/my.tsx')).My });

const memberRoutes: RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await import('../features/home/screens/home.tsx')).Home }) },
  {
    path: 'simulation',
    lazy: async () => ({ Component: (await import('../features/practice/screens/simulation.tsx')).Simulation }),
  },
  { path: 'rank', lazy: async () => ({ Component: (await import('../features/practice/screens/rank.tsx')).Rank }) },
  { path: 'my', lazy: my },
  { path: 'portfolio', lazy: my },
  { path: 'setting', lazy: async () => ({ Component: (await import('../features/my/screens/setting.tsx')).Setting }) },
  { path: 'lang', lazy: async () => ({ Component: (await import('../features/my/screens/lang.tsx')).Lang }) },
  { path: 'about', element: <Navigate to="/about/about" replace /> },
  { path: 'about/:type', lazy: async () => ({ Component: (await import('../features/my/screens/about.tsx')).About }) },
  ...strategyRoutes,
];

export const router = createBrowserRouter([
  {
    Component: Shell,
    ErrorBoundary: ErrorPage,
    HydrateFallback: ScreenPlaceholder,
    children: [
      {
        Component: RequireNoSession,
        children: [{ ErrorBoundary: ErrorPage, Component: Outlet, children: guestRoutes }],
      },
      {
        Component: RequireSession,
        children: [{ ErrorBoundary: ErrorPage, Component: Outlet, children: memberRoutes }],
      },
      { path: '*', Component: UnknownPath },
    ],
  },
]);

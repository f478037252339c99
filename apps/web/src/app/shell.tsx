// The frame around the screens: desktop rail, offline line, the screen, the tab bar on its five paths, and the toast.
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useLocation, useNavigate } from 'react-router';
import { registerNavigation } from '../lib/navigation.ts';
import { awaitRest, useRest } from '../lib/stores/rest.ts';
import { useSession } from '../lib/stores/session.ts';
import { setTheme, useTheme } from '../lib/stores/theme.ts';
import { useOnline } from '../lib/use-online.ts';
import { IconButton } from '../ui/button.tsx';
import { cx } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { preloadOverlays } from '../ui/overlays.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { hasTabBar, isActiveTab, type Tab, tabs } from './paths.ts';
import { ScreenPlaceholder } from './screen-placeholder.tsx';
import { useScrollMemory } from './scroll-memory.ts';
import { ToastHost } from './toast-host.tsx';

// Without its file the app goes on as it is; the next start tries again.
const UpdateWatch = lazy(async () => {
  const load = import('../features/update/components/update-watch.tsx');
  return { default: await load.then((part) => part.UpdateWatch).catch(() => () => null) };
});

export function Shell() {
  const { pathname } = useLocation();
  const { t } = useTranslation();
  const signedIn = useSession((session) => session.isAuthenticated);
  const online = useOnline();
  useNavigationFromBelow();
  useScrollMemory();
  const rest = useRest(({ come }) => come);
  useEffect(awaitRest, []);
  useEffect(() => {
    if (rest) preloadOverlays();
  }, [rest]);
  return (
    <div className={cx('app', signedIn && 'app--rail')}>
      {signedIn ? <Rail path={pathname} /> : null}
      {online ? null : (
        <div className="offline" role="status">
          <Icon name="offline" size="s" />
          {t('offline')}
        </div>
      )}
      <div>
        <ErrorBoundary path={pathname}>
          <Suspense fallback={<ScreenPlaceholder />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </div>
      {signedIn && hasTabBar(pathname) ? <TabBar path={pathname} /> : null}
      {rest ? (
        <Suspense fallback={null}>
          <UpdateWatch />
        </Suspense>
      ) : null}
      <ToastHost />
    </div>
  );
}

function useNavigationFromBelow() {
  const navigate = useNavigate();
  useEffect(() => {
    registerNavigation((path, { replace = false, from }) => {
      void navigate(path, { replace, state: from === undefined ? null : { from } });
    });
  }, [navigate]);
}

function TabItem({ tab, path }: { tab: Tab; path: string }) {
  const { t } = useTranslation();
  return (
    <Link className="tabbar__item" to={tab.path} aria-current={isActiveTab(tab, path) ? 'page' : undefined}>
      <Icon name={tab.icon} />
      {t(`tabs.${tab.key}`)}
    </Link>
  );
}

function TabBar({ path }: { path: string }) {
  const { t } = useTranslation();
  return (
    <nav className="tabbar" aria-label={t('tabs.label')}>
      {tabs.map((tab) => (
        <TabItem key={tab.path} tab={tab} path={path} />
      ))}
    </nav>
  );
}

function Rail({ path }: { path: string }) {
  const { t } = useTranslation();
  const theme = useTheme((entry) => entry.theme);
  const dark = theme === 'dark';
  return (
    <nav className="rail" aria-label={t('tabs.label')}>
      <Link to="/" className="rail__logo" aria-label={t('brand')}>
        <Logo size={40} />
      </Link>
      {tabs.map((tab) => (
        <TabItem key={tab.path} tab={tab} path={path} />
      ))}
      <div className="rail__foot">
        <IconButton
          icon={dark ? 'sun' : 'moon'}
          label={dark ? t('theme.toLight') : t('theme.toDark')}
          onClick={() => setTheme({ theme: dark ? 'light' : 'dark' })}
        />
      </div>
    </nav>
  );
}

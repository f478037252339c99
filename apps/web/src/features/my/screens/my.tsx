// Mine: who I am with my UID, what I hold at each exchange, the ways to bots, settings and texts, and the way out.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { copy } from '../../../lib/copy.ts';
import { botListQuery, profileQuery } from '../../../lib/queries.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useSession } from '../../../lib/stores/session.ts';
import { useTheme } from '../../../lib/stores/theme.ts';
import { showToast } from '../../../lib/toasts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PullToRefresh } from '../../../ui/lists.tsx';
import { Avatar, Tag } from '../../../ui/marks.tsx';
import { Menu, MenuRow } from '../../../ui/row.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { ExchangeAssets } from '../components/exchange-assets.tsx';
import { LogOut } from '../components/log-out.tsx';
import { version } from '../../../lib/version.ts';

export function My() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const language = useTheme((entry) => entry.language);
  const bots = useQuery(botListQuery());
  const count = (simulated: boolean) =>
    bots.data?.list.filter((bot) => !simulated || bot.simulate === 1 || bot.exchange === 'local').length;
  return (
    <main className="screen screen--tabs">
      <Person onSettings={() => void navigate('/setting')} />
      <PullToRefresh onRefresh={() => queryClient.invalidateQueries()}>
        <div className="page">
          <ExchangeAssets />
          <Menu label={t('my.bots')}>
            <MenuRow
              icon="layers"
              title={t('my.bots')}
              value={<span className="num">{count(false)}</span>}
              to="/strategy"
            />
            <MenuRow
              icon="flask"
              title={t('my.simulation')}
              value={<span className="num">{count(true)}</span>}
              to="/simulation"
            />
          </Menu>
          <Menu label={t('my.settings')}>
            <MenuRow icon="globe" title={t('my.language')} value={t(`language.${language}`)} to="/lang" />
            <MenuRow icon="moon" title={t('my.appearance')} to="/setting" />
            <MenuRow icon="shield" title={t('my.legal')} to="/about/terms" />
            <MenuRow
              icon="info"
              title={t('my.about')}
              value={<span className="num">{version}</span>}
              to="/about/about"
            />
          </Menu>
          <LogOut />
        </div>
      </PullToRefresh>
    </main>
  );
}

function Person({ onSettings }: { onSettings: () => void }) {
  const { t } = useTranslation();
  const kept = useSession((session) => session.user);
  const user = useQuery(profileQuery()).data ?? kept;
  async function copyUid() {
    if (user === null) return;
    const copied = await copy(user.uid);
    showToast(copied ? 'success' : 'error', copied ? t('copied') : t('copyFailed'));
  }
  return (
    <header className="header header--root person">
      <Avatar code={user?.avatar} size="l" />
      <div className="fill">
        <h1 className="hstack t-section">
          <span className="truncate">{user?.nickname ?? <Skeleton width={96} height={20} />}</span>
          {user?.is_partner ? <Tag kind="p">{t('my.partner', { rate: user.rate })}</Tag> : null}
        </h1>
        {user ? (
          <button
            type="button"
            className="link uid"
            aria-label={`${t('my.copyUid')} ${user.uid}`}
            onClick={() => void copyUid()}
          >
            UID <span className="num">{user.uid}</span>
            <Icon name="copy" size="xs" />
          </button>
        ) : null}
      </div>
      <IconButton icon="gear" label={t('my.settings')} onClick={onSettings} />
    </header>
  );
}

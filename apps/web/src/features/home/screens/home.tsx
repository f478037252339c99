// Home: who I am, what I have, what my bots do, what I may try, what the market does. Each block loads and fails alone, and
// is drawn after those above it.
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { queryClient } from '../../../lib/query-client.ts';
import { useConnection } from '../../../lib/socket/live.ts';
import { useSession } from '../../../lib/stores/session.ts';
import { setTheme, useTheme } from '../../../lib/stores/theme.ts';
import { Below } from '../../../ui/below.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { PullToRefresh } from '../../../ui/lists.tsx';
import { Avatar, Note } from '../../../ui/marks.tsx';
import { AssetCard } from '../components/asset-card.tsx';
import { Banners } from '../components/banners.tsx';
import { BindCard } from '../components/bind-card.tsx';
import { Categories } from '../components/categories.tsx';
import { HotMarket } from '../components/hot-market.tsx';
import { MyBots } from '../components/my-bots.tsx';
import { TipLine } from '../components/tip-line.tsx';
import { Welcome } from '../components/welcome.tsx';

/** What the tab bar does not lead to. */
const quick = [
  { to: '/my/deposit', icon: 'deposit', key: 'deposit' },
  { to: '/my/withdraw', icon: 'withdraw', key: 'withdraw' },
  { to: '/bind', icon: 'key', key: 'keys' },
  { to: '/referral', icon: 'invite', key: 'invite' },
  { to: '/team', icon: 'team', key: 'team' },
  { to: '/strategy/martin', icon: 'plus', key: 'create' },
  { to: '/help/list', icon: 'help', key: 'help' },
  { to: '/strategy/logs', icon: 'log', key: 'logs' },
] as const satisfies readonly { to: string; icon: IconName; key: string }[];

export function Home() {
  const { t } = useTranslation();
  const user = useSession((session) => session.user);
  const language = useTheme((entry) => entry.language);
  const maintenance = useConnection((state) => state.maintenance);
  return (
    <main className="screen screen--tabs">
      <header className="header header--root">
        <Link to="/my" className="hstack hometop" aria-label={t('tabs.my')}>
          <Avatar code={user?.avatar} size="s" />
        </Link>
        <h1 className="t-row fill">{maskName(user?.nickname ?? '')}</h1>
        <IconButton
          icon="globe"
          label={t('language.switch')}
          onClick={() => setTheme({ language: language === 'zh' ? 'en' : 'zh' })}
        />
      </header>
      <PullToRefresh onRefresh={() => queryClient.invalidateQueries()}>
        <div className="page">
          {maintenance ? (
            <Note tone="warn" icon="gear" live>
              {maintenance}
            </Note>
          ) : null}
          <TipLine />
          <AssetCard />
          <nav className="card" aria-label={t('home.title')}>
            <div className="quick">
              {quick.map(({ to, icon, key }) => (
                <Link key={key} to={to}>
                  <span>
                    <Icon name={icon} />
                  </span>
                  <span>{t(`home.quick.${key}`)}</span>
                </Link>
              ))}
            </div>
          </nav>
          <BindCard />
          <Below>
            <MyBots />
            <Banners />
            <Categories />
            <HotMarket />
            <p className="riskline">{t('riskLine')}</p>
          </Below>
        </div>
      </PullToRefresh>
      <Welcome />
    </main>
  );
}

/** 潮** for 潮汐, Ti** for Tide: the name is on a screen that others may see. */
function maskName(name: string): string {
  const letters = Array.from(name);
  const kept = /^[\u2e80-\u9fff]/.test(name) ? 1 : 2;
  return letters.length === 0 ? '' : `${letters.slice(0, kept).join('')}**`;
}

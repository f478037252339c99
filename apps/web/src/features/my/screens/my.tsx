// Mine: who I am with my UID, what I hold at each exchange, the ways to bots, settings and texts, and the way out.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { botListQuery } from '../../../lib/queries.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useTheme } from '../../../lib/stores/theme.ts';
import { version } from '../../../lib/version.ts';
import { PullToRefresh } from '../../../ui/lists.tsx';
import { Menu, MenuRow } from '../../../ui/row.tsx';
import { ExchangeAssets } from '../components/exchange-assets.tsx';
import { LogOut } from '../components/log-out.tsx';
import { Hold, Person } from '../components/person.tsx';
import { PlatformAccount } from '../components/platform-account.tsx';

export function My() {
  const { t } = useTranslation();
  const language = useTheme((entry) => entry.language);
  const bots = useQuery(botListQuery());
  const count = (simulated: boolean) =>
    bots.data?.list.filter((bot) => !simulated || bot.simulate === 1 || bot.exchange === 'local').length;
  return (
    <main className="screen screen--tabs">
      <Person />
      <PullToRefresh onRefresh={() => queryClient.invalidateQueries()}>
        <div className="page">
          <Hold />
          <PlatformAccount />
          <ExchangeAssets />
          <Menu label={t('my.bots')}>
            <MenuRow
              icon="layers"
              title={t('my.bots')}
              value={<span className="num">{count(false)}</span>}
              to="/strategy"
            />
            <MenuRow icon="ladder" title={t('records.positions.title')} to="/my/positions" />
            <MenuRow icon="bill" title={t('records.bill.title')} to="/strategy/bill/all" />
            <MenuRow
              icon="flask"
              title={t('my.simulation')}
              value={<span className="num">{count(true)}</span>}
              to="/simulation"
            />
          </Menu>
          <Menu label={t('team.title')}>
            <MenuRow icon="team" title={t('team.title')} to="/team" />
            <MenuRow icon="invite" title={t('team.inviteTitle')} to="/referral" />
            <MenuRow icon="percent" title={t('team.rateTitle')} to="/my/rate" />
          </Menu>
          <Menu label={t('my.settings')}>
            <MenuRow icon="user" title={t('my.profile')} to="/my/profile" />
            <MenuRow icon="key" title={t('keys.title')} to="/bind" />
            <MenuRow icon="help" title={t('help.title')} to="/help/list" />
            <MenuRow icon="gear" title={t('my.settings')} to="/setting" />
            <MenuRow icon="globe" title={t('my.language')} value={t(`language.${language}`)} to="/lang" />
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

// The platform account on my page: what it holds, and the ways to move it.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ApiError } from '../../../lib/api/errors.ts';
import { accountQuery } from '../../../lib/queries.ts';
import { useTheme } from '../../../lib/stores/theme.ts';
import { Card } from '../../../ui/card.tsx';
import { Hero, hiddenFigure, Stat, Stats } from '../../../ui/figure.tsx';
import { formatDecimal, formatUsdt } from '../../../ui/figures.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Failed, Skeleton } from '../../../ui/states.tsx';

const ways = [
  { key: 'deposit', icon: 'deposit', to: '/my/deposit' },
  { key: 'withdraw', icon: 'withdraw', to: '/my/withdraw' },
  { key: 'convert', icon: 'swap', to: '/my/asset/fuel?sheet=convert' },
  { key: 'transfer', icon: 'send', to: '/my/asset/balance?sheet=transfer' },
] as const;

/** Letters that a figure may have where four stand in a row on the narrowest phone. */
const widestOfFour = 9;

export function PlatformAccount() {
  const { t } = useTranslation();
  const account = useQuery(accountQuery());
  const hidden = useTheme((entry) => entry.eye === 0);
  const { data } = account;
  if (data === undefined && account.error) {
    return (
      <Card>
        <Failed
          small
          text={(account.error as ApiError).message}
          onRetry={() => void account.refetch()}
          busy={account.isFetching}
        />
      </Card>
    );
  }
  const stats = [
    { key: 'available', to: 'balance', text: formatUsdt(data?.available) },
    { key: 'frozen', to: 'balance', text: formatUsdt(data?.frozen) },
    { key: 'fuel', to: 'fuel', text: formatUsdt(data?.fuel) },
    { key: 'points', to: 'points', text: formatDecimal(data?.points, 0) },
  ] as const;
  return (
    <Card aria-busy={account.isPending}>
      <div className="between t-meta">
        <span className="c2">{t('assets.platform')}</span>
        <span className="c3">{t('assets.keptBy')}</span>
      </div>
      <div className="assettotal">
        {data === undefined ? (
          <Skeleton width={180} height={40} />
        ) : (
          <Hero value={data.balance} unit="USDT" hidden={hidden} />
        )}
      </div>
      <Stats columns={stats.some(({ text }) => text.length > widestOfFour) ? 2 : 4}>
        {stats.map(({ key, text, to }) => (
          <Stat key={key} label={t(`assets.${key}`)}>
            {data === undefined ? (
              <Skeleton width={56} height={20} />
            ) : (
              <Link className="num statlink" to={`/my/asset/${to}`} aria-label={`${t(`assets.${key}`)} ${text}`}>
                {hidden ? hiddenFigure : text}
              </Link>
            )}
          </Stat>
        ))}
      </Stats>
      <nav className="quick quick--plain quick--line" aria-label={t('assets.platform')}>
        {ways.map(({ icon, key, to }) => (
          <Link key={key} to={to}>
            <span>
              <Icon name={icon} />
            </span>
            <span>{t(`assets.${key}`)}</span>
          </Link>
        ))}
      </nav>
    </Card>
  );
}

// What I hold at each exchange: value, shares, coins. The local exchange holds paper money and says so.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { Data } from '../../../lib/api/client.ts';
import type { ApiError } from '../../../lib/api/errors.ts';
import { assetQuery, exchangesQuery } from '../../../lib/queries.ts';
import { useTheme } from '../../../lib/stores/theme.ts';
import { Card, CardHead } from '../../../ui/card.tsx';
import { Chips } from '../../../ui/choice.tsx';
import { Hero, KeyValues } from '../../../ui/figure.tsx';
import { formatPercent, formatTrimmed, formatUsdt } from '../../../ui/figures.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Coin, Note, Tag } from '../../../ui/marks.tsx';
import { ShareBar } from '../../../ui/pictures.tsx';
import { Row } from '../../../ui/row.tsx';
import { Empty, Failed, Skeleton, SkeletonRows } from '../../../ui/states.tsx';
import { clockTime } from '../../../ui/times.ts';

type Asset = Data<'userAsset'>;
const shownCoins = 5;
const tints = ['', 'g2', 'g3', 'n'] as const;

export function ExchangeAssets() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const exchanges = useQuery(exchangesQuery());
  const [chosen, setChosen] = useState('local');
  const known =
    exchanges.data?.exchanges.filter(({ bound, status, trade }) => status !== 'off' && (trade === 1 || bound === 1)) ??
    [];
  const asset = useQuery({ ...assetQuery(chosen), refetchInterval: 30_000 });
  const go = (asset.error as ApiError | null)?.data['go'];
  return (
    <Card aria-busy={asset.isPending}>
      <CardHead title={t('my.exchangeAssets')}>
        {chosen === 'local' ? <Tag kind="sim">{t('simulated')}</Tag> : null}
        <Link className="link custody__link ml-auto" to="/bind">
          {t('my.manageKeys')}
          <Icon name="right" size="xs" />
        </Link>
      </CardHead>
      {known.length > 1 ? (
        <div className="mb-3">
          <Chips
            label={t('my.exchangeAssets')}
            value={chosen}
            onChange={setChosen}
            options={known.map((exchange) => ({ value: exchange.code, label: exchange.name }))}
          />
        </div>
      ) : null}
      {asset.data ? (
        <Holdings asset={asset.data} failed={asset.error !== null} onRefresh={() => void asset.refetch()} />
      ) : asset.error ? (
        typeof go === 'string' && go.startsWith('/bind/') ? (
          <Note tone="warn" action={{ label: t('my.toKeys'), onPress: () => void navigate(go) }}>
            {asset.error.message}
          </Note>
        ) : (
          <Failed small text={asset.error.message} onRetry={() => void asset.refetch()} busy={asset.isFetching} />
        )
      ) : (
        <>
          <Skeleton width={160} height={32} />
          <div className="holdings">
            <SkeletonRows count={4} label={t('ui.loading')} />
          </div>
        </>
      )}
    </Card>
  );
}

function Holdings({ asset, failed, onRefresh }: { asset: Asset; failed: boolean; onRefresh: () => void }) {
  const { t } = useTranslation();
  const hidden = useTheme((entry) => entry.eye === 0);
  const [expanded, setExpanded] = useState(false);
  const total = Number(asset.total_value);
  const share = (value: string) => (total > 0 ? (Number(value) / total) * 100 : 0);
  const shown = expanded ? asset.list : asset.list.slice(0, shownCoins);
  const old = failed || asset.stale === 1;
  return (
    <>
      <div className="between">
        <div>
          <Hero small value={asset.total_value} unit="USDT" hidden={hidden} />
          <p className="t-meta c3">{asset.exchange === 'local' ? t('my.paperNote') : null}</p>
        </div>
        <span className="t-meta c3 num">{t('my.updatedAt', { time: clockTime(asset.updated_at) })}</span>
      </div>
      <Accounts asset={asset} hidden={hidden} />
      {old ? (
        <div className="mt-3">
          <Note tone="warn" icon="clock" action={{ label: t('action.refresh'), onPress: onRefresh }}>
            {t('stale', { time: clockTime(asset.updated_at) })}
          </Note>
        </div>
      ) : null}
      {asset.list.length === 0 ? (
        <Empty text={t('my.noCoins')} />
      ) : (
        <div className={old ? 'stale' : undefined}>
          <div className="mt-3 mb-1">
            <ShareBar
              parts={asset.list.slice(0, 4).map((row, index) => ({
                label: `${row.coin} ${formatPercent(share(row.value), 1)}`,
                share: share(row.value),
                tint: tints[index] ?? 'n',
              }))}
            />
          </div>
          <div className="list">
            {shown.map((row) => (
              <Row
                key={row.coin}
                start={<Coin code={row.coin} />}
                title={row.coin}
                meta={<span className="num">{formatPercent(share(row.value), 1)}</span>}
                end={
                  <span className="num">
                    {hidden ? '****' : row.coin === 'USDT' ? formatUsdt(row.balance) : formatTrimmed(row.balance)}
                  </span>
                }
                endMeta={<span className="num">{hidden ? '****' : `≈ ${formatUsdt(row.value)}`}</span>}
              />
            ))}
          </div>
          {asset.list.length > shownCoins ? (
            <button
              type="button"
              className="link expand"
              aria-expanded={expanded}
              onClick={() => setExpanded(!expanded)}
            >
              {expanded ? t('my.collapse') : t('my.expand', { count: asset.list.length })}
              <Icon name={expanded ? 'up' : 'down'} size="xs" />
            </button>
          ) : null}
        </div>
      )}
    </>
  );
}

/** What the total is made of where there are several accounts, and what is not in it. */
function Accounts({ asset, hidden }: { asset: Asset; hidden: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const accounts = asset.accounts ?? [];
  const counted = accounts.filter(({ value }) => value !== null);
  const uncounted = accounts.length - counted.length;
  return (
    <>
      {counted.length < 2 ? null : (
        <div className="mt-3">
          <KeyValues
            rows={counted.map(({ wire, value }) => ({
              label: t(`my.accounts.${wire}`),
              value: <span className="num">{hidden ? '****' : formatUsdt(value)}</span>,
            }))}
          />
        </div>
      )}
      {uncounted === 0 ? null : (
        <div className="mt-3">
          <Note tone="warn" action={{ label: t('my.toKeys'), onPress: () => void navigate(`/bind/${asset.exchange}`) }}>
            {t('my.accounts.uncounted', { count: uncounted })}
          </Note>
        </div>
      )}
    </>
  );
}

// What I have and what the bots earned: total first, then today, all time and open profit, hidden while the eye is closed.
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Data } from '../../../lib/api/client.ts';
import type { ApiError } from '../../../lib/api/errors.ts';
import { assetQuery, botListQuery, exchangesQuery, userIndexQuery } from '../../../lib/queries.ts';
import { setTheme, useTheme } from '../../../lib/stores/theme.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/class-names.ts';
import { Hero, hiddenFigure, Profit, Stat, Stats } from '../../../ui/figure.tsx';
import { addDecimals, formatUsdt } from '../../../ui/figures.ts';
import { Tag } from '../../../ui/marks.tsx';
import { Failed, Skeleton } from '../../../ui/states.tsx';

export function AssetCard() {
  const { t } = useTranslation();
  const open = useTheme((entry) => entry.eye === 1);
  const index = useQuery(userIndexQuery());
  const assets = useAssets();
  const bots = useQuery(botListQuery());
  if (index.data === undefined && index.error) {
    return (
      <Card>
        <Failed
          small
          text={(index.error as ApiError).message}
          onRetry={() => void index.refetch()}
          busy={index.isFetching}
        />
      </Card>
    );
  }
  const total = addDecimals([index.data?.account.value, ...assets.values]);
  const floating = bots.data ? addDecimals(bots.data.list.map((bot) => bot.unrealized)) : null;
  return (
    <Card aria-busy={index.isPending}>
      <div className="hstack c2 t-meta">
        {t('home.totalAssets')}
        <IconButton
          icon={open ? 'eye' : 'eye-off'}
          size="s"
          className="eyebtn"
          label={open ? t('home.hideAmounts') : t('home.showAmounts')}
          aria-pressed={!open}
          onClick={() => setTheme({ eye: open ? 0 : 1 })}
        />
        <span className="ml-auto">
          <Tag kind="sim">{t('simulated')}</Tag>
        </span>
      </div>
      <div className="assettotal">
        {index.data === undefined || assets.waits ? (
          <Skeleton width={180} height={40} />
        ) : (
          <Hero value={total} unit="USDT" hidden={!open} />
        )}
      </div>
      <Stats columns={2}>
        <Stat label={t('home.today')}>
          <Waiting ready={index.data !== undefined}>
            <Profit value={index.data?.bill.today} hidden={!open} />
          </Waiting>
        </Stat>
        <Stat label={t('home.total')}>
          <Waiting ready={index.data !== undefined}>
            <Profit value={index.data?.bill.total} hidden={!open} />
          </Waiting>
        </Stat>
        <Stat label={t('home.floating')}>
          <Waiting ready={!bots.isPending}>
            <Profit value={floating} hidden={!open} />
          </Waiting>
        </Stat>
        <Stat label={t('home.fuel')}>
          <Waiting ready={index.data !== undefined}>
            <Link to="/my/asset/fuel" className={cx('num statlink', fuelTone(index.data))}>
              {open ? formatUsdt(index.data?.account.fuel) : hiddenFigure}
            </Link>
          </Waiting>
        </Stat>
      </Stats>
      <p className="t-tag c3 mt-3">{t(assets.missing ? 'home.someMissing' : 'home.paperMoney')}</p>
    </Card>
  );
}

/** Amber below the reminder's threshold, red when there is none left. */
function fuelTone(index: Data<'userIndex'> | undefined): string {
  const fuel = Number(index?.account.fuel ?? 0);
  if (fuel >= Number(index?.profile.fuel_notice ?? 0)) return '';
  return fuel > 0 ? 'cw' : 'down';
}

/** What I hold at each exchange where my bots can trade; one that does not answer is left out, and said to be. */
function useAssets() {
  const places = useQuery(exchangesQuery()).data?.exchanges ?? [];
  const codes = places.filter(({ bound, trade }) => bound === 1 && trade === 1).map(({ code }) => code);
  const asked = codes.length === 0 ? ['local'] : codes;
  const found = useQueries({ queries: asked.map((code) => ({ ...assetQuery(code), refetchInterval: 30_000 })) });
  return {
    values: found.map(({ data }) => data?.total_value),
    waits: found.some(({ isPending }) => isPending),
    missing: found.length > 1 && found.some(({ data, error }) => data === undefined && error !== null),
  };
}

function Waiting({ ready, children }: { ready: boolean; children: React.ReactNode }) {
  return ready ? children : <Skeleton width={64} height={20} />;
}

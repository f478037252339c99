// What I have and what the bots earned: total first, then today, all time and open profit, hidden while the eye is closed.
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { Data } from '../../../lib/api/client.ts';
import type { ApiError } from '../../../lib/api/errors.ts';
import { assetQuery, botListQuery, exchangesQuery, userIndexQuery } from '../../../lib/queries.ts';
import { setTheme, useTheme } from '../../../lib/stores/theme.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/class-names.ts';
import { Hero, hiddenFigure, Profit, Stat, Stats } from '../../../ui/figure.tsx';
import { addDecimals, formatTrimmed, formatUsdt } from '../../../ui/figures.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Tag } from '../../../ui/marks.tsx';
import { Failed, Skeleton } from '../../../ui/states.tsx';
import { MonthBars } from './month-bars.tsx';

export function AssetCard() {
  const { t } = useTranslation();
  const open = useTheme((entry) => entry.eye === 1);
  const index = useQuery(userIndexQuery());
  const assets = useAssets();
  const bots = useQuery({ ...botListQuery(), select: floatingOf });
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
      <Stats columns={3}>
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
            <Profit value={bots.data} hidden={!open} />
          </Waiting>
        </Stat>
      </Stats>
      <p className="t-tag c3 mt-3">
        {t('home.paperMoney')}
        {assets.uncounted.length === 0 ? null : (
          <span className="block cw">{t('home.notCounted', { names: assets.uncounted.join(t('home.and')) })}</span>
        )}
      </p>
      <MonthBars />
      <FuelLine index={index.data} hidden={!open} />
    </Card>
  );
}

/** Open profit of all bots. */
function floatingOf({ list }: Data<'botList'>): string | null {
  return addDecimals(list.map((bot) => bot.unrealized));
}

/** The fuel with the line below which it is told: amber below that, red when there is none left. */
function FuelLine({ index, hidden }: { index: Data<'userIndex'> | undefined; hidden: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const fuel = Number(index?.account.fuel ?? 0);
  const low = index !== undefined && fuel < Number(index.profile.fuel_notice);
  return (
    <div className="fuelline">
      <Link to="/my/asset/fuel" className="fuelline__what">
        <Icon name="fuel" size="s" />
        <span>{t('home.fuel')}</span>
        <Waiting ready={index !== undefined}>
          <b className={cx('num', low && (fuel > 0 ? 'cw' : 'down'))}>
            {hidden ? hiddenFigure : formatUsdt(index?.account.fuel)}
          </b>
        </Waiting>
      </Link>
      <span className="t-meta c3 num">
        {index && t('home.fuelNotice', { amount: formatTrimmed(index.profile.fuel_notice) })}
      </span>
      <Button size="s" tone="soft" onClick={() => void navigate('/my/asset/fuel?sheet=convert')}>
        {t('home.addFuel')}
      </Button>
    </div>
  );
}

/** What I hold at each exchange that I use, with the names of what could not be read and is in no sum. */
function useAssets() {
  const { t } = useTranslation();
  const places = useQuery(exchangesQuery()).data?.exchanges ?? [];
  const used = places.filter(({ bound }) => bound === 1);
  const asked = used.length === 0 ? [{ code: 'local', name: t('home.local') }] : used;
  const found = useQueries({ queries: asked.map(({ code }) => ({ ...assetQuery(code), refetchInterval: 30_000 })) });
  return {
    values: found.map(({ data }) => data?.total_value),
    waits: found.some(({ isPending }) => isPending),
    uncounted: asked.flatMap(({ name }, at) => {
      const { data, error } = found[at]!;
      if (data === undefined) return error === null ? [] : [name];
      const shut = data.accounts?.filter(({ value }) => value === null).length ?? 0;
      return shut === 0 ? [] : [t('home.accountsOf', { name, count: shut })];
    }),
  };
}

function Waiting({ ready, children }: { ready: boolean; children: React.ReactNode }) {
  return ready ? children : <Skeleton width={64} height={20} />;
}

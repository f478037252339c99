// The brakes of a bot: each with where it stands now, and whether it acts. They hold adds back; exits always go on.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card, CardHead } from '../../../../ui/card.tsx';
import { formatPercent, formatTrimmed, formatUsdt } from '../../../../ui/figures.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { candlesQuery } from '../../chart/api/candles.ts';
import { paramOf } from '../../grid-params.ts';
import { crashMove } from '../crash-move.ts';
import { stopGuardOf } from '../stop-guard.ts';
import { stopsWithinDay } from '../stops-within.ts';

export interface GuardsCardProps {
  readonly bot: BotDetail;
  readonly price: string | null;
}

interface Guard {
  readonly key: string;
  readonly name: string;
  readonly value: string;
  /** How much of it is used, 0 to 1; null = it has no measure. */
  readonly share: number | null;
  readonly text?: string;
  readonly acting: boolean;
  /** It guards nothing. */
  readonly off?: boolean;
}

export function GuardsCard({ bot, price }: GuardsCardProps) {
  const { t } = useTranslation();
  const crash = useCrashGuard(bot, price);
  const guards = [crash, trendGuard(), moneyGuard(), stopGuard(), stopsGuard(), unstuckGuard()].filter(
    (guard) => guard !== null,
  );
  const acting = guards.filter((guard) => guard.acting).length;
  const inOrder = guards.filter((guard) => guard.off !== true).length;
  const stopOff = inOrder < guards.length;
  return (
    <Card aria-label={t('round.guards.title')}>
      <CardHead title={t('round.guards.title')}>
        <span className={acting > 0 || stopOff ? 't-meta cw' : 't-meta cp'}>
          {acting > 0
            ? t('round.guards.acting', { count: acting })
            : t(stopOff ? 'round.guards.stopOff' : 'round.guards.normal', { count: inOrder })}
        </span>
      </CardHead>
      {guards.map((guard) => (
        <GuardRow key={guard.key} guard={guard} />
      ))}
    </Card>
  );

  function trendGuard(): Guard | null {
    if (paramOf(bot, 'trend_gate') !== '1') return null;
    const tf = paramOf(bot, 'trend_tf') ?? '4h';
    const acting = bot.watch?.held.some(({ key }) => key.startsWith('guard_trend')) ?? false;
    return {
      key: 'trend',
      name: t('round.guards.trend'),
      value: t('round.guards.trendOn', { tf }),
      share: null,
      acting,
    };
  }

  function moneyGuard(): Guard {
    const { margin, position } = bot;
    const used = margin ? margin.position_margin : (position?.cost ?? '0');
    const whole = margin ? margin.wallet : bot.investment;
    const share = Number(whole) > 0 ? Number(used) / Number(whole) : 0;
    const name = t(margin ? 'round.guards.margin' : 'round.guards.budget');
    return { key: 'money', name, value: `${formatUsdt(used)} / ${formatUsdt(whole)}`, share, acting: false };
  }

  function stopGuard(): Guard {
    const stop = stopGuardOf(bot);
    const value = t(`round.guards.${stop.key}`, { percent: formatTrimmed(stop.percent, 2) });
    return { key: 'stop', name: t('round.guards.stop'), value, share: null, acting: false, off: stop.key === 'off' };
  }

  function stopsGuard(): Guard | null {
    const counts = (bot.type === 'martin' && paramOf(bot, 'cycle') !== 'once') || bot.type === 'custom';
    if (!counts) return null;
    const count = stopsWithinDay(bot.fills, bot.price_at ?? 0);
    const value = t('round.guards.stopsValue', { count });
    return { key: 'stops', name: t('round.guards.stops'), value, share: null, acting: count >= 2 };
  }

  function unstuckGuard(): Guard | null {
    const percent = paramOf(bot, 'unstuck_budget');
    if (percent === null || Number(percent) === 0) return null;
    const value = t('round.guards.unstuckValue', { percent: formatTrimmed(percent, 2) });
    return { key: 'unstuck', name: t('round.guards.unstuck'), value, share: null, acting: false };
  }
}

/** Known from the minute candles, as the machine counts it: the present minute and those before. */
function useCrashGuard(bot: BotDetail, price: string | null): Guard | null {
  const { t } = useTranslation();
  const has = bot.type === 'martin';
  const { exchange, market, symbol } = bot;
  const { data } = useQuery({ ...candlesQuery({ exchange, market, symbol }, '1m'), enabled: has });
  if (!has) return null;
  const drop = paramOf(bot, 'guard_drop') ?? '2';
  const minutes = Number(paramOf(bot, 'guard_minutes') ?? '5');
  const short = bot.direction === 'short';
  const move = crashMove(data?.list ?? [], price, minutes, short);
  return {
    key: 'crash',
    name: t('round.guards.crash'),
    value: `${formatPercent(move === null ? null : move.toFixed(4))} / ${formatPercent(drop)}`,
    share: move === null ? 0 : move / Number(drop),
    text: t(short ? 'round.guards.crashRise' : 'round.guards.crashFall', { minutes, drop: formatTrimmed(drop) }),
    acting: move !== null && move > Number(drop),
  };
}

function GuardRow({ guard }: { guard: Guard }) {
  const { name, value, share, text, acting, off = false } = guard;
  return (
    <div className="guard">
      <span className={acting || off ? 'cw guard__icon' : 'cp guard__icon'}>
        <Icon name={acting || off ? 'warn' : 'shield'} size="m" />
      </span>
      <span>{name}</span>
      <span className={acting || off ? 'num cw' : 'num c2'}>{value}</span>
      {share === null && text === undefined ? null : (
        <div className="guard__bar">
          {share === null ? null : (
            <div className="progress" aria-hidden="true">
              <i style={{ width: `${Math.min(100, Math.max(0, share * 100))}%` }} />
            </div>
          )}
          {text === undefined ? null : <p className="t-tag c3 mt-1">{text}</p>}
        </div>
      )}
    </div>
  );
}

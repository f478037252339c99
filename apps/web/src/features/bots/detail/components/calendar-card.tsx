// A calendar bot: how many of its buys are done, and when the next ones come, in the zone its calendar is written in.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import { useTranslation } from 'react-i18next';
import { Card, CardHead } from '../../../../ui/card.tsx';
import { formatTrimmed, formatUsdt } from '../../../../ui/figures.ts';
import { paramOf } from '../../grid-params.ts';
import { nextBuys } from '../next-buys.ts';

const shownBuys = 5;
const zoneMs = 8 * 3_600_000;

export function CalendarCard({ bot }: { bot: BotDetail }) {
  const { t } = useTranslation();
  const { watch } = bot;
  const most = watch?.max_adds ?? bot.max_positions ?? 0;
  const used = watch?.adds ?? 0;
  const next = watch?.next_at ?? null;
  const interval = paramOf(bot, 'interval') ?? '1d';
  const count = Math.min(shownBuys, Math.max(0, most - used));
  const times = next === null ? [] : nextBuys(next, interval, Number(paramOf(bot, 'monthday') ?? '1'), count);
  const drop = paramOf(bot, 'dip_drop');
  return (
    <Card aria-label={t('round.calendar.title')}>
      <CardHead title={t('round.calendar.title')}>
        <span className="t-meta c3 num">{t('round.calendar.used', { used, most })}</span>
      </CardHead>
      <div className="progress" aria-hidden="true">
        <i style={{ width: `${most > 0 ? (used / most) * 100 : 0}%` }} />
      </div>
      {times.length === 0 ? (
        <p className="t-meta c3 mt-3">
          {t(used >= most && most > 0 ? 'round.calendar.done' : 'round.calendar.paused')}
        </p>
      ) : (
        <table className="table mt-2">
          <thead>
            <tr>
              <th>{t('round.calendar.when')}</th>
              <th>{t('round.calendar.time')}</th>
              <th>{t('round.calendar.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {times.map((at, index) => (
              <tr key={at} className={index === 0 ? 'next' : 'todo'}>
                <td>{index === 0 ? t('round.calendar.next') : t('round.calendar.nth', { n: used + index + 1 })}</td>
                <td>{zoneTime(at)}</td>
                <td>{formatUsdt(paramOf(bot, 'amount'))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="t-tag c3 mt-2">
        {t('round.calendar.hint')}
        {drop === null
          ? ''
          : ` ${t('round.calendar.dip', { drop: formatTrimmed(drop), times: formatTrimmed(paramOf(bot, 'multiplier') ?? '1') })}`}
      </p>
    </Card>
  );
}

/** 2026-08-05 08:00 in UTC+8, wherever the device is. */
function zoneTime(at: number): string {
  return new Date(at + zoneMs).toISOString().slice(0, 16).replace('T', ' ');
}

// What a bot follows and what it waits for, above everything else: a callback that is under way, brakes that hold it back,
// the next time it acts. The place stands from the beginning, so that nothing jumps when a callback begins.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import { useTranslation } from 'react-i18next';
import { formatPrice, formatTrimmed } from '../../../../ui/figures.ts';
import { Note } from '../../../../ui/marks.tsx';
import { dayTime } from '../../../../ui/times.ts';
import { paramOf } from '../../grid-params.ts';
import { distancePercent } from '../grid-book.ts';

export interface WatchNotesProps {
  readonly bot: BotDetail;
  readonly price: string | null;
  readonly tick: string | undefined;
}

export function WatchNotes({ bot, price, tick }: WatchNotesProps) {
  const { t } = useTranslation();
  const { watch } = bot;
  if (bot.status === 'stopped')
    return bot.position === null ? null : (
      <Note tone="warn" icon="warn">
        {t('round.waits.kept')}
      </Note>
    );
  if (!watch) return null;
  const waits = waitsFor();
  // Until when it cools down is told by the line beneath.
  const held = watch.held.filter(({ key }) => key !== 'cooldown' || waits === null);
  return (
    <>
      <Trail watch={watch} price={price} tick={tick} />
      {held.length > 0 ? (
        <Note tone="warn" icon="shield">
          {held.map(({ text, key }) => text || key).join(' · ')}
        </Note>
      ) : null}
      {waits === null ? null : (
        <Note tone="info" icon="clock">
          {waits}
        </Note>
      )}
    </>
  );

  function waitsFor(): string | null {
    if (bot.status !== 'running' || !watch) return null;
    if (bot.phase === 'cooldown')
      return watch.next_at === null ? null : t('round.waits.cooldown', { time: dayTime(watch.next_at) });
    if (paramOf(bot, 'mode') === 'calendar')
      return watch.next_at === null ? null : t('round.waits.buy', { time: dayTime(watch.next_at) });
    if (bot.phase !== 'waiting') return null;
    const entry = paramOf(bot, 'entry') === 'price' ? paramOf(bot, 'entry_price') : null;
    return entry === null ? t('round.waits.conditions') : t('round.waits.price', { price: formatTrimmed(entry) });
  }
}

function Trail({ watch, price, tick }: Omit<WatchNotesProps, 'bot'> & { watch: NonNullable<BotDetail['watch']> }) {
  const { t } = useTranslation();
  const { trail } = watch;
  if (trail === null) return null;
  const distance = distancePercent(trail.fire, price);
  const percent = distance === null ? null : formatTrimmed(Math.abs(distance).toFixed(2), 2);
  const figures = {
    best: formatPrice(trail.best, tick),
    fire: formatPrice(trail.fire, tick),
    left: percent === null ? '' : t('round.trail.left', { percent }),
  };
  const isProfit = trail.of === 'take_profit';
  // The best price of a long's profit is a high, of its add a low; a short's mirrored.
  const isHigh = isProfit === (watch.side === 'long');
  return (
    <Note tone="info" icon="target">
      <b className="cp">{t(isProfit ? 'round.trail.profit' : 'round.trail.add')}</b>
      <br />
      {t(
        isProfit
          ? isHigh
            ? 'round.trail.profitHigh'
            : 'round.trail.profitLow'
          : isHigh
            ? 'round.trail.addHigh'
            : 'round.trail.addLow',
        figures,
      )}
    </Note>
  );
}

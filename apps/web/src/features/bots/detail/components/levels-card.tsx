// Every price that matters to the position, highest first, the present one among them, each with its distance as a bar and
// in percent.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Card, CardHead } from '../../../../ui/card.tsx';
import { formatPrice, formatSignedPercent } from '../../../../ui/figures.ts';
import { barWidth, hasCallback, type Level, type LevelKind, levelsOf } from '../levels.ts';
import { useSideName } from '../use-side-name.ts';

export interface LevelsCardProps {
  readonly bot: BotDetail;
  readonly price: string | null;
  readonly tick: string | undefined;
}

const colours: Readonly<Record<LevelKind, string>> = {
  best: 'var(--c-up)',
  fire: 'var(--c-up)',
  take_profit: 'var(--c-up)',
  average: 'var(--c-primary)',
  add: 'var(--c-text-3)',
  stop_loss: 'var(--c-down)',
  liquidation: 'var(--c-warn)',
  worst_liquidation: 'var(--c-warn)',
};

export function LevelsCard({ bot, price, tick }: LevelsCardProps) {
  const { t } = useTranslation();
  const name = useSideName(bot, t('round.levels.title'));
  const levels = levelsOf(bot, price);
  if (levels.length === 0) return null;
  const below = levels.findIndex((level) => Number(level.price) < Number(price));
  const at = below < 0 ? levels.length : below;
  return (
    <Card aria-label={name}>
      <CardHead title={t('round.levels.title')}>
        <span className="t-meta c3">{t('round.levels.distance')}</span>
      </CardHead>
      <ul className="levels">
        {levels.slice(0, at).map(row)}
        <li className="now" style={{ '--k': 'var(--c-text)' } as CSSProperties}>
          <i />
          <span>{t('round.levels.now')}</span>
          <span className="num">{formatPrice(price, tick)}</span>
          <span />
        </li>
        {levels.slice(at).map(row)}
      </ul>
    </Card>
  );

  function row({ kind, price: level, percent }: Level) {
    return (
      <li key={kind} style={{ '--k': colours[kind] } as CSSProperties}>
        <i />
        <span className="c2">{nameOf(kind)}</span>
        <b className="num">{formatPrice(level, tick)}</b>
        <span className="levels__bar">
          {percent === null ? null : <b style={{ '--w': `${barWidth(percent)}px` } as CSSProperties} />}
          <span className="num levels__percent">{formatSignedPercent(percent)}</span>
        </span>
      </li>
    );
  }

  function nameOf(kind: LevelKind): string {
    const isProfit = bot.watch?.trail?.of === 'take_profit';
    if (kind === 'best')
      return t(isProfit === (bot.watch?.side === 'long') ? 'round.levels.bestHigh' : 'round.levels.bestLow');
    if (kind === 'fire') return t(isProfit ? 'round.levels.fireClose' : 'round.levels.fireAdd');
    if (kind === 'take_profit' && hasCallback(bot)) return t('round.levels.arming');
    return t(`round.levels.${kind}`);
  }
}

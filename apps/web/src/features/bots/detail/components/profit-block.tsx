// What the bot has earned: total first and with open loss, its parts so that they add up to the cent, then what stands
// beside a return so that it never stands alone.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { Card } from '../../../../ui/card.tsx';
import { Hero, Profit, ProfitRate, Stat, Stats, Sum } from '../../../../ui/figure.tsx';
import { formatPercent, formatUsdt } from '../../../../ui/figures.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { shownParts } from '../../shown-parts.ts';

export interface ProfitBlockProps {
  readonly bot: BotDetail;
  readonly wide: boolean;
  /** Status, tags and run time, above the figures on phones. */
  readonly head: ReactNode;
}

type RestKey = 'unpaired' | 'other' | 'rest';

/** What the part beside the grid profit is made of. */
function restKey({ other, unrealized }: BotDetail['profit_parts']): RestKey {
  if (Number(other) === 0) return 'unpaired';
  return Number(unrealized) === 0 ? 'other' : 'rest';
}

export function ProfitBlock({ bot, wide, head }: ProfitBlockProps) {
  const { t } = useTranslation();
  const hidden = useTheme((entry) => entry.eye === 0);
  const parts = bot.profit_parts;
  const shown = shownParts(parts.total, parts.grid);
  const profit = (value: string | null, decimals?: number) => (
    <Profit value={value} hidden={hidden} {...(decimals === undefined ? {} : { decimals })} />
  );
  const grid = profit(shown.first, shown.decimals);
  const rest = profit(shown.rest, shown.decimals);
  const restLabel = t(`bots.detail.${restKey(parts)}`);
  const hero = <Hero value={shown.total} decimals={shown.decimals} unit="USDT" signed hidden={hidden} small={wide} />;
  const others = [
    <Stat key="today" label={t('bots.detail.gridToday')}>
      {profit(parts.grid_today)}
    </Stat>,
    <Stat key="pairs" label={t('bots.detail.pairs')}>
      {parts.pairs}
    </Stat>,
    <Stat key="fuel" label={t('bots.detail.fuel')}>
      {formatUsdt(parts.fuel)}
    </Stat>,
    <Stat key="invested" label={t('bots.detail.invested')}>
      {formatUsdt(bot.investment)}
    </Stat>,
    <Stat key="drawdown" label={t('bots.detail.drawdown')}>
      {formatPercent(bot.max_drawdown)}
    </Stat>,
    <Stat key="fees" label={t('bots.detail.fees')}>
      {formatUsdt(parts.fees)}
    </Stat>,
  ];
  if (wide) {
    return (
      <Card className="profitwide" aria-label={t('bots.detail.profit')}>
        <div>
          <div className="t-meta c3">
            {t('bots.total')} <ProfitRate value={parts.total_rate} />
          </div>
          {hero}
          <Whence bot={bot} />
        </div>
        <Stats columns={4}>
          <Stat label={t('bots.detail.grid')}>{grid}</Stat>
          <Stat label={restLabel}>{rest}</Stat>
          {others}
        </Stats>
      </Card>
    );
  }
  return (
    <Card aria-label={t('bots.detail.profit')}>
      {head}
      <div className="t-meta c3 mt-3">{t('bots.total')}</div>
      <div className="between herorow">
        {hero}
        <div className="t-section num">
          <ProfitRate value={parts.total_rate} />
        </div>
      </div>
      <div className="my-3">
        <Sum
          parts={[
            { label: t('bots.detail.grid'), value: grid },
            { label: restLabel, value: rest, sign: '+' },
            { label: t('bots.total'), value: profit(shown.total, shown.decimals), sign: '=' },
          ]}
        />
      </div>
      <Stats>{others}</Stats>
      <p className="t-meta c3 mt-3">{t('bots.detail.netOfFees')}</p>
      <Whence bot={bot} />
    </Card>
  );
}

/** Opens the realised figures into the results, trades, fees and funding that sum to them. */
export function Whence({ bot }: { bot: BotDetail }) {
  const { t } = useTranslation();
  return (
    <Link className="link link--p whence" to={`/strategy/bill/${bot.exchange}?bot=${bot.id}`}>
      {t('records.bill.whence')}
      <Icon name="right" size="xs" />
    </Link>
  );
}

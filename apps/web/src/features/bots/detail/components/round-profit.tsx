// What a bot of rounds has earned: the open profit of this round first, beside the margin (the cost) and the investment,
// then realised + open = total, to the last digit on screen, and what stands beside it: rounds, funding, fuel.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import { useTranslation } from 'react-i18next';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { Card } from '../../../../ui/card.tsx';
import { Hero, Profit, ProfitRate, Stat, Stats, Sum } from '../../../../ui/figure.tsx';
import { addDecimals, formatPercent, formatSigned, formatSignedPercent, formatUsdt } from '../../../../ui/figures.ts';
import { shownParts } from '../../shown-parts.ts';
import { type ProfitBlockProps, Whence } from './profit-block.tsx';

export function RoundProfit({ bot, wide, head }: ProfitBlockProps) {
  const { t } = useTranslation();
  const hidden = useTheme((entry) => entry.eye === 0);
  const { position } = bot;
  const shown = shownParts(bot.total_profit, bot.profit);
  const profit = (value: string | null) => <Profit value={value} decimals={shown.decimals} hidden={hidden} />;
  // Counted from what pushes keep fresh, so that the hero never contradicts the sum beneath it.
  const pending = bot.market === 'futures' ? (position?.funding ?? '0') : '0';
  const legged = bot.legs !== undefined;
  const open = legged
    ? shown.total
    : position === null
      ? '0'
      : (addDecimals([bot.unrealized, negative(pending)]) ?? '0');
  const parts = [
    { label: t('round.profit.realised'), value: profit(shown.first) },
    { label: t('round.profit.floating'), value: profit(shown.rest), sign: '+' as const },
    { label: t('round.profit.total'), value: profit(shown.total), sign: '=' as const },
  ];
  const stats = [
    <Stat key="rounds" label={t(legged && bot.market === 'spot' ? 'legs.profit.trades' : 'round.profit.rounds')}>
      {bot.rounds}
    </Stat>,
    bot.market === 'futures' ? (
      <Stat key="funding" label={t('round.profit.funding')}>
        <Profit value={bot.profit_parts.funding ?? '0'} hidden={hidden} />
      </Stat>
    ) : (
      <Stat key="today" label={t('round.profit.today')}>
        <Profit value={bot.profit_today} hidden={hidden} />
      </Stat>
    ),
    <Stat key="fuel" label={t('bots.detail.fuel')}>
      {formatUsdt(bot.profit_parts.fuel)}
    </Stat>,
    <Stat key="invested" label={t('bots.detail.invested')}>
      {formatUsdt(bot.investment)}
    </Stat>,
    <Stat key="drawdown" label={t('bots.detail.drawdown')}>
      {formatPercent(bot.max_drawdown)}
    </Stat>,
    <Stat key="fees" label={t('bots.detail.fees')}>
      {formatUsdt(bot.profit_parts.fees)}
    </Stat>,
  ];
  const hero = (
    <Hero value={open} unit="USDT" signed hidden={hidden} small={wide} {...(legged && { decimals: shown.decimals })} />
  );
  const heroLabel = t(legged ? 'round.profit.total' : 'round.profit.round');
  const rates = legged ? <TotalRate bot={bot} hidden={hidden} /> : <Rates bot={bot} open={open} hidden={hidden} />;
  const foot = (
    <>
      <p className="t-meta c3 mt-3">
        {Number(pending) === 0 || hidden
          ? t('bots.detail.netOfFees')
          : t('round.profit.pending', { amount: formatSigned(pending) })}
      </p>
      <Whence bot={bot} />
    </>
  );
  if (wide)
    return (
      <Card className="profitwide" aria-label={t('bots.detail.profit')}>
        <div>
          <div className="t-meta c3">{heroLabel}</div>
          {hero}
          <div className="profitrates profitrates--wide">{rates}</div>
          <Whence bot={bot} />
        </div>
        <div className="stack">
          <Sum parts={parts} />
          <Stats>{stats}</Stats>
        </div>
      </Card>
    );
  return (
    <Card aria-label={t('bots.detail.profit')}>
      {head}
      <div className="t-meta c3 mt-3">{heroLabel}</div>
      <div className="between herorow">
        {hero}
        <div className="profitrates">{rates}</div>
      </div>
      <div className="my-3">
        <Sum parts={parts} />
      </div>
      <Stats>{stats}</Stats>
      {foot}
    </Card>
  );
}

/** Legs hold each other: only the whole says anything, of the whole investment. */
function TotalRate({ bot, hidden }: { bot: BotDetail; hidden: boolean }) {
  return (
    <span className="t-section num">
      <ProfitRate value={bot.total_rate} hidden={hidden} />
    </span>
  );
}

/** Of the margin (on spot the cost) it took, and of the whole investment. */
function Rates({ bot, open, hidden }: { bot: BotDetail; open: string | null; hidden: boolean }) {
  const { t } = useTranslation();
  const { position } = bot;
  const stake = bot.margin ? bot.margin.position_margin : position?.cost;
  const percentOf = (whole: string | undefined) =>
    Number(whole) > 0 ? ((Number(open) / Number(whole)) * 100).toFixed(6) : '0';
  return (
    <>
      <span>
        <span className="t-section num">
          <ProfitRate value={percentOf(stake)} hidden={hidden} />
        </span>{' '}
        <span className="t-meta c3">
          {t(bot.market === 'futures' ? 'round.profit.ofMargin' : 'round.profit.ofCost')}
        </span>
      </span>
      <span className="t-meta c3">
        {t('round.profit.ofInvestment', { percent: hidden ? '****' : formatSignedPercent(percentOf(bot.investment)) })}
      </span>
    </>
  );
}

function negative(value: string): string {
  return value.startsWith('-') ? value.slice(1) : `-${value}`;
}

// A bot with everything: what it waits for, profit, chart, what its kind holds, log. The same content is a screen on phones
// and a pane on wide windows.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { symbolsQuery } from '../../../../lib/queries.ts';
import { useTicker } from '../../../../lib/socket/live.ts';
import { useOnline } from '../../../../lib/use-online.ts';
import { Below } from '../../../../ui/below.tsx';
import { Card } from '../../../../ui/card.tsx';
import { cx } from '../../../../ui/class-names.ts';
import { Header } from '../../../../ui/header.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Coin, Note, Tag } from '../../../../ui/marks.tsx';
import { clockTime } from '../../../../ui/times.ts';
import { AgreementBadge } from '../../agreement/agreement-badge.tsx';
import { BotPill, PricesTag, SideTag, SimulatedTag } from '../../bot-identity.tsx';
import { isAside } from '../../bot-reason.ts';
import { BotReasonNote } from '../../bot-reason-note.tsx';
import { CandleChart } from '../../chart/candle-chart.tsx';
import type { PriceLine } from '../../chart/price-lines.ts';
import { DriftNote } from '../../drift/drift-note.tsx';
import { coinsOf } from '../../grid-params.ts';
import type { Operations } from '../../operations/use-operations.ts';
import { botLines } from '../chart-lines.ts';
import { spanOf, timeframeFor } from '../run-time.ts';
import { ActionBar } from './action-bar.tsx';
import { DetailTabs } from './detail-tabs.tsx';
import { holdingParts } from './holding-parts.tsx';
import { LegsNotes } from './legs-notes.tsx';
import { ProfitBlock } from './profit-block.tsx';
import { RoundProfit } from './round-profit.tsx';
import { WatchNotes } from './watch-notes.tsx';

export interface BotDetailViewProps {
  readonly bot: BotDetail;
  readonly operations: Operations;
  readonly wide: boolean;
  readonly onBack: () => void;
  /** The answer is old and asking again failed. */
  readonly stale: { readonly atMs: number; readonly onRetry: () => void } | null;
}

export function BotDetailView({ bot, operations, wide, onBack, stale }: BotDetailViewProps) {
  const { t } = useTranslation();
  const online = useOnline();
  const { data: markets } = useQuery(symbolsQuery(bot.exchange, bot.market));
  const tick = markets?.list.find((market) => market.symbol === bot.symbol)?.tick;
  const quoted = useTicker(bot.exchange, bot.market, bot.symbol)?.last ?? null;
  // A bot's own message brings its price with the profit that was counted by it: the figures beside each other agree.
  const price = bot.status === 'stopped' ? (quoted ?? bot.price) : (bot.price ?? quoted);
  const { own, rest } = holdingParts({ bot, price, tick, operations });
  const Profits = bot.type === 'grid' ? ProfitBlock : RoundProfit;
  return (
    <>
      {wide ? (
        <WideHead bot={bot} operations={operations} />
      ) : (
        <Header
          title={bot.symbol}
          subtitle={`${subtitleOf(bot)} · #${bot.id}`}
          onBack={onBack}
          action={<LogLink bot={bot} />}
        />
      )}
      <div className="page">
        {stale ? (
          <Note tone="warn" live action={{ label: t('action.retry'), onPress: stale.onRetry }}>
            {t('stale', { time: clockTime(stale.atMs) })}
          </Note>
        ) : null}
        {/* A naked leg says it itself, with its way out. */}
        {bot.legs && bot.phase === 'error' && !isAside(bot) ? null : (
          <BotReasonNote bot={bot} operations={operations} />
        )}
        <DriftNote bot={bot} />
        {bot.legs ? (
          <LegsNotes bot={bot} operations={operations} />
        ) : (
          <WatchNotes bot={bot} price={price} tick={tick} />
        )}
        <div className={cx('stack', (stale !== null || !online) && 'stale')}>
          <Profits bot={bot} wide={wide} head={<StatusLine bot={bot} />} />
          <ChartCard bot={bot} tick={tick} />
          {wide ? (
            <div className={cx('detailpair', bot.type !== 'grid' && 'detailpair--even')}>
              <div className="stack">{own}</div>
              <div className="stack">
                {rest}
                <DetailTabs bot={bot} tick={tick} />
              </div>
            </div>
          ) : (
            <Below>
              {own}
              {rest}
              <DetailTabs bot={bot} tick={tick} />
            </Below>
          )}
        </div>
        <p className="riskline">{t(riskWord(bot))}</p>
      </div>
      {wide ? null : <ActionBar bot={bot} operations={operations} wide={false} />}
    </>
  );
}

function riskWord({ type, market }: BotDetail) {
  if (type === 'grid')
    return market === 'futures' ? ('round.params.risk.gridFutures' as const) : ('bots.detail.risk' as const);
  return `round.params.risk.${type}` as const;
}

function subtitleOf(bot: BotDetail): string {
  return bot.name === '' || bot.name.startsWith(bot.symbol) ? bot.type_name : bot.name;
}

/** Named by us, from pair and category, which stand beside it. */
function isAutomatic({ name, symbol, type_name }: BotDetail): boolean {
  return name === '' || name.startsWith(symbol) || name === `${coinsOf(symbol).base} ${type_name}`;
}

function useRunTime(seconds: number): string {
  const { t } = useTranslation();
  const span = spanOf(seconds);
  if (span.unit === 'days') return t('bots.detail.ranDays', { days: span.days, hours: span.hours });
  if (span.unit === 'hours') return t('bots.detail.ranHours', { hours: span.hours, minutes: span.minutes });
  return t('bots.detail.ranMinutes', { minutes: span.minutes });
}

function LogLink({ bot }: { bot: BotDetail }) {
  const { t } = useTranslation();
  return (
    <Link className="iconbtn" to={`/strategy/action/${bot.id}`} aria-label={t('bots.logs.titleOne')}>
      <Icon name="log" />
    </Link>
  );
}

/** How a contract's margin is kept; a bot over two markets has no single way. */
function marginMode({ market, margin_mode, type }: BotDetail) {
  if (market !== 'futures' || type === 'arbitrage') return null;
  return margin_mode === 'isolated' ? ('round.isolated' as const) : ('round.cross' as const);
}

function StatusLine({ bot }: { bot: BotDetail }) {
  const { t } = useTranslation();
  const mode = marginMode(bot);
  const ran = useRunTime(bot.run_seconds);
  return (
    <>
      <div className="hstack statusline">
        <BotPill bot={bot} exact />
        <Tag>{bot.exchange_name}</Tag>
        <KeyTag bot={bot} />
        <SideTag bot={bot} />
        <MoneyTag bot={bot} />
        <PricesTag bot={bot} />
      </div>
      <div className="between statusline__since">
        <span className="t-meta c3 num">{[ran, ...(mode === null ? [] : [t(mode)])].join(' · ')}</span>
        <AgreementBadge bot={bot} />
      </div>
    </>
  );
}

/** On whose account it trades: two keys of one exchange after each other are two accounts. */
function KeyTag({ bot: { key } }: { bot: BotDetail }) {
  const { t } = useTranslation();
  if (key === undefined) return null;
  if (key === null) return <Tag kind="w">{t('bots.detail.keyGone')}</Tag>;
  return (
    <Tag>
      <span className="num">{t('bots.detail.key', { key: key.label === '' ? key.key_mask : key.label })}</span>
    </Tag>
  );
}

/** Whether it is real money is always said. */
function MoneyTag({ bot }: { bot: BotDetail }) {
  const { t } = useTranslation();
  return bot.simulate || bot.simulated_market ? <SimulatedTag bot={bot} /> : <Tag>{t('round.live')}</Tag>;
}

function WideHead({ bot, operations }: Pick<BotDetailViewProps, 'bot' | 'operations'>) {
  const ran = useRunTime(bot.run_seconds);
  return (
    <header className="header widehead">
      <Coin code={coinsOf(bot.symbol).base} />
      <div className="fill">
        <div className="hstack">
          <h1 className="t-section">{bot.symbol}</h1>
          <BotPill bot={bot} exact />
          <Tag>{bot.type_name}</Tag>
          <KeyTag bot={bot} />
          <SideTag bot={bot} />
          <MoneyTag bot={bot} />
          <PricesTag bot={bot} />
        </div>
        <div className="hstack t-meta c3 num">
          <span>{[bot.exchange_name, ...(isAutomatic(bot) ? [] : [bot.name]), `#${bot.id}`, ran].join(' · ')}</span>
          <AgreementBadge bot={bot} />
        </div>
      </div>
      <ActionBar bot={bot} operations={operations} wide />
    </header>
  );
}

function ChartCard({ bot, tick }: { bot: BotDetail; tick: string | undefined }) {
  const { t } = useTranslation();
  // The same lines as long as no price of them moved: each answer brings new objects.
  const drawn = JSON.stringify(
    botLines(bot, (word, side) => {
      const name = t(`bots.chart.kind.${word}`);
      return side === undefined ? name : t('legs.sides.line', { side: t(`round.side.${side}`), name });
    }),
  );
  const lines = useMemo(() => JSON.parse(drawn) as PriceLine[], [drawn]);
  return (
    <Card aria-label={t('bots.detail.chart')}>
      <CandleChart
        exchange={bot.exchange}
        market={bot.market}
        symbol={bot.symbol}
        tick={tick}
        last={bot.price}
        change={bot.change_24h}
        lines={lines}
        fills={bot.fills}
        initialTimeframe={timeframeFor(bot.run_seconds)}
      />
    </Card>
  );
}

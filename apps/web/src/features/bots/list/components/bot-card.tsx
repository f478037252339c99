// A bot in the list of a phone: identity, what it has earned, where the price is in its grid or how much of its ladder is
// used, and its three buttons. A price draws its figures alone.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { useQuery } from '@tanstack/react-query';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { exchangesQuery } from '../../../../lib/queries.ts';
import { useTheme } from '../../../../lib/stores/theme.ts';
import { useOnline } from '../../../../lib/use-online.ts';
import { pillOf } from '../../../../ui/bot-status.ts';
import { Profit, ProfitRate, Stat } from '../../../../ui/figure.tsx';
import { formatTrimmed, signOf } from '../../../../ui/figures.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { Note } from '../../../../ui/marks.tsx';
import { Gauge, Sparkline } from '../../../../ui/pictures.tsx';
import { AgreementLine } from '../../agreement/agreement-line.tsx';
import { arbitrageKind } from '../../arbitrage-kind.ts';
import { BotIdentity } from '../../bot-identity.tsx';
import { coinsOf, paramOf } from '../../grid-params.ts';
import { actionIcons, quickActions } from '../../operations/action-buttons.ts';
import type { Operations } from '../../operations/use-operations.ts';
import { Rungs } from '../../rungs.tsx';
import { shownParts } from '../../shown-parts.ts';
import { ordersOf } from '../orders-of.ts';
import { differsInPriceOnly } from '../price-figures.ts';
import { BotNotes } from './bot-notes.tsx';

export interface BotCardProps {
  readonly bot: Bot;
  readonly operations: Operations;
}

export function BotCard({ bot, operations }: BotCardProps) {
  return (
    <article className="card botcard" aria-label={`${bot.symbol} ${bot.name}`}>
      <Link className="botcard__link" to={`/strategy/detail/${bot.id}`}>
        <Head bot={bot} />
        {pillOf(bot.status, bot.phase) === 'waiting' ? <Waiting bot={bot} /> : <Earnings bot={bot} />}
        {bot.status === 'stopped' ? null : bot.type === 'grid' ? <GridGauge bot={bot} /> : <Progress bot={bot} />}
        <Agreement bot={bot} />
      </Link>
      <Foot bot={bot} operations={operations} />
    </article>
  );
}

/** Of what shows nothing that a price changes. */
function isDrawn(before: Partial<BotCardProps>, { bot, operations }: Partial<BotCardProps>): boolean {
  if (before.operations !== operations || before.bot === undefined || bot === undefined) return false;
  return before.bot === bot || differsInPriceOnly(before.bot, bot);
}

const Head = memo(BotIdentity, isDrawn);
const Agreement = memo(AgreementLine, isDrawn);

const Foot = memo(({ bot, operations }: BotCardProps) => {
  return (
    <>
      <BotNotes bot={bot} operations={operations} />
      <QuickActions bot={bot} operations={operations} />
    </>
  );
}, isDrawn);

function Waiting({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const trigger =
    paramOf(bot, 'trigger_price') ?? (paramOf(bot, 'entry') === 'price' ? paramOf(bot, 'entry_price') : null);
  const buys = ordersOf(bot)?.kind === 'calendar';
  const kind = bot.type === 'arbitrage' ? arbitrageKind(bot) : null;
  return (
    <div className="mt-3">
      <Note icon="clock">
        {kind !== null
          ? t(kind === 'funding' ? 'legs.notes.waitFunding' : 'legs.notes.waitRace')
          : trigger === null
            ? t(buys ? 'bots.waitingBuy' : 'bots.waiting')
            : t('bots.waitingFor', { price: formatTrimmed(trigger) })}
      </Note>
    </div>
  );
}

function Earnings({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const hidden = useTheme((entry) => entry.eye === 0);
  const { decimals, total, first, rest } = shownParts(bot.total_profit, bot.profit);
  const points = useMemo(() => bot.curve.map(Number), [bot.curve]);
  return (
    <dl className="botcard__nums">
      <Stat
        large
        label={
          <>
            {t('bots.total')} <ProfitRate value={bot.total_rate} />
          </>
        }
      >
        <Profit value={total} decimals={decimals} hidden={hidden} />
      </Stat>
      <Stat label={t('bots.realised')}>
        <Profit value={first} decimals={decimals} hidden={hidden} />
      </Stat>
      <Stat label={t('bots.floating')}>
        <Profit value={rest} decimals={decimals} hidden={hidden} />
      </Stat>
      <div>
        <Sparkline points={points} direction={signOf(total, decimals)} simulated={bot.simulated_market === 1} />
      </div>
    </dl>
  );
}

function GridGauge({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const { price } = bot;
  const [lower, upper] = [paramOf(bot, 'lower'), paramOf(bot, 'upper')];
  if (lower === null || upper === null) return null;
  return (
    <div className="mt-2">
      <Gauge
        low={Number(lower)}
        high={Number(upper)}
        at={price === null ? null : Number(price)}
        cells={bot.grid_levels ?? 20}
        lowText={formatTrimmed(lower)}
        atText={t('bots.price', { price: formatTrimmed(price) })}
        highText={formatTrimmed(upper)}
      />
    </div>
  );
}

/** Orders of a ladder as rungs, buys of a calendar as a bar; what the round is doing beside them. */
const Progress = memo(({ bot }: { bot: Bot }) => {
  const { t } = useTranslation();
  const orders = ordersOf(bot);
  if (bot.type === 'arbitrage') return <LegsLine bot={bot} />;
  if (orders === null) return null;
  const { kind, used, most } = orders;
  return (
    <div className="mt-2">
      {kind === 'calendar' ? (
        <div className="progress" aria-hidden="true">
          <i style={{ width: `${(used / most) * 100}%` }} />
        </div>
      ) : (
        <Rungs
          states={Array.from({ length: most }, (_, at) => (at < used ? 'filled' : at === used ? 'next' : 'waiting'))}
        />
      )}
      <div className="rungs__ends">
        <span>
          {kind === 'calendar'
            ? t('bots.buysDone', { used, most })
            : t('bots.addsUsed', { used: Math.max(0, used - 1), most: most - 1 })}
        </span>
        <span>{bot.status === 'running' ? t(`round.phase.${bot.phase}`) : null}</span>
      </div>
    </div>
  );
}, isDrawn);

/** Which legs hold each other, and what they are doing. */
function LegsLine({ bot }: { bot: Bot }) {
  const { t } = useTranslation();
  const kind = arbitrageKind(bot);
  const exchanges = useQuery(exchangesQuery()).data?.exchanges;
  const codeB = paramOf(bot, 'exchange_b') ?? '';
  const other = exchanges?.find(({ code }) => code === codeB)?.name ?? codeB;
  return (
    <div className="rungs__ends">
      <span>
        {kind === 'funding'
          ? t('legs.list.funding', { leverage: bot.leverage })
          : kind === 'cross'
            ? t('legs.list.cross', { exchange: bot.exchange_name, other })
            : t('legs.list.triangular', { via: paramOf(bot, 'via') ?? 'BTC', coin: coinsOf(bot.symbol).base })}
      </span>
      <span>{bot.status === 'running' ? t(`round.phase.${bot.phase}`) : null}</span>
    </div>
  );
}

function QuickActions({ bot, operations }: BotCardProps) {
  const { t } = useTranslation();
  const online = useOnline();
  const busy = operations.busy?.botId === bot.id ? operations.busy.action : null;
  return (
    <div className="card__foot">
      {quickActions(bot).map((action) => (
        <button
          key={action}
          type="button"
          disabled={operations.busy !== null || (!online && action !== 'log')}
          aria-busy={busy === action || undefined}
          onClick={() => operations.ask(bot, action)}
        >
          {busy === action ? (
            <span className="spinner" aria-hidden="true" />
          ) : (
            <Icon name={actionIcons[action]} size="s" />
          )}
          {t(`bots.action.${action}`)}
        </button>
      ))}
    </div>
  );
}

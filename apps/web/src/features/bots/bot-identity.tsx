// Who a bot is at a glance: coin, pair, whether its money is paper, category and exchange, and its state as mark and word.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { useTranslation } from 'react-i18next';
import { useVenueState } from '../../lib/venue-health.ts';
import { pillOf } from '../../ui/bot-status.ts';
import { Coin, Pill, Tag } from '../../ui/marks.tsx';
import { VenueTag } from '../../ui/venue-tag.tsx';
import { arbitrageKind } from './arbitrage-kind.ts';
import { coinsOf } from './grid-params.ts';

export function BotIdentity({ bot }: { bot: Bot }) {
  return (
    <div className="hstack" style={{ gap: 12 }}>
      <Coin code={coinsOf(bot.symbol).base} />
      <div className="row__body">
        <div className="row__title">
          {bot.symbol}
          <SideTag bot={bot} />
          <SimulatedTag bot={bot} short />
          <PricesTag bot={bot} />
        </div>
        <div className="row__meta">{botCaption(bot)}</div>
      </div>
      <BotPill bot={bot} />
    </div>
  );
}

/**
 * Category and exchange, and the person's own name of it where that says more. Where there is little room the exchange is
 * left out beside such a name, or when there is no other.
 */
export function botCaption(bot: Bot, room: 'wide' | 'narrow' | 'oneExchange' = 'wide'): string {
  const given =
    ['', `${coinsOf(bot.symbol).base} ${bot.type_name}`].includes(bot.name) || bot.name.startsWith(bot.symbol);
  const own = given ? [] : [bot.name];
  const placeless = room === 'oneExchange' || (room === 'narrow' && own.length > 0);
  return [bot.type_name, ...own, ...(placeless ? [] : [bot.exchange_name])].join(' · ');
}

/** `exact` names the phase of a running bot, where there is room to follow it. */
export function BotPill({ bot, exact = false }: { bot: Pick<Bot, 'status' | 'phase' | 'type'>; exact?: boolean }) {
  const { t } = useTranslation();
  const kind = pillOf(bot.status, bot.phase);
  const told = bot.phase === 'closing' || bot.phase === 'cooldown' || (exact && bot.type !== 'grid');
  return (
    <Pill kind={kind}>
      {bot.status === 'running' && told ? t(`round.phase.${bot.phase}`) : t(`bots.status.${kind}`)}
    </Pill>
  );
}

/** Of a contract: which side, and how many times its margin. */
export function SideTag({ bot }: { bot: Bot }) {
  const text = useSide(bot);
  return text === null ? null : <Tag>{text}</Tag>;
}

export function useSide(bot: Pick<Bot, 'type' | 'params' | 'market' | 'direction' | 'leverage'>): string | null {
  const { t } = useTranslation();
  const { market, direction, leverage } = bot;
  if (bot.type === 'arbitrage') {
    const kind = t(`legs.kind.${arbitrageKind(bot)}`);
    return market === 'futures' ? t('round.leverage', { side: kind, leverage }) : kind;
  }
  return market === 'futures' ? t('round.leverage', { side: t(`round.side.${direction}`), leverage }) : null;
}

/** Its prices stand, or come late. A bot that has stopped shows none that move. */
export function PricesTag({ bot }: { bot: Pick<Bot, 'exchange' | 'status'> }) {
  const { health, pricesAt } = useVenueState(bot.exchange);
  return bot.status === 'stopped' ? null : <VenueTag health={health} pricesAt={pricesAt} />;
}

export function SimulatedTag({ bot, short }: { bot: Pick<Bot, 'simulate' | 'simulated_market'>; short?: boolean }) {
  const { t } = useTranslation();
  if (!bot.simulate && !bot.simulated_market) return null;
  return <Tag kind="sim">{t(short ? 'simulatedShort' : 'simulated')}</Tag>;
}

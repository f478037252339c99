// Takes trades that a bot's owner made by hand into the bot's open round, as one add at their own prices and fees. It is
// the owner who says so; whatever does not fit is refused with what stands in the way, and nothing is changed.
import * as codes from '@cormorant/contract/codes.ts';
import { addingSide, costOfTaking } from '@cormorant/core/engine/adopt.ts';
import { isHalted } from '@cormorant/core/engine/halt.ts';
import type { HandTrade } from '@cormorant/core/engine/hand-trade.ts';
import { formatQuote, priceToTicks, qtyToLots } from '@cormorant/core/market/conversions.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import type { Side } from '@cormorant/core/strategy/strategy.ts';
import type { Drift } from '../../ports/bot-record.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { VenueFill } from '../../ports/venue.ts';
import type { TradingAccount } from '../accounts/trading-account.ts';
import type { UserActor } from '../accounts/user-actor.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { LiveMultiLegBot } from '../bots/live-multi-leg-bot.ts';
import { endTrades, hasChanged } from '../fills/manual-trades.ts';
import { feeOfFill } from '../turns/fill-fee.ts';
import { EXTRA_ADDS } from './add-to-bot.ts';
import { whenConfirmed } from './command-context.ts';

interface Taking {
  readonly side: Side;
  readonly fills: readonly VenueFill[];
  readonly trades: readonly HandTrade[];
}

/** Why no bot, or not this one, takes them: a word of the sheet. */
export const unfit = (reason: 'kind' | 'none' | 'many' | 'side' | 'figures' | 'changed') =>
  new Refusal(codes.action_invalid, { data: { reason } });

/** What they are to this bot's books; the first thing that stands in the way is thrown. */
function planTaking(live: LiveBot, drift: Drift): Taking {
  const { bot, botMarket, record, round } = live;
  const { count, trades } = drift;
  if (live.convoy !== null || !botMarket.engine.canAdopt) throw unfit('kind');
  if (bot.status === 'stopped') throw new Refusal(codes.bot_stopped_no_add);
  if (isHalted(bot)) throw new Refusal(codes.trading_disabled);
  if (trades.length === 0) throw unfit('none');
  if (count > trades.length) throw unfit('many');
  const side = addingSide(bot);
  if (side === null || live.isFlat()) throw new Refusal(codes.no_position);
  if (trades.some((trade) => trade.side !== side)) throw unfit('side');
  const fills = trades.flatMap(({ fill }) => fill ?? []);
  if (fills.length < trades.length) throw unfit('figures');
  const adds = fills.map((fill) => handTrade(live, fill));
  const watch = botMarket.engine.watch(bot, botMarket.market);
  if (watch !== null && (round?.adds.size ?? 0) >= watch.maxAdds + EXTRA_ADDS) throw new Refusal(codes.add_limit);
  if (!botMarket.engine.adopts(bot, botMarket.market)) throw new Refusal(codes.bot_busy);
  const { instrument } = botMarket;
  const { freeAtoms, needAtoms } = costOfTaking(bot, instrument, side, adds);
  if (needAtoms > freeAtoms) {
    const free = formatQuote(instrument, Math.max(0, freeAtoms));
    const need = formatQuote(instrument, needAtoms);
    throw new Refusal(codes.funds_insufficient, {
      data: { coin: instrument.quote, wallet: record.market, free, need },
    });
  }
  return { side, fills, trades: adds };
}

/** Off the market's steps, or with a fee in a coin that nobody valued, it has no exact place in the books. */
function handTrade({ bot, botMarket: { instrument } }: LiveBot, fill: VenueFill): HandTrade {
  try {
    const priceTicks = priceToTicks(instrument, fill.price);
    const qtyLots = qtyToLots(instrument, fill.qty, 'exact');
    const fee = feeOfFill(instrument, fill, priceTicks, qtyLots, bot.books.baseAtoms);
    if (fee !== null) return { priceTicks, qtyLots, ...fee, maker: fill.maker };
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
  }
  throw unfit('figures');
}

/** `seen`: how many trades their owner was shown. True = something still waits for an answer. */
export async function takeTrades(
  actor: UserActor,
  tradingAccount: TradingAccount,
  live: LiveBot | LiveMultiLegBot,
  seen?: number,
): Promise<boolean> {
  const { drift } = live.record;
  if (drift === null) return false;
  if (live instanceof LiveMultiLegBot) throw unfit('kind');
  const { board } = tradingAccount.connection;
  const found: { no: Refusal | null } = { no: null };
  await board.between(live.botMarket.symbol, async () => {
    await board.ready(live.botMarket);
    if (live.botMarket.market.lastTicks === 0) throw new Refusal(codes.market_closed);
    await actor.act((turn) => {
      try {
        if (hasChanged(live, seen)) throw unfit('changed');
        const { fills, side, trades } = planTaking(live, live.record.drift ?? drift);
        if (!actor.adopt(turn, live, { type: 'adopt', side, trades }, fills)) throw new Refusal(codes.bot_busy);
        endTrades(turn, live, tradingAccount.bots.values());
        live.lookAround();
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        found.no = error;
      }
    });
    if (found.no !== null) throw found.no;
    await whenConfirmed(tradingAccount);
  });
  // A position that differed by them agrees now; where it cannot be looked at, the look of the minute says so.
  if (live.record.drift !== null) await tradingAccount.reconciler.run().catch(() => undefined);
  return live.record.drift !== null;
}

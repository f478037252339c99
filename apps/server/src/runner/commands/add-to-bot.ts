// What people ask of a bot that holds something: one more order. It is checked against the round as it stands; whether an
// order was placed is seen in the turn itself.
import * as codes from '@cormorant/contract/codes.ts';
import { isHalted } from '@cormorant/core/engine/halt.ts';
import { freeMarginAtoms } from '@cormorant/core/engine/margin-use.ts';
import { formatQuote, parseQuote } from '@cormorant/core/market/conversions.ts';
import { applyPpm } from '@cormorant/core/money/mul-div.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import { ENTRY_HEADROOM_PPM } from '@cormorant/core/strategy/order-minimums.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { OpenActor } from '../accounts/load-user.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { heldSide } from '../turns/positions.ts';
import type { Turn } from '../turns/turn.ts';
import { assertUp, command } from './command-context.ts';

/** Manual adds may go this far beyond the ladder. */
export const EXTRA_ADDS = 3;

/** Most that one more order may be worth, in quote atoms. */
function mostAtoms(live: LiveBot): number {
  const { bot } = live;
  if (live.record.market === 'spot') return bot.books.quoteAtoms - bot.lockedQuoteAtoms;
  return freeMarginAtoms(bot, live.botMarket.instrument, heldSide(live) === 'short' ? 'sell' : 'buy') * live.leverage();
}

/** The next size of the ladder; 0 = the machine alone knows. */
function nextAtoms(live: LiveBot): number {
  const ladder = live.botMarket.engine.ladder(live.bot, live.botMarket.market);
  const open = ladder.filter(({ amountAtoms, state, step }) => step !== undefined && state !== 'filled' && amountAtoms);
  return open.sort((a, b) => (a.step ?? 0) - (b.step ?? 0))[0]?.amountAtoms ?? 0;
}

/** An amount beyond what can be counted exactly is more than anybody has. */
export function atomsOf(live: LiveBot, amount: string): number {
  const { instrument } = live.botMarket;
  try {
    return parseQuote(instrument, amount, 'floor');
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    const free = formatQuote(instrument, Math.max(0, mostAtoms(live)));
    throw new Refusal(codes.funds_insufficient, {
      data: { coin: instrument.quote, wallet: live.record.market, free, need: amount },
    });
  }
}

export function checkAmount(live: LiveBot, amountAtoms: number): void {
  const { instrument } = live.botMarket;
  const least = instrument.minNotionalAtoms + applyPpm(instrument.minNotionalAtoms, ENTRY_HEADROOM_PPM, 'ceil');
  if (amountAtoms < least) throw new Refusal(codes.amount_small, { params: { min: formatQuote(instrument, least) } });
  const free = mostAtoms(live);
  if (amountAtoms <= free) return;
  const data = { coin: instrument.quote, wallet: live.record.market, free: formatQuote(instrument, Math.max(0, free)) };
  throw new Refusal(codes.funds_insufficient, { data: { ...data, need: formatQuote(instrument, amountAtoms) } });
}

/** A wish that led to no order: the reason is in the turn's log, or the ladder has nothing left. */
function whyNot(turn: Turn, live: LiveBot, otherwise: number): Refusal | null {
  const placed = turn.jobs.get(live)?.some(({ kind }) => kind === 'place') === true;
  if (placed) return null;
  const refused = turn.actions.find((action) => action.live === live && action.draft.code !== null);
  return new Refusal(refused?.draft.code ?? otherwise);
}

export async function addToBot(opened: OpenActor, live: LiveBot, amount: string | null): Promise<void> {
  const { bot, botMarket, round } = live;
  if (bot.status === 'stopped') throw new Refusal(codes.bot_stopped_no_add);
  // Panic: no order of it goes out before it goes on.
  if (isHalted(bot)) throw new Refusal(codes.trading_disabled);
  if (bot.status === 'paused' && bot.pauseReason === 'fuel') throw new Refusal(codes.fuel_insufficient);
  if (bot.status === 'paused' && bot.pauseReason !== 'user') throw new Refusal(codes.trading_disabled);
  if (live.isFlat() || bot.phase === 'closing') throw new Refusal(codes.no_position);
  assertUp(opened.tradingAccountOf(live));
  const watch = botMarket.engine.watch(bot, botMarket.market);
  if (watch === null) throw new Refusal(codes.action_invalid);
  if ((round?.adds.size ?? 0) >= watch.maxAdds + EXTRA_ADDS) throw new Refusal(codes.add_limit);
  const amountAtoms = amount === null ? 0 : atomsOf(live, amount);
  const size = amount === null ? nextAtoms(live) : amountAtoms;
  if (amount !== null || size > 0) checkAmount(live, size);
  const found: { no: Refusal | null } = { no: null };
  const after = (turn: Turn) => {
    found.no = whyNot(turn, live, codes.add_limit);
  };
  const side = live.convoy === null || live.record.leg === null ? {} : { leg: live.record.leg };
  await command(opened, live, { name: 'add', amountAtoms, ...side }, { actor: 'user', after });
  if (found.no !== null) throw found.no;
}

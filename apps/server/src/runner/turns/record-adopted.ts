// The rows of a trade that its owner made by hand and that a bot has taken: the trade itself, under an order with an id of
// ours (the venue's was not given by a bot), its line in the round, and what is told.
import type { HandTrade } from '@cormorant/core/engine/hand-trade.ts';
import { formatPrice, formatQty, formatQuote } from '@cormorant/core/market/conversions.ts';
import type { Atoms } from '@cormorant/core/money/units.ts';
import type { Side } from '@cormorant/core/strategy/strategy.ts';
import type { JsonObject } from '../../ports/bot-record.ts';
import type { VenueFill } from '../../ports/venue.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { feeRow } from './fill-fee.ts';
import { noteAdd } from './position-adds.ts';
import type { ActionDraft, Turn } from './turn.ts';

const purpose = 'manual_add';
/** Beside the bot's own slots and that of forced closes. */
const TAKEN_SLOT = -2;

export interface TakenTrade extends HandTrade {
  readonly side: Side;
  readonly valueAtoms: Atoms;
  readonly feeQuoteAtoms: Atoms;
}

export function writeTaken(turn: Turn, live: LiveBot, fill: VenueFill, taken: TakenTrade): ActionDraft {
  const { feeAtoms, feeInBase, feeQuoteAtoms, maker, priceTicks, qtyLots, side, valueAtoms } = taken;
  const { instrument } = live.botMarket;
  const { base, quote } = instrument;
  const { id: venueFillId, last, atMs: marketMs } = fill;
  const cycle = live.bot.fills;
  const cid = `taken-${live.id}-${cycle}`;
  const price = formatPrice(instrument, priceTicks);
  const qty = formatQty(instrument, qtyLots);
  const amount = formatQuote(instrument, valueAtoms);
  const fee = formatQuote(instrument, feeQuoteAtoms);
  turn.orders.set(cid, {
    ...{ slot: TAKEN_SLOT, cycle, attempt: 0, reduceOnly: false, reason: fill.cid, cid, botId: live.id, purpose, side },
    ...{ type: 'market', tif: 'ioc', price: '0', qty, filled: qty, status: 'filled', marketMs },
  });
  turn.fills.push({
    ...live.place,
    ...{
      venueFillId,
      botId: live.id,
      cid,
      symbol: live.record.symbol,
      side,
      purpose,
      price,
      qty,
      maker,
      last,
      marketMs,
    },
    ...feeRow(instrument, fill, feeAtoms, feeInBase),
  });
  noteAdd(live, { cid, purpose, limitPrice: null, qtyLots, valueAtoms, feeQuoteAtoms, marketMs });
  const data: JsonObject = { price, qty, base, quote, amount, fee, side, cid };
  return turn.log(live, {
    ...{ action: 'manual_add', why: 'manual_taken', actor: 'user', data, side, price, qty, amount, marketMs },
  });
}

// The rows of a forced close: its trades, the venue's own orders they belong to, the bot's orders that ended with it, and
// what its owner is told. Those orders get ids of ours: the venue's are unique only among its own books.
import { formatPrice, formatQty, formatQuote } from '@cormorant/core/market/conversions.ts';
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { Atoms, Lots, Ticks } from '@cormorant/core/money/units.ts';
import { GUARD_SLOT } from '@cormorant/core/strategy/guard.ts';
import type { Side } from '@cormorant/core/strategy/strategy.ts';
import type { JsonObject } from '../../ports/bot-record.ts';
import type { VenueFill } from '../../ports/venue.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { feeRow, forcedFeeAtoms } from './fill-fee.ts';
import type { ActionDraft, Turn } from './turn.ts';

const purpose = 'liquidation';
/** Beside the bot's own slots. */
const FORCED_SLOT = -1;

export interface ForcedClose {
  readonly side: Side;
  readonly qtyLots: Lots;
  readonly priceTicks: Ticks;
  readonly valueAtoms: Atoms;
  readonly feeAtoms: Atoms;
}

export function writeForced(turn: Turn, live: LiveBot, parts: readonly VenueFill[], close: ForcedClose): ActionDraft {
  const { side } = close;
  const { instrument } = live.botMarket;
  const { symbol } = live.record;
  // Its protective stop is called back: not every venue takes it away with the position.
  for (const row of [...live.orders.values()])
    if (row.slot !== GUARD_SLOT) turn.setOrder(live, row, 'cancelled', 'liquidated');
  const ids = new Map<string, string>();
  for (const [at, part] of parts.entries()) {
    const { id: venueFillId, cid: theirs, price, qty, last, maker, atMs: marketMs } = part;
    const cycle = live.bot.fills - parts.length + 1 + at;
    const cid = ids.get(theirs) ?? `forced-${live.id}-${cycle}`;
    ids.set(theirs, cid);
    const before = turn.orders.get(cid);
    const whole = before === undefined ? qty : format18(parse18(before.qty) + parse18(qty));
    const forced = { slot: FORCED_SLOT, cycle: before?.cycle ?? cycle, attempt: 0, reduceOnly: true, reason: theirs };
    turn.orders.set(cid, {
      ...{ ...forced, cid, botId: live.id, purpose, side, type: 'market', tif: 'ioc', price: '0', qty: whole },
      ...{ filled: whole, status: 'filled', marketMs },
    });
    turn.fills.push({
      ...live.place,
      ...{ venueFillId, botId: live.id, cid, symbol, side, purpose, price, qty, maker, last, marketMs },
      ...feeRow(instrument, part, forcedFeeAtoms(instrument, part), false),
    });
  }
  const price = formatPrice(instrument, close.priceTicks);
  const qty = formatQty(instrument, close.qtyLots);
  const amount = formatQuote(instrument, close.valueAtoms);
  const fee = formatQuote(instrument, close.feeAtoms);
  const { cid: theirs = '', atMs: marketMs = live.botMarket.market.nowMs } = parts.at(-1) ?? {};
  const cid = ids.get(theirs) ?? '';
  const data: JsonObject = { price, qty, base: instrument.base, quote: instrument.quote, amount, fee, side, cid };
  return turn.log(live, { action: 'close', why: 'liquidated', data, side, price, qty, amount, marketMs });
}

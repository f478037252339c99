// The orders of a round that make it larger: one row each, grown fill by fill, written with the fill that changed it.
import { formatQty, formatQuote, parseQuote, qtyToLots } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { formatScaled } from '@cormorant/core/money/decimal-text.ts';
import { mulDiv } from '@cormorant/core/money/mul-div.ts';
import type { Purpose } from '@cormorant/core/strategy/strategy.ts';
import type { LiveBot, RoundAdd } from '../bots/live-bot.ts';

const kinds: Readonly<Partial<Record<Purpose, RoundAdd['kind']>>> = {
  entry: 'open',
  add: 'add',
  manual_add: 'manual_add',
};

export interface AddFill {
  readonly cid: string;
  readonly purpose: Purpose;
  /** Null for a market order. */
  readonly limitPrice: string | null;
  readonly qtyLots: number;
  readonly valueAtoms: number;
  readonly feeQuoteAtoms: number;
  readonly marketMs: number;
}

/** Quote per coin at the finer of tick and eight decimals, floored. */
function averageOf(instrument: Instrument, valueAtoms: number, qtyLots: number): string {
  const scaled = mulDiv(valueAtoms, 10 ** instrument.baseScale, qtyLots * instrument.baseAtomsPerLot, 'floor');
  return formatScaled(scaled, instrument.quoteScale, true);
}

function callbackOf(live: LiveBot, kind: RoundAdd['kind']): string | null {
  const value = live.record.params['add_callback'];
  return kind === 'add' && typeof value === 'string' && /^\d{1,3}(\.\d{1,4})?$/.test(value) ? value : null;
}

export function noteAdd(live: LiveBot, fill: AddFill): void {
  const kind = kinds[fill.purpose];
  if (kind === undefined) return;
  const { instrument } = live.botMarket;
  const { cid, qtyLots, valueAtoms, feeQuoteAtoms, marketMs } = fill;
  const open = live.round?.open === true ? live.round : null;
  const adds = open?.adds ?? live.pendingAdds;
  open?.freshAdds.add(cid);
  const before = adds.get(cid);
  if (before !== undefined) {
    const lots = qtyToLots(instrument, before.qty, 'exact') + qtyLots;
    const value = parseQuote(instrument, before.amount) + valueAtoms;
    before.qty = formatQty(instrument, lots);
    before.amount = formatQuote(instrument, value);
    before.price = averageOf(instrument, value, lots);
    before.fee = formatQuote(instrument, parseQuote(instrument, before.fee) + feeQuoteAtoms);
    before.marketMs = marketMs;
    return;
  }
  const opens = adds.size === 0 || kind === 'open';
  const steps = Math.max(0, ...[...adds.values()].map(({ step }) => step));
  adds.set(cid, {
    cid,
    step: opens ? 0 : steps + 1,
    kind: opens ? 'open' : kind,
    triggerPrice: fill.limitPrice ?? live.triggers.get(cid) ?? null,
    price: averageOf(instrument, valueAtoms, qtyLots),
    qty: formatQty(instrument, qtyLots),
    amount: formatQuote(instrument, valueAtoms),
    fee: formatQuote(instrument, feeQuoteAtoms),
    callback: callbackOf(live, opens ? 'open' : kind),
    marketMs,
  });
  live.triggers.delete(cid);
}

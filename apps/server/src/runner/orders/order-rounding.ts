// A market's filters under a bot that goes on counting in the ticks and lots it began with: its books stay exact, and what
// it sends is rounded to the steps that the exchange asks for now. Of a quantity that becomes less the rest is never sent.
// It counts in finer steps only where it has to (docs/decisions/0093).
import { formatPrice, formatQty, priceToTicks, qtyToLots } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { decimalsOf, formatScaled, parseScaled } from '@cormorant/core/money/decimal-text.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import type { Lots, Ticks } from '@cormorant/core/money/units.ts';
import type { OwnOrder } from '@cormorant/core/strategy/strategy.ts';
import type { VenueSymbol } from '../../ports/venue.ts';

/** The filters of now, in the steps that `counted` has. Throws MoneyError when the two have no common step in exact range. */
export function keepSteps(counted: VenueSymbol, fresh: VenueSymbol): VenueSymbol {
  const orderTick = commonStep(counted.tick, fresh.tick);
  const orderStep = commonStep(counted.step, fresh.step);
  return {
    ...fresh,
    ...{ tick: counted.tick, step: counted.step },
    ...(orderTick !== null && { orderTick }),
    // Less than one of these steps is no order: a machine that knows it lets such a rest go as dust and trades on.
    ...(orderStep !== null && { orderStep, minQty: greater(fresh.minQty, orderStep) }),
  };
}

/**
 * The filters of a bot that has to count `parts` in whole lots: in the step that the exchange tells now (null = it cannot be
 * asked), or, where that would not do, in the largest one that does. What it sends keeps to the exchange's step as ever.
 */
export function finerSteps(counted: VenueSymbol, fresh: VenueSymbol | null, parts: readonly string[]): VenueSymbol {
  const quantities = [counted.step, ...parts];
  const told = fresh ?? {
    ...counted,
    step: counted.orderStep ?? counted.step,
    tick: counted.orderTick ?? counted.tick,
  };
  const decimals = Math.max(...[told.step, ...quantities].map(decimalsOf));
  const asked = parseScaled(told.step, decimals);
  const units = quantities.map((text) => parseScaled(text, decimals));
  const isEnough = asked > 0 && units.every((unit) => unit % asked === 0);
  const step = isEnough ? asked : units.reduce(commonDivisor);
  return keepSteps({ ...counted, step: formatScaled(step, decimals, true) }, told);
}

/** How many lots of the one make a lot of the other. */
export function timesFiner(counted: VenueSymbol, finer: VenueSymbol): number {
  const decimals = Math.max(decimalsOf(counted.step), decimalsOf(finer.step));
  return parseScaled(counted.step, decimals) / parseScaled(finer.step, decimals);
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

function greater(a: string, b: string): string {
  const decimals = Math.max(decimalsOf(a), decimalsOf(b));
  return parseScaled(a, decimals) < parseScaled(b, decimals) ? b : a;
}

/** The smallest multiple of both; null = that is `counted` itself, which asks for no rounding. */
function commonStep(counted: string, fresh: string): string | null {
  const decimals = Math.max(decimalsOf(counted), decimalsOf(fresh));
  const [own, asked] = [parseScaled(counted, decimals), parseScaled(fresh, decimals)];
  if (own <= 0 || asked <= 0) throw new MoneyError('range', `not a step: ${fresh}`);
  if (own % asked === 0) return null;
  return formatScaled((own / commonDivisor(own, asked)) * asked, decimals, true);
}

/** What an order has to keep to, as the log tells it. */
export function limitsOf({ minNotional, orderStep, orderTick, step, tick }: VenueSymbol): Record<string, string> {
  return { price_step: orderTick ?? tick, qty_step: orderStep ?? step, min_notional: minNotional };
}

/** As it is sent: never dearer for a buy or cheaper for a sell than it was meant, and never more. */
export function sentAs(
  instrument: Instrument,
  { orderStep, orderTick }: Pick<VenueSymbol, 'orderTick' | 'orderStep'>,
  { priceTicks, qtyLots, side }: Pick<OwnOrder, 'priceTicks' | 'qtyLots' | 'side'>,
): { price: string; qty: string } {
  const tick = orderTick === undefined ? 1 : priceToTicks(instrument, orderTick);
  const step = orderStep === undefined ? 1 : qtyToLots(instrument, orderStep, 'exact');
  const whole = side === 'buy' ? Math.floor(priceTicks / tick) : Math.ceil(priceTicks / tick);
  const sentTicks: Ticks = Math.max(1, whole) * tick;
  const sentLots: Lots = Math.floor(qtyLots / step) * step;
  return { price: formatPrice(instrument, sentTicks), qty: formatQty(instrument, sentLots) };
}

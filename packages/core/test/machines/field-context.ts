// A market at a middle price and a usual investment: what params are judged against when no tape runs.
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { ParamsContext } from '@cormorant/core/strategy/field.ts';

export function contextOf(instrument: Instrument): ParamsContext {
  const lastTicks = 15_000;
  return { instrument, lastTicks, investmentAtoms: 10_000 * 10 ** instrument.quoteScale };
}

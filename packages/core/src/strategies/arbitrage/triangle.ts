// The arithmetic of a triangle: what a round is worth at the best prices, and how much of it fits into the quotes. Legs:
// 0 = VIA/USDT, 1 = COIN/VIA, 2 = COIN/USDT. Exact: prices are fractions of integers, nothing is rounded before the end.
import type { Instrument } from '../../market/instrument.ts';
import type { Ppm, Ticks } from '../../money/units.ts';
import type { LegQuote } from '../../strategy/preview.ts';

export type Way = 'forward' | 'back';

const PPM = 1_000_000n;

interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

/** forward: USDT -> via -> coin -> USDT; back: USDT -> coin -> via -> USDT. In 1e-8, floored; fees of three legs paid. */
export function triangleNetE8(legs: readonly [LegQuote, LegQuote, LegQuote], way: Way): number {
  const [a, b, c] = legs;
  const steps = way === 'forward' ? [bought(a), bought(b), sold(c)] : [bought(c), sold(b), sold(a)];
  let top = 1n;
  let bottom = 1n;
  for (const [at, step] of steps.entries()) {
    const { instrument } = way === 'forward' ? legs[at]! : legs[2 - at]!;
    top *= step.top * (PPM - BigInt(instrument.takerPpm));
    bottom *= step.bottom * PPM;
  }
  const scaled = (top - bottom) * 100_000_000n;
  const quotient = scaled / bottom;
  return Number(scaled < 0n && scaled % bottom !== 0n ? quotient - 1n : quotient);
}

export function triangleNetPpm(legs: readonly [LegQuote, LegQuote, LegQuote], way: Way): Ppm {
  return Math.floor(triangleNetE8(legs, way) / 100);
}

function price({ tickUnits, priceDecimals }: Instrument, ticks: Ticks): Fraction {
  return { top: BigInt(ticks) * BigInt(tickUnits), bottom: 10n ** BigInt(priceDecimals) };
}

/** Coin for one of quote. */
function bought({ instrument, askTicks }: LegQuote): Fraction {
  const { top, bottom } = price(instrument, askTicks);
  return { top: bottom, bottom: top };
}

function sold({ instrument, bidTicks }: LegQuote): Fraction {
  return price(instrument, bidTicks);
}

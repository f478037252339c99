// A seed of the generated market in which funding arbitrage on BTC opens now: shorts were paid for three days, the last
// rates too, and the contract is not below spot for the next minutes. The market follows the wall clock, so it is looked for.

import { openGeneratedMarket } from '../../apps/venue/src/market/generated-market.ts';
import { symbolOf } from '../../apps/venue/src/market/listings.ts';
import type { Tape } from '../../apps/venue/src/market/tape.ts';

const THREE_DAYS_MS = 3 * 86_400_000;
const AHEAD_MS = 10 * 60_000;
/** 0.06 % in three days: the fees of four legs are back within 15 days. */
const LEAST_E8 = 60_000;

export function payingSeed(nowMs = Date.now()): number {
  for (let seed = 100; seed < 1_000; seed++) if (pays(seed, nowMs)) return seed;
  throw new Error('no seed pays shorts now');
}

function pays(seed: number, nowMs: number): boolean {
  const { tapes } = openGeneratedMarket(seed, nowMs, new Map(), () => nowMs);
  const tapeOf = (symbol: string) => tapes.find(({ instrument }) => symbolOf(instrument) === symbol) as Tape;
  const { feed } = tapeOf('BTC/USDT:USDT');
  const times = feed?.settlements(nowMs - THREE_DAYS_MS, nowMs) ?? [];
  const rates = times.map((at) => feed?.rateE8(at, at) ?? 0);
  const sum = (some: readonly number[]) => some.reduce((all, rate) => all + rate, 0);
  // Nothing is settled while a test looks.
  const next = feed?.nextSettlementMs(nowMs) ?? nowMs;
  if (sum(rates) < LEAST_E8 || sum(rates.slice(-3)) <= 0 || next < nowMs + 60_000) return false;
  const later = openGeneratedMarket(seed, nowMs, new Map(), () => nowMs + AHEAD_MS).tapes;
  return [tapes, later].every((some) => basisOf(some) > 0.0005);
}

function basisOf(tapes: readonly Tape[]): number {
  const priceOf = (symbol: string) => {
    const { instrument, lastTicks } = tapes.find((tape) => symbolOf(tape.instrument) === symbol) as Tape;
    return (lastTicks * instrument.tickUnits) / 10 ** instrument.priceDecimals;
  };
  return priceOf('BTC/USDT:USDT') / priceOf('BTC/USDT') - 1;
}

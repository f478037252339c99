// Tapes by seed: candles around 100,000 ticks, quiet or wild, with leaps and with gaps in time; mark prices beside them
// and settlements of funding.
import type { FundingColumn } from '@cormorant/core/backtest/contract-market.ts';
import { CandleColumns, type Candles, MINUTE_MS } from '@cormorant/core/market/candles.ts';

const HOUR_MS = 60 * MINUTE_MS;
const START_MS = 1_700_006_400_000;
const MIDDLE_TICKS = 100_000;
const LEAST_TICKS = 10_000;

function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Closes move by some `wildness` of the price; one candle in fifty is ten times as wild. */
export function randomTape(seed: number, length: number, wildness: number, minutes: number): Candles {
  const random = randomOf(seed);
  const intervalMs = minutes * MINUTE_MS;
  const candles = new CandleColumns(intervalMs);
  let open = MIDDLE_TICKS;
  let timeMs = START_MS;
  for (let row = 0; row < length; row++) {
    const scale = wildness * open * (random() < 0.02 ? 10 : 1);
    const drift = (MIDDLE_TICKS - open) * 0.002;
    const close = Math.max(LEAST_TICKS, Math.round(open + (random() - 0.5) * 2 * scale + drift));
    const high = Math.max(open, close) + Math.floor(random() * scale);
    const low = Math.max(LEAST_TICKS - 1, Math.min(open, close) - Math.floor(random() * scale));
    candles.push(timeMs, open, high, low, close, 1 + Math.floor(random() * 1000));
    timeMs += intervalMs * (random() < 0.01 ? 1 + Math.floor(random() * 90) : 1);
    open = Math.max(LEAST_TICKS, random() < 0.1 ? close + Math.round((random() - 0.5) * scale) : close);
  }
  return candles;
}

/** A mark near the last price, in candles of the same or of a larger interval; it begins some candles late. */
export function markTape(seed: number, tape: Candles): Candles {
  const random = randomOf(seed + 1);
  const every = random() < 0.5 ? 1 : 12;
  const marks = new CandleColumns(tape.intervalMs * every);
  for (let row = random() < 0.5 ? 0 : 5; row < tape.length; row++) {
    const openMs = Math.floor(tape.openTimeMs[row]! / marks.intervalMs) * marks.intervalMs;
    if (marks.length > 0 && marks.openTimeMs[marks.length - 1]! >= openMs) continue;
    const near = (ticks: number) => Math.max(1, Math.round(ticks * (1 + (random() - 0.5) * 0.01)));
    const open = near(tape.openTicks[row]!);
    const close = near(tape.closeTicks[row]!);
    const high = Math.max(open, close, near(tape.highTicks[row]!));
    const low = Math.min(open, close, near(tape.lowTicks[row]!));
    marks.push(openMs, open, high, low, close, 0);
  }
  return marks;
}

/** A rate every hour, so that short tapes see several. */
export function fundingTape(seed: number, tape: Candles): FundingColumn {
  const random = randomOf(seed + 2);
  const timeMs: number[] = [];
  const rateE8: number[] = [];
  const endMs = tape.openTimeMs[tape.length - 1]! + tape.intervalMs;
  for (let at = tape.openTimeMs[0]! + HOUR_MS; at < endMs; at += HOUR_MS) {
    timeMs.push(at + Math.floor(random() * 20));
    rateE8.push(Math.round((random() - 0.4) * 100_000));
  }
  return { timeMs, rateE8 };
}

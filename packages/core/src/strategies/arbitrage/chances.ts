// The chances that a triangle surely had, counted from minute candles. Inside a minute nobody knows which prices stood at
// one moment, so the extreme of the cross pair is held against the worst of what the two other pairs showed in that minute:
// what pays even so was there. There were more that this cannot prove, and a bot catches fewer than there were.
import type { Candles } from '../../market/candles.ts';
import type { Instrument } from '../../market/instrument.ts';
import type { TimeMs } from '../../money/units.ts';
import type { LegQuote } from '../../strategy/preview.ts';
import { triangleNetE8 } from './triangle.ts';

export interface TriangleLeg {
  readonly instrument: Instrument;
  readonly candles: Candles;
}

export interface Chance {
  readonly atMs: TimeMs;
  /** After three fees, in 1e-8. */
  readonly netE8: number;
}

/** Legs: VIA/USDT, COIN/VIA, COIN/USDT. Minutes that follow each other are one chance, the best of them. */
export function sureChances(legs: readonly [TriangleLeg, TriangleLeg, TriangleLeg], leastE8: number): Chance[] {
  const [via, cross, coin] = legs;
  const rowsOf = new Map(Array.from({ length: coin.candles.length }, (_, row) => [coin.candles.openTimeMs[row], row]));
  const viaRows = new Map(Array.from({ length: via.candles.length }, (_, row) => [via.candles.openTimeMs[row], row]));
  const found: Chance[] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < cross.candles.length; row++) {
    const atMs = cross.candles.openTimeMs[row]!;
    const [viaRow, coinRow] = [viaRows.get(atMs), rowsOf.get(atMs)];
    if (viaRow === undefined || coinRow === undefined) continue;
    const netE8 = surely([via, viaRow], [cross, row], [coin, coinRow]);
    if (netE8 < leastE8) continue;
    const last = found.at(-1);
    if (last === undefined || atMs - before > cross.candles.intervalMs) found.push({ atMs, netE8 });
    else if (netE8 > last.netE8) found[found.length - 1] = { atMs: last.atMs, netE8 };
    before = atMs;
  }
  return found;
}

type At = readonly [TriangleLeg, number];

/** The better way round, at the cross pair's extreme and the others' worst. */
function surely(via: At, cross: At, coin: At): number {
  const around = (ticks: number) =>
    [worst(via), { instrument: cross[0].instrument, bidTicks: ticks, askTicks: ticks }, worst(coin)] as const;
  const [{ candles }, row] = cross;
  return Math.max(
    triangleNetE8(around(candles.lowTicks[row]!), 'forward'),
    triangleNetE8(around(candles.highTicks[row]!), 'back'),
  );
}

function worst([{ candles, instrument }, row]: At): LegQuote {
  return { instrument, bidTicks: candles.lowTicks[row]!, askTicks: candles.highTicks[row]! };
}

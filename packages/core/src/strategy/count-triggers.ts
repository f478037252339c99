// How often a tree of conditions became true over closed candles: what the editor shows before a bot starts. It is asked
// at every close of its shortest timeframe, as a bot asks it; conditions on the last price are asked there too, so a bot
// may see more of them, never fewer closes.
import { IndicatorHub } from '../indicators/hub.ts';
import type { Candles, CandleTimeframe } from '../market/candles.ts';
import { TIMEFRAME_MS } from '../market/candles.ts';
import type { Instrument } from '../market/instrument.ts';
import type { Ticks, TimeMs } from '../money/units.ts';
import { type ConditionGroup, conditionsOf, evaluate, readsOf } from './conditions.ts';

/** Closed candles of every timeframe that the tree names, oldest first. */
export type CandlesByTimeframe = ReadonlyMap<CandleTimeframe, Candles>;

export interface Triggers {
  readonly count: number;
  /** Closes at which it was asked, from `fromMs` on; 0 = there were no candles. */
  readonly asked: number;
  /** The newest moment it became true; 0 = never. */
  readonly lastMs: TimeMs;
}

export function timeframesOf(tree: ConditionGroup): CandleTimeframe[] {
  const used = new Set(conditionsOf(tree).map(({ tf }) => tf));
  return [...used].sort((a, b) => TIMEFRAME_MS[a] - TIMEFRAME_MS[b]);
}

/** Candles before `fromMs` warm the indicators up; what became true in them is not counted. */
export function countTriggers(
  tree: ConditionGroup,
  instrument: Instrument,
  candles: CandlesByTimeframe,
  fromMs: TimeMs,
): Triggers {
  const hub = new IndicatorHub(instrument);
  hub.watch(readsOf(tree));
  const feeds = timeframesOf(tree).map((tf) => ({ tf, rows: candles.get(tf), at: 0 }));
  const shortest = feeds[0];
  if (shortest?.rows === undefined) return { count: 0, asked: 0, lastMs: 0 };
  const { rows } = shortest;
  const view = {
    instrument,
    lastTicks: 0 as Ticks,
    indicator: (read: Parameters<typeof hub.value>[0], back: 0 | 1 = 0) => hub.value(read, back),
  };
  let [count, asked, lastMs, held] = [0, 0, 0, false];
  for (let row = 0; row < rows.length; row++) {
    const closeMs = (rows.openTimeMs[row] as number) + TIMEFRAME_MS[shortest.tf];
    for (const feed of feeds) feedUntil(hub, feed, closeMs);
    view.lastTicks = rows.closeTicks[row] as number;
    const holds = evaluate(tree, view);
    if (closeMs >= fromMs) asked++;
    if (holds && !held && closeMs >= fromMs) {
      count++;
      lastMs = closeMs;
    }
    held = holds;
  }
  return { count, asked, lastMs };
}

function feedUntil(
  hub: IndicatorHub,
  feed: { readonly tf: CandleTimeframe; readonly rows: Candles | undefined; at: number },
  nowMs: TimeMs,
): void {
  const { tf, rows } = feed;
  if (rows === undefined) return;
  for (; feed.at < rows.length; feed.at++) {
    const row = feed.at;
    const openMs = rows.openTimeMs[row] as number;
    if (openMs + TIMEFRAME_MS[tf] > nowMs) return;
    const [open, high, low] = [rows.openTicks[row], rows.highTicks[row], rows.lowTicks[row]] as [Ticks, Ticks, Ticks];
    hub.closed(tf, openMs, open, high, low, rows.closeTicks[row] as Ticks, rows.volumeLots[row] as number);
  }
}

// A machine that reads indicators costs no more than its candles (issue 4): a backtest over a million one-minute candles
// of a machine that reads two averages of the hour, beside the same machine that reads nothing and the same candles fed
// to the same indicators, once, with no bot at all. 1 = reading is free, whatever happens between two closes.
import { runBacktest } from '@cormorant/core/backtest/run-backtest.ts';
import { IndicatorHub } from '@cormorant/core/indicators/hub.ts';
import type { IndicatorRead } from '@cormorant/core/indicators/read.ts';
import { TimeframeFeed } from '@cormorant/core/indicators/timeframe-feed.ts';
import { type Candles, TIMEFRAME_MS } from '@cormorant/core/market/candles.ts';
import type { BotEvent, Strategy, View, Wake } from '@cormorant/core/strategy/strategy.ts';
import type { Bench } from '../bench.ts';
import { timed } from '../bench.ts';
import { REFERENCE_INSTRUMENT, referenceWalk } from '../reference/walk.ts';

const HOUR_MS = TIMEFRAME_MS['1h'];
const fast: IndicatorRead = { ind: 'ma', args: [10], out: '', tf: '1h' };
const slow: IndicatorRead = { ind: 'ma', args: [50], out: '', tf: '1h' };
const READS = [fast, slow];
const REPEATS = 4;

interface ReaderState {
  nextMs: number;
  closes: number;
  above: number;
}

/** Wakes at every close of the hour; the price stands for the averages where nothing is read. */
function reader(reads: readonly IndicatorRead[]): Strategy<object, ReaderState> {
  return {
    kind: 'custom',
    reads: () => reads,
    open: (_params, view) => ({ nextMs: nextHour(view.nowMs), closes: 0, above: 0 }),
    on(event: BotEvent, _params, state, view: View) {
      if (event.type !== 'timer') return;
      state.nextMs = nextHour(view.nowMs);
      state.closes++;
      const lead = reads.length > 0 ? view.indicator(fast) - view.indicator(slow) : view.lastTicks;
      if (lead > 0) state.above++;
    },
    wake: (_params, state, out: Wake) => out.at(state.nextMs),
    costAtoms: () => 0,
    holds: () => false,
    ladder: () => [],
  };
}

function nextHour(nowMs: number): number {
  return (Math.floor(nowMs / HOUR_MS) + 1) * HOUR_MS;
}

function trade(candles: Candles, reads: readonly IndicatorRead[]): string {
  const options = { strategy: reader(reads), params: {}, instrument: REFERENCE_INSTRUMENT, candles };
  const { bot } = runBacktest({ ...options, investmentAtoms: 1e8, stride: 'candle' });
  return `${bot.state!.closes} closes`;
}

/** What the averages of these candles cost by themselves. */
function feed(candles: Candles): number {
  const hub = new IndicatorHub(REFERENCE_INSTRUMENT);
  hub.watch(READS);
  const minutes = new TimeframeFeed(hub, candles.intervalMs);
  const { openTimeMs, openTicks, highTicks, lowTicks, closeTicks, volumeLots } = candles;
  for (let row = 0; row < candles.length; row++) {
    const [open, high, low] = [openTicks[row]!, highTicks[row]!, lowTicks[row]!];
    minutes.candle(openTimeMs[row]!, open, high, low, closeTicks[row]!, volumeLots[row]!);
  }
  return hub.value(fast, 0);
}

export const bench: Bench = {
  id: 'P4',
  name: 'a machine that reads hourly averages / the same without reading + its candles',
  unit: 'candles',
  floor: 0.8,
  goal: 1,
  async prepare() {
    const candles = referenceWalk('A');
    const side = (name: string, work: () => string) => ({
      name,
      run: () => {
        let outcome = '';
        const seconds = timed(() => {
          for (let repeat = 0; repeat < REPEATS; repeat++) outcome = work();
        });
        return { units: candles.length * REPEATS, seconds, outcome };
      },
    });
    return {
      ours: side('reads', () => trade(candles, READS)),
      theirs: side('reads nothing, and the candles', () => {
        feed(candles);
        return trade(candles, []);
      }),
    };
  },
};

// P4: a cross of two averages through the whole strategy interface (indicators from the hub, timers at every close, risk,
// venue, journal, equity) over a million one-minute candles. The peer, vectorbt, needs Python with numpy and pandas, which
// this machine has not: its rate is the published one of performance.md, and its side of the outcome is the number of
// crosses counted over plain columns, so that the ratio counts only where the machine traded every one of them.
import { runBacktest } from '@cormorant/core/backtest/run-backtest.ts';
import type { IndicatorRead } from '@cormorant/core/indicators/read.ts';
import { type Candles, MINUTE_MS } from '@cormorant/core/market/candles.ts';
import type { BotEvent, FillEvent, Intents, Strategy, View, Wake } from '@cormorant/core/strategy/strategy.ts';
import { inlineHotCode } from '../../commands/backtest/hot-code.ts';
import type { Bench } from '../bench.ts';
import { timed } from '../bench.ts';
import { REFERENCE_INSTRUMENT, referenceWalk } from '../reference/walk.ts';

const FAST = 10;
const SLOW = 50;
/** performance.md: vectorbt, SMA. */
const VECTORBT_PER_SECOND = 11_200_000;
const QTY_LOTS = 1_000;
const INVESTMENT_ATOMS = 1_000_000 * 1e8;
/** As many as P1: the warm-up pair then lasts until the code is compiled. */
const REPEATS = 5;

const fast: IndicatorRead = { ind: 'ma', args: [FAST], out: '', tf: '1m' };
const slow: IndicatorRead = { ind: 'ma', args: [SLOW], out: '', tf: '1m' };
const READS = [fast, slow];

interface CrossState {
  nextMs: number;
  holds: boolean;
  boughtAtoms: number;
  feeAtoms: number;
  rounds: number;
}

const smaCross: Strategy<object, CrossState> = {
  kind: 'custom',
  reads: () => READS,
  open: (_params, view) => ({ nextMs: nextClose(view.nowMs), holds: false, boughtAtoms: 0, feeAtoms: 0, rounds: 0 }),
  on(event: BotEvent, _params, state, view: View, out: Intents) {
    if (event.type === 'fill') book(event, state, out);
    if (event.type !== 'timer') return;
    state.nextMs = nextClose(view.nowMs);
    const above = view.indicator(fast) > view.indicator(slow);
    // Before both are known neither comparison holds.
    const below = view.indicator(fast) < view.indicator(slow);
    if (above && !state.holds) out.place(0, 'buy', 'market', 'ioc', 0, QTY_LOTS, 'entry');
    else if (below && state.holds) out.place(0, 'sell', 'market', 'ioc', 0, QTY_LOTS, 'close');
    else return;
    state.holds = above;
  },
  wake(_params, state, out: Wake) {
    out.at(state.nextMs);
  },
  costAtoms: (state) => state.boughtAtoms + state.feeAtoms,
  holds: (state) => state.holds,
  ladder: () => [],
};

function book(fill: FillEvent, state: CrossState, out: Intents): void {
  if (fill.side === 'buy') {
    state.boughtAtoms = fill.notionalAtoms;
    state.feeAtoms = fill.feeAtoms;
    return;
  }
  out.settle(++state.rounds, fill.qtyLots, fill.notionalAtoms - state.boughtAtoms, state.feeAtoms + fill.feeAtoms);
  state.boughtAtoms = 0;
  state.feeAtoms = 0;
}

function nextClose(nowMs: number): number {
  return (Math.floor(nowMs / MINUTE_MS) + 1) * MINUTE_MS;
}

/** Entries and exits over columns of averages, none of our engine in it. */
function plainCrosses(candles: Candles): number {
  const { closeTicks, length } = candles;
  let fastSum = 0;
  let slowSum = 0;
  let holds = false;
  let trades = 0;
  // The last candle's close is never acted on: no print follows it.
  for (let row = 0; row < length - 1; row++) {
    fastSum += closeTicks[row]! - (row >= FAST ? closeTicks[row - FAST]! : 0);
    slowSum += closeTicks[row]! - (row >= SLOW ? closeTicks[row - SLOW]! : 0);
    if (row < SLOW - 1) continue;
    const lead = fastSum * SLOW - slowSum * FAST;
    if (lead > 0 === holds || lead === 0) continue;
    holds = !holds;
    trades++;
  }
  return trades;
}

export const bench: Bench = {
  id: 'P4',
  name: 'SMA cross through the strategy interface, 1M / vectorbt (published rate)',
  unit: 'candles',
  floor: 1,
  goal: 4,
  async prepare() {
    inlineHotCode();
    const candles = referenceWalk('A');
    const trades = plainCrosses(candles);
    return {
      ours: {
        name: 'backtest with indicators',
        run: () => {
          let fills = 0;
          const options = { strategy: smaCross, params: {}, instrument: REFERENCE_INSTRUMENT, candles };
          const seconds = timed(() => {
            for (let repeat = 0; repeat < REPEATS; repeat++) {
              fills = runBacktest({ ...options, investmentAtoms: INVESTMENT_ATOMS, stride: 'candle' }).bot.fills;
            }
          });
          return { units: candles.length * REPEATS, seconds, outcome: `${fills} trades` };
        },
      },
      theirs: {
        name: 'vectorbt, as published',
        run: () => ({
          units: candles.length,
          seconds: candles.length / VECTORBT_PER_SECOND,
          outcome: `${trades} trades`,
        }),
      },
    };
  },
};

// The order of one moment on a contract: print, mark, funding. Who holds the position after the print's trades pays.
import { describe, expect, it } from 'vitest';
import { btcSpec } from '../../test/btc-usdt.ts';
import { candlePrintTimeMs } from '../market/candle-prints.ts';
import { CandleColumns, MINUTE_MS } from '../market/candles.ts';
import { makeInstrument } from '../market/make-instrument.ts';
import type { Strategy } from '../strategy/strategy.ts';
import { runBacktest } from './run-backtest.ts';

const instrument = makeInstrument({ ...btcSpec, market: 'futures', feeAsset: 'quote' });
const QTY_LOTS = 1_000;
const OPEN_MS = 1_700_006_400_000;
const MIDDLE = 6_000_000;

/** Buys at 1 % under the price and sells at 1 % over it, once each. */
const once: Strategy<null, { boughtAtoms: number; feeAtoms: number; heard: string[] }> = {
  kind: 'grid',
  open: () => ({ boughtAtoms: 0, feeAtoms: 0, heard: [] }),
  on: (event, _params, state, _view, out) => {
    if (event.type === 'command') out.place(0, 'buy', 'limit', 'gtc', MIDDLE * 0.99, QTY_LOTS, 'entry');
    if (event.type === 'funding') state.heard.push('funding');
    if (event.type !== 'fill') return;
    state.heard.push(event.side);
    if (event.side === 'buy') {
      state.boughtAtoms = event.notionalAtoms;
      state.feeAtoms = event.feeAtoms;
      out.place(1, 'sell', 'limit', 'gtc', MIDDLE * 1.01, QTY_LOTS, 'close', true);
      return;
    }
    out.settle(1, event.qtyLots, event.notionalAtoms - state.boughtAtoms, state.feeAtoms + event.feeAtoms);
    state.boughtAtoms = 0;
    state.feeAtoms = 0;
  },
  wake: () => {},
  costAtoms: (state) => state.boughtAtoms + state.feeAtoms,
  holds: (state) => state.boughtAtoms !== 0,
  ladder: () => [],
  margin: () => ({ leverage: 1, mode: 'isolated', reserveAtoms: 0 }),
};

/** Still, then a fall through the buy (print 2 of row 2), then a rise through the sale (print 2 of row 4). */
function run(row: number, k: number): string[][] {
  const candles = new CandleColumns(MINUTE_MS);
  const extremes = [
    [MIDDLE, MIDDLE],
    [MIDDLE, MIDDLE],
    [MIDDLE, MIDDLE * 0.98],
    [MIDDLE, MIDDLE],
    [MIDDLE * 1.02, MIDDLE * 0.995],
    [MIDDLE, MIDDLE],
  ] as const;
  for (const [at, [high, low]] of extremes.entries()) {
    candles.push(OPEN_MS + at * MINUTE_MS, MIDDLE, high, low, MIDDLE, 1);
  }
  const funding = { timeMs: [candlePrintTimeMs(OPEN_MS + row * MINUTE_MS, MINUTE_MS, k)], rateE8: [10_000] };
  return (['print', 'candle', 'block'] as const).map((stride) => {
    const task = { strategy: once, params: null, instrument, candles, investmentAtoms: 10_000e8, funding, stride };
    return runBacktest(task).bot.state!.heard;
  });
}

describe('funding at the moment of a print', () => {
  const same = (heard: string[]) => [heard, heard, heard];

  it('is paid on what that very print bought', () => {
    expect(run(2, 0)).toEqual(same(['buy', 'sell']));
    expect(run(2, 2)).toEqual(same(['buy', 'funding', 'sell']));
  });

  it('is not paid on what that very print sold', () => {
    expect(run(4, 1)).toEqual(same(['buy', 'funding', 'sell']));
    expect(run(4, 2)).toEqual(same(['buy', 'sell']));
  });
});

// The C loop trades what a plain grid trades on the simulated venue: same fills, same money, same drawdown. Without a
// compiler only the walk is checked; the bench then skips the C side and says so.
import { candlePrints, candlePrintTimeMs } from '@cormorant/core/market/candle-prints.ts';
import { type Candles, sliceCandles } from '@cormorant/core/market/candles.ts';
import { feeAtoms, notionalAtoms } from '@cormorant/core/market/conversions.ts';
import { SimVenue } from '@cormorant/core/venue/sim-venue.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { type FillRow, VenueRecorder } from '../../packages/core/test/venue-recorder.ts';
import { compileCLoop, type GridEnd, type GridStart, gridOutcome } from './c-loop.ts';
import { REFERENCE_INSTRUMENT as instrument, referenceWalk } from './walk.ts';

const LENGTH = 20_000;
const LINES = 21;
const QTY_LOTS = 87;

function startOf(candles: Candles): GridStart {
  const open = candles.openTicks[0] as number;
  const lineTicks = Array.from({ length: LINES }, (_, line) => open - 100_003 + line * 10_000);
  const emptyLine = 10;
  const baseLots = (LINES - 1 - emptyLine) * QTY_LOTS;
  const paidAtoms = notionalAtoms(instrument, open, baseLots) + feeAtoms(instrument, 'buy', open, baseLots, 1000);
  const investmentAtoms = 100_000_000_000;
  return {
    instrument,
    candles,
    lineTicks,
    emptyLine,
    qtyLots: QTY_LOTS,
    quoteAtoms: investmentAtoms - paidAtoms,
    baseLots,
    peakAtoms: investmentAtoms,
  };
}

/** A grid as plain as can be: every fill is answered by an order on the line next to it. */
function tradeOnVenue(start: GridStart): GridEnd {
  const { candles, lineTicks, qtyLots } = start;
  const sink = new VenueRecorder();
  const venue = new SimVenue(instrument, { law: 'candle', slippagePpm: 0 }, sink);
  const end = { fills: 0, quoteAtoms: start.quoteAtoms, baseLots: start.baseLots, feesAtoms: 0, maxDrawdown: 0 };
  let peak = start.peakAtoms;
  const prints = [0, 0, 0, 0];
  const place = (line: number, side: 'buy' | 'sell') =>
    venue.place(0, line, side, 'limit', 'gtc', lineTicks[line] as number, qtyLots);
  for (let row = 0; row < candles.length; row++) {
    const [open, high, low, close] = [candles.openTicks, candles.highTicks, candles.lowTicks, candles.closeTicks].map(
      (column) => column[row] as number,
    ) as [number, number, number, number];
    candlePrints(open, high, low, close, prints);
    prints.forEach((print, k) => {
      venue.print(print, candlePrintTimeMs(candles.openTimeMs[row] as number, candles.intervalMs, k));
      for (const { side, priceTicks, feeAtoms: fee, ref } of sink.take() as FillRow[]) {
        const sign = side === 'buy' ? 1 : -1;
        end.fills++;
        end.feesAtoms += fee;
        end.quoteAtoms -= sign * notionalAtoms(instrument, priceTicks, qtyLots) + fee;
        end.baseLots += sign * qtyLots;
        place(ref + sign, side === 'buy' ? 'sell' : 'buy');
      }
      if (row === 0 && k === 0) {
        for (let line = 0; line < LINES; line++) {
          if (line !== start.emptyLine) place(line, line < start.emptyLine ? 'buy' : 'sell');
        }
      }
    });
    const equity = end.quoteAtoms + notionalAtoms(instrument, close, end.baseLots);
    peak = Math.max(peak, equity);
    end.maxDrawdown = Math.max(end.maxDrawdown, (peak - equity) / peak);
  }
  return end;
}

describe('the reference walk', () => {
  it('is the same on every machine', () => {
    const walk = referenceWalk('B', 1000);
    expect(Array.from(walk.closeTicks.subarray(0, 3))).toEqual(Array.from(referenceWalk('B', 3).closeTicks));
    for (let row = 0; row < walk.length; row++) {
      const [open, high, low, close] = [walk.openTicks, walk.highTicks, walk.lowTicks, walk.closeTicks].map(
        (column) => column[row] as number,
      ) as [number, number, number, number];
      expect(Math.min(open, close)).toBeGreaterThanOrEqual(low);
      expect(Math.max(open, close)).toBeLessThanOrEqual(high);
      if (row > 0) expect(open).toBe(walk.closeTicks[row - 1]);
    }
  });
});

const loop = compileCLoop();
afterAll(() => loop?.dispose());

describe.runIf(loop !== null)('the C loop', () => {
  it.each(['A', 'B'] as const)('equals a grid on the simulated venue over walk %s', (task) => {
    const start = startOf(sliceCandles(referenceWalk(task, LENGTH), 0, LENGTH));
    const ours = tradeOnVenue(start);
    const theirs = loop?.run(start, 3);
    expect(ours.fills).toBeGreaterThan(100);
    expect(theirs?.outcome).toBe(gridOutcome(ours));
    expect(theirs?.units).toBe(3 * LENGTH);
    expect(theirs?.seconds).toBeGreaterThan(0);
  });
});

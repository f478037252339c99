// What is computed ahead over a tape is what a hub says that is fed candle by candle, whichever rows are asked for; a tape
// with a hole, or off its grid, is left to the hub.
import { describe, expect, it } from 'vitest';
import { btc } from '../../test/btc-usdt.ts';
import { INDICATORS } from '../indicators/catalogue.ts';
import { IndicatorHub } from '../indicators/hub.ts';
import { randomBars } from '../indicators/random-bars.ts';
import { type IndicatorRead, readKey } from '../indicators/read.ts';
import { CandleColumns, MINUTE_MS } from '../market/candles.ts';
import { IndicatorFeed } from './indicator-feed.ts';
import { isWhole, TapeIndicators } from './tape-indicators.ts';

const T0 = 1_700_006_400_000; // a UTC midnight
const ROWS = 2_600;

/** Every output of every indicator at its own default arguments, and the ratio that brakes read. */
const reads: IndicatorRead[] = [
  ...INDICATORS.filter(({ ind }) => ind !== 'funding').flatMap(({ ind, args, outputs }) =>
    outputs.map(({ out }) => ({ ind, args: args.map((each) => each.default), out, tf: '1m' }) as const),
  ),
  { ind: 'atr', args: [14, 0.25], out: 'ratio', tf: '1m' },
];

function tape(rows = ROWS, hole = 0): CandleColumns {
  const candles = new CandleColumns(MINUTE_MS);
  for (const [row, { high, low, close, volume }] of randomBars(rows, 7).entries()) {
    const minute = hole > 0 && row >= hole ? row + 3 : row;
    candles.push(T0 + minute * MINUTE_MS, close, high, low, close, volume);
  }
  return candles;
}

const figureOf = (tape: TapeIndicators, read: IndicatorRead, back: 0 | 1) => tape.value(tape.columnOf(read)!, back);

function feedRow(hub: IndicatorHub, candles: CandleColumns, row: number): void {
  const { openTimeMs, openTicks, highTicks, lowTicks, closeTicks, volumeLots } = candles;
  const [open, high, low, close] = [openTicks, highTicks, lowTicks, closeTicks].map((column) => column[row]!);
  hub.closed('1m', openTimeMs[row]!, open!, high!, low!, close!, volumeLots[row]!);
}

describe('indicators of a tape', () => {
  it.each([1, 7, 611])('equal the hub, asked for every %d rows', (stride) => {
    const candles = tape();
    const ahead = new TapeIndicators(btc, candles, reads);
    const hub = new IndicatorHub(btc);
    hub.watch(reads);
    let known = 0;
    const different: string[] = [];
    for (let row = 0; row < ROWS; row++) {
      if (row % stride === 0) {
        ahead.row = row;
        for (const read of reads) {
          for (const back of [0, 1] as const) {
            const figure = figureOf(ahead, read, back);
            if (!Object.is(figure, hub.value(read, back))) different.push(`${readKey(read)} row ${row} back ${back}`);
            if (!Number.isNaN(figure)) known++;
          }
        }
      }
      feedRow(hub, candles, row);
    }
    expect(different).toEqual([]);
    expect(known).toBeGreaterThan(reads.length);
  });

  it('answer whoever asks with an object of his own, and nothing that is not read', () => {
    const ahead = new TapeIndicators(btc, tape(), reads);
    ahead.row = 900;
    for (const read of [...reads, ...reads]) expect(figureOf(ahead, { ...read }, 0)).toBe(figureOf(ahead, read, 0));
    expect(ahead.columnOf({ ind: 'ma', args: [9], out: '', tf: '1m' })).toBeUndefined();
  });

  it('are the tape’s own candles only when it has no hole and lies on its grid', () => {
    expect(isWhole(tape(50))).toBe(true);
    expect(isWhole(tape(50, 20))).toBe(false);
    const off = new CandleColumns(MINUTE_MS);
    off.push(T0 + 1, 5, 5, 5, 5, 1);
    expect(isWhole(off)).toBe(false);
    expect(isWhole(new CandleColumns(MINUTE_MS))).toBe(false);
    const hour: IndicatorRead = { ind: 'ma', args: [3], out: '', tf: '1h' };
    expect(TapeIndicators.ownOf(tape(50), [hour, reads[0]!])).toEqual([reads[0]]);
  });

  it('come from the hub where a hole makes candles stand still', () => {
    const candles = tape(50, 20);
    const price: IndicatorRead = { ind: 'price', args: [], out: '', tf: '1m' };
    const feed = new IndicatorFeed(btc, candles, [price]);
    feed.until(20, candles.openTimeMs[20]!);
    // Three minutes without a candle: the newest closed ones are flat at the last close.
    expect(feed.value(price, 1)).toBe(feed.value(price, 0));
    expect(feed.value(price, 0)).toBe(candles.closeTicks[19]! / 100);
  });
});

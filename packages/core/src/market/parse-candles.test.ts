// Candle files: what is impossible is refused with its line, what is merely missing is survived and reported
// (reliability.md D5-D7).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { btc } from '../../test/btc-usdt.ts';
import { candleAt, MINUTE_MS } from './candles.ts';
import { formatPrice, formatQty } from './conversions.ts';
import { CandleFileError, inferSteps, parseCandles } from './parse-candles.ts';

const START_MS = 1_722_003_300_000;
const HEADER = 'open_time_ms,open,high,low,close,volume';

function line(minute: number, prices = '67745.75,67784,67726,67768', volume = '26.98425'): string {
  return `${START_MS + minute * MINUTE_MS},${prices},${volume}`;
}

function problemsOf(text: string): string[] {
  try {
    parseCandles(text, btc);
  } catch (error) {
    if (error instanceof CandleFileError) return error.problems.map((problem) => `${problem.line} ${problem.kind}`);
    throw error;
  }
  return [];
}

describe('parseCandles', () => {
  it('reads rows with or without header, with CR, a BOM, blank lines and more columns', () => {
    const texts = [
      `${HEADER}\n${line(0)}\n${line(1)}\n`,
      `${line(0)}\n${line(1)}`,
      `\uFEFF${HEADER}\r\n${line(0)}\r\n\r\n${line(1)}\r\n`,
      `${line(0)},1828000.5,900,12.5,800000.1,0\n${line(1)},1,1,1,1,0\n`,
    ];
    for (const text of texts) {
      const { candles, gaps, missing } = parseCandles(text, btc);
      expect([candles.length, candles.intervalMs, gaps, missing]).toEqual([2, MINUTE_MS, [], 0]);
      expect(candleAt(candles, 0)).toEqual({
        openTimeMs: START_MS,
        openTicks: 6_774_575,
        highTicks: 6_778_400,
        lowTicks: 6_772_600,
        closeTicks: 6_776_800,
        volumeLots: 2_698_425,
      });
    }
  });

  it('gives every candle back that was written', () => {
    const price = fc.integer({ min: 1, max: 100_000_000 });
    const row = fc.record({
      prices: fc.tuple(price, price, price, price),
      wait: fc.integer({ min: 1, max: 4 }),
      volume: price,
    });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 40 }), (list) => {
        let minute = 0;
        const texts = list.map(({ prices: [a, b, c, d], wait, volume }) => {
          const [low, x, y, high] = [a, b, c, d].sort((p, q) => p - q) as [number, number, number, number];
          const columns = [x, high, low, y].map((ticks) => formatPrice(btc, ticks)).join(',');
          minute += wait;
          return line(minute, columns, formatQty(btc, volume));
        });
        const { candles, missing } = parseCandles(texts.join('\n'), btc, { intervalMs: MINUTE_MS });
        expect(candles.length).toBe(list.length);
        expect(Array.from(candles.volumeLots)).toEqual(list.map(({ volume }) => volume));
        expect(missing).toBe(list.slice(1).reduce((sum, { wait }) => sum + wait - 1, 0));
      }),
    );
  });

  it('reads microseconds', () => {
    const text = `${START_MS}000,1,1,1,1,0\n${START_MS + MINUTE_MS}000,1,1,1,1,0\n`;
    expect(Array.from(parseCandles(text, btc).candles.openTimeMs)).toEqual([START_MS, START_MS + MINUTE_MS]);
  });

  it('survives gaps and says where they are', () => {
    const { candles, gaps, missing } = parseCandles([line(0), line(1), line(4), line(5), line(125)].join('\n'), btc);
    expect(candles.length).toBe(5);
    expect(missing).toBe(121);
    expect(gaps).toEqual([
      { line: 3, fromMs: START_MS + 2 * MINUTE_MS, toMs: START_MS + 4 * MINUTE_MS, missing: 2 },
      { line: 5, fromMs: START_MS + 6 * MINUTE_MS, toMs: START_MS + 125 * MINUTE_MS, missing: 119 },
    ]);
  });

  it('lets candles without volume and flat candles through: both are real', () => {
    expect(problemsOf([line(0, '5,5,5,5', '0'), line(1, '5,5,5,5', '0.00000000')].join('\n'))).toEqual([]);
  });

  it.each([
    ['disorder', line(0)],
    ['duplicate', line(1)],
    ['zero', line(2, '0,67784,67726,67768')],
    ['zero', line(2, '67745.75,67784,0.00,67768')],
    ['negative', line(2, '-1,67784,67726,67768')],
    ['negative', line(2, undefined, '-0.5')],
    ['number', line(2, 'NaN,67784,67726,67768')],
    ['number', line(2, '6.7e4,67784,67726,67768')],
    ['number', line(2, ',67784,67726,67768')],
    ['number', line(2, undefined, 'null')],
    ['off_tick', line(2, '67745.755,67784,67726,67768')],
    ['range', line(2, '999999999999999.99,67784,67726,67768')],
    ['high_low', line(2, '67745.75,67726,67784,67768')],
    ['outside', line(2, '67785,67784,67726,67768')],
    ['outside', line(2, '67745.75,67784,67726,67725.99')],
    ['columns', `${START_MS + 2 * MINUTE_MS},1,1,1`],
    ['time', 'yesterday,1,1,1,1,1'],
    ['time', `${START_MS / 1000 + 120},1,1,1,1,1`],
  ])('refuses %s with its line: %s', (kind, bad) => {
    expect(problemsOf([HEADER, line(0), line(1), bad, line(3)].join('\n'))).toEqual([`4 ${kind}`]);
  });

  it('refuses a time off the grid of the others, and names its own line alone', () => {
    const between = `${START_MS + 90_000},1,1,1,1,1`;
    const text = [line(0), line(1), between, line(3), line(4), line(5)].join('\n');
    for (const options of [{ intervalMs: MINUTE_MS }, {}]) {
      try {
        parseCandles(text, btc, options);
        expect.unreachable();
      } catch (error) {
        expect((error as CandleFileError).problems.map(({ line, kind }) => `${line} ${kind}`)).toEqual(['3 off_grid']);
      }
    }
  });

  it('takes the commonest distance for the interval, however close two rows stand', () => {
    const text = [line(0), line(5), line(10), `${START_MS + 10 * MINUTE_MS + 1000},1,1,1,1,1`, line(15)].join('\n');
    expect(problemsOf(text)).toEqual(['4 off_grid']);
    const { candles, missing } = parseCandles([line(0), line(5), line(15), line(20)].join('\n'), btc);
    expect([candles.intervalMs, missing]).toEqual([5 * MINUTE_MS, 1]);
  });

  it('names candles of a month as months', () => {
    const months = [0, 1, 2, 3].map((month) => `${Date.UTC(2024, month, 1)},1,1,1,1,1`);
    expect(problemsOf(months.join('\n'))).toEqual(['2 interval']);
  });

  it('reads columns in the order of their header, and a header that is repeated', () => {
    const text = ['close,low,high,open,volume,open_time', `2,1,4,3,9,${START_MS}`, HEADER, line(1)].join('\n');
    const { candles } = parseCandles(text, btc);
    expect(candleAt(candles, 0)).toMatchObject({ openTicks: 300, highTicks: 400, lowTicks: 100, closeTicks: 200 });
    expect(candles.length).toBe(2);
    expect(problemsOf(`open_time,open,high,low,volume\n${START_MS},1,1,1,1`)).toEqual(['1 columns']);
  });

  it('reads a price through the noise of a float', () => {
    const { candles } = parseCandles([line(0, '4.8100000000000005,4.82,4.79999999999999982,4.81')].join('\n'), btc);
    expect(candleAt(candles, 0)).toMatchObject({ openTicks: 481, lowTicks: 480 });
    expect(problemsOf(line(0, '4.8101,4.82,4.80,4.81'))).toEqual(['1 off_tick']);
  });

  it('tells a price that jumps ten times and more from one candle to the next', () => {
    const text = [
      line(0, '5,5,5,5'),
      line(1, '49.9,50,5,50'),
      line(9, '500000,500000,500000,500000'),
      line(10, '4,5,4,5'),
    ];
    expect(parseCandles(text.join('\n'), btc).jumps).toEqual([
      { line: 3, fromTicks: 5000, toTicks: 50_000_000 },
      { line: 4, fromTicks: 50_000_000, toTicks: 400 },
    ]);
  });

  it('refuses files without candles', () => {
    expect(problemsOf('')).toEqual(['1 columns']);
    expect(problemsOf(`${HEADER}\n`)).toEqual(['1 columns']);
  });

  it('lists the first problems and counts the rest', () => {
    const text = Array.from({ length: 50 }, (_, minute) => line(minute, '0,1,1,1')).join('\n');
    try {
      parseCandles(text, btc);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(CandleFileError);
      expect((error as CandleFileError).problems.length).toBe(20);
      expect((error as CandleFileError).count).toBe(50);
      expect((error as Error).message).toContain('and 30 more');
    }
  });
});

describe('inferSteps', () => {
  it('finds the tick and step that hold every figure of a file', () => {
    expect(inferSteps(`${HEADER}\n${line(0)}\n${line(1, '1.5,2,1.000,1', '3')}`)).toEqual({
      tick: '0.01',
      step: '0.00001',
    });
    const noisy = Array.from({ length: 20 }, (_, minute) =>
      line(minute, '1,1,1,1', minute === 3 ? '0.2368399999' : '1.25'),
    );
    expect(inferSteps(noisy.join('\n')).step).toBe('0.01');
    expect(inferSteps(`${line(0, '4.8100000000000005,5,4.8,4.9')}\n`).tick).toBe('0.01');
    const odd = [...Array.from({ length: 20 }, () => '1.25,2,1,1'), '1.00000000000000000123,2,1,1'];
    expect(inferSteps(odd.map((prices, minute) => line(minute, prices)).join('\n')).tick).toBe('0.01');
    expect(inferSteps(`${START_MS},0.00001234,1,1,1,1200\n`)).toEqual({ tick: '0.00000001', step: '1' });
  });
});

// Files beside the candles of a contract: what cannot belong to them is refused, with its line where one is at fault.
import { CandleColumns, type Candles } from '@cormorant/core/market/candles.ts';
import { makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import { describe, expect, it } from 'vitest';
import { judgeFunding, judgeMarks, parseFunding, parseMarks } from './contract-files.ts';

const START_MS = 1_722_470_400_000;
const HOUR_MS = 3_600_000;
const instrument = makeInstrument({
  ...{ symbol: 'ABC/USDT', market: 'futures', tick: '0.01', step: '0.001', minQty: '0.001', maxQty: '1000' },
  ...{ minNotional: '5', minPrice: '0.01', maxPrice: '100000', maxOpenOrders: 100, maker: '0', taker: '0' },
  feeAsset: 'quote',
});

function candles(...prices: number[]): Candles {
  const columns = new CandleColumns(HOUR_MS, prices.length);
  for (const [at, price] of prices.entries()) {
    columns.push(START_MS + at * HOUR_MS, price * 100, price * 100, price * 100, price * 100, 1);
  }
  return columns;
}

const marksOf = (...prices: number[]) =>
  ['open_time,open,high,low,close', ...prices.map((p, at) => `${START_MS + at * HOUR_MS},${p},${p},${p},${p}`)].join(
    '\n',
  );

describe('funding', () => {
  it("reads Binance's archive by its header, in microseconds too", () => {
    const text = `calc_time,funding_interval_hours,last_funding_rate\n${START_MS}002,8,0.0001\n`;
    expect(parseFunding(text.replace('002', ''))).toEqual({ timeMs: [START_MS], rateE8: [10_000] });
    expect(parseFunding(text)).toEqual({ timeMs: [START_MS], rateE8: [10_000] });
  });

  it.each([
    ['three columns without a header', `${START_MS},8,0.0001`, /line 1: 3 columns and no header/],
    ['the hours of an interval for a rate', `time,rate\n${START_MS},8`, /line 2: a rate of 8 is beyond/],
    ['a rate in percent of a wild day', `time,rate\n${START_MS},-0.3`, /line 2: a rate of -0\.3 is beyond/],
    ['a header without a rate', `time,hours\n${START_MS},8`, /line 1: no column of the header is the funding rate/],
    ['seconds', `time,rate\n${START_MS / 1000},0.0001`, /line 2: '1722470400' is not an epoch time/],
  ])('refuses %s', (_what, text, message) => {
    expect(() => parseFunding(text)).toThrow(message);
  });

  it('refuses rates of another time', () => {
    const rates = parseFunding(`time,rate\n${START_MS - HOUR_MS},0.0001\n`);
    expect(() => judgeFunding(rates, candles(100, 101))).toThrow(/none of its rates was settled during the candles/);
    expect(() =>
      judgeFunding(parseFunding(`time,rate\n${START_MS + HOUR_MS},0.0001\n`), candles(100, 101)),
    ).not.toThrow();
  });
});

describe('marks', () => {
  it('refuses the prices of another coin and of another time, and lets a wild hour pass', () => {
    const tape = candles(100, 101, 99);
    expect(() => judgeMarks(parseMarks(marksOf(100, 102, 97), instrument), tape)).not.toThrow();
    expect(() => judgeMarks(parseMarks(marksOf(100, 150, 97), instrument), tape)).not.toThrow();
    expect(() => judgeMarks(parseMarks(marksOf(3, 3.1, 2.9), instrument), tape)).toThrow(
      /3 of 3 marks .* another coin/,
    );
    const old = marksOf(100, 101).replaceAll('17224', '16224').replaceAll('17225', '16225');
    expect(() => judgeMarks(parseMarks(old, instrument), tape)).toThrow(/none of its candles lies in the time/);
  });
});

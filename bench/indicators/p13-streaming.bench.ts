// P13: eight indicators of one market, streaming, over the reference walk: the production hub (candles in ticks, gaps,
// kept history and all) against trading-signals fed the same candles as objects, which were built before. Both sides
// must end at the same figures; means that begin differently have long forgotten their beginning by then.
import { IndicatorHub } from '@cormorant/core/indicators/hub.ts';
import type { IndicatorRead } from '@cormorant/core/indicators/read.ts';
import type { Candles } from '@cormorant/core/market/candles.ts';
import { ADX, ATR, BollingerBands, CCI, EMA, MACD, RSI, SMA } from 'trading-signals';
import type { Bench, RunResult } from '../bench.ts';
import { timed } from '../bench.ts';
import { REFERENCE_INSTRUMENT, referenceWalk } from '../reference/walk.ts';

const CANDLES = 100_000;
const OUR_REPEATS = 4;

const read = (ind: IndicatorRead['ind'], args: number[], out = ''): IndicatorRead => ({ ind, args, out, tf: '1m' });
const READS: readonly IndicatorRead[] = [
  read('ma', [25]),
  read('ema', [26]),
  read('rsi', [14]),
  read('macd', [12, 26, 9], 'hist'),
  read('boll', [20, 2], 'up'),
  read('atr', [14]),
  read('adx', [14], 'adx'),
  read('cci', [20]),
];

const outcomeOf = (figures: readonly number[]) => figures.map((figure) => figure.toFixed(6)).join(' ');

function ours(candles: Candles): RunResult {
  let outcome = '';
  const seconds = timed(() => {
    for (let repeat = 0; repeat < OUR_REPEATS; repeat++) outcome = outcomeOf(throughHub(candles));
  });
  return { units: CANDLES * READS.length * OUR_REPEATS, seconds, outcome };
}

function throughHub(candles: Candles): number[] {
  const hub = new IndicatorHub(REFERENCE_INSTRUMENT);
  hub.watch(READS);
  for (let row = 0; row < CANDLES; row++) {
    hub.closed(
      '1m',
      candles.openTimeMs[row]!,
      candles.openTicks[row]!,
      candles.highTicks[row]!,
      candles.lowTicks[row]!,
      candles.closeTicks[row]!,
      candles.volumeLots[row]!,
    );
  }
  return READS.map((each) => hub.value(each, 0));
}

interface PeerCandle {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

function peerCandles(candles: Candles): PeerCandle[] {
  const { tickUnits, priceDecimals } = REFERENCE_INSTRUMENT;
  const price = (ticks: number) => (ticks * tickUnits) / 10 ** priceDecimals;
  return Array.from({ length: CANDLES }, (_, row) => ({
    open: price(candles.openTicks[row]!),
    high: price(candles.highTicks[row]!),
    low: price(candles.lowTicks[row]!),
    close: price(candles.closeTicks[row]!),
    volume: candles.volumeLots[row]!,
  }));
}

function theirs(candles: readonly PeerCandle[]): RunResult {
  const ofClose = [new SMA(25), new EMA(26), new RSI(14)] as const;
  const macd = new MACD(new EMA(12), new EMA(26), new EMA(9));
  const bands = new BollingerBands(20, 2);
  const ofCandle = [new ATR(14), new ADX(14), new CCI(20)] as const;
  const seconds = timed(() => {
    for (const candle of candles) {
      for (const each of ofClose) each.update(candle.close, false);
      macd.update(candle.close, false);
      bands.update(candle.close, false);
      for (const each of ofCandle) each.update(candle, false);
    }
  });
  const figures = [
    ...ofClose.map((each) => each.getResultOrThrow()),
    macd.getResultOrThrow().histogram,
    bands.getResultOrThrow().upper,
    ...ofCandle.map((each) => each.getResultOrThrow()),
  ];
  return { units: candles.length * READS.length, seconds, outcome: outcomeOf(figures) };
}

export const bench: Bench = {
  id: 'P13',
  name: 'streaming indicators / trading-signals',
  unit: 'values',
  floor: 3,
  goal: 8,
  async prepare() {
    const candles = referenceWalk('A');
    const objects = peerCandles(candles);
    return {
      ours: { name: 'indicator hub', run: () => ours(candles) },
      theirs: { name: 'trading-signals 8.3.0', run: () => theirs(objects) },
    };
  },
};

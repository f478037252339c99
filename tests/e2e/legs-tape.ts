// Candle files for arbitrage, replayed very fast, because three days of funding must be known before it opens: BTC and ETH
// that hardly move, the pair that joins them, which is too cheap on every other day so that the way over BTC pays, and
// the contract of ETH, whose shorts are paid every eight hours. And ETH at another exchange, where it is always dearer.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Candles of a file: hours, and minutes of the other exchange. */
const candles = 30_000;
const firstOpenMs = Date.UTC(2026, 6, 1);
/** Market seconds a second: a day takes six seconds. */
const speed = 14_400;
const hourMs = 3_600_000;
const fundingHours = 8;
const rate = '0.00080000';
const gap = 0.02;

/** The other exchange is reached as people's keys reach one: its seconds must be long enough for requests. */
const otherSpeed = 5;
const minuteMs = 60_000;

interface Tape {
  readonly file: string;
  readonly symbol: string;
  readonly step: string;
  readonly decimals: number;
  priceAt(hour: number): number;
}

const sway = (middle: number) => (hour: number) => middle * (1 + 0.0004 * Math.sin(hour / 3));

const tapes: readonly Tape[] = [
  { file: 'BTCUSDT-1h.csv', symbol: 'BTC/USDT', step: '0.00001', decimals: 2, priceAt: sway(60_000) },
  { file: 'ETHUSDT-1h.csv', symbol: 'ETH/USDT', step: '0.0001', decimals: 2, priceAt: sway(3_000) },
  {
    file: 'ETHBTC-1h.csv',
    symbol: 'ETH/BTC',
    step: '0.0001',
    decimals: 6,
    priceAt: (hour) => 0.05 * (Math.floor(hour / 24) % 2 === 0 ? 1 : 1 - gap),
  },
  { file: 'binance-usdm-ETHUSDT-1h-legs.csv', symbol: 'ETH/USDT', step: '0.001', decimals: 2, priceAt: sway(3_001) },
];

const elsewhere: Tape = {
  ...{ file: 'ETHUSDT-1m-other.csv', symbol: 'ETH/USDT', step: '0.0001', decimals: 2 },
  priceAt: (minute) => sway(3_000)(minute) * (1 + gap),
};

function rowsOf({ decimals, priceAt }: Tape, intervalMs = hourMs): string {
  const lines: string[] = [];
  for (let row = 0; row < candles; row += 1) {
    const [open, close] = [priceAt(row), priceAt(row + 1)];
    const at = firstOpenMs + row * intervalMs;
    const prices = [open, Math.max(open, close), Math.min(open, close), close].map((price) => price.toFixed(decimals));
    lines.push([at, ...prices, '2500.00000', at + intervalMs - 1, (2500 * close).toFixed(2), 100, 0, 0, 0].join(','));
  }
  return `${lines.join('\n')}\n`;
}

function fundings(): string {
  const rows = Array.from(
    { length: candles / fundingHours },
    (_, at) => `${firstOpenMs + at * fundingHours * hourMs},${rate}`,
  );
  return `funding_time_ms,funding_rate\n${rows.join('\n')}\n`;
}

/** Writes the other exchange's file into the folder, for a local exchange that plays that part. */
export function writeOtherTape(folder: string): { readonly tape: string; readonly speed: number } {
  const path = join(folder, elsewhere.file);
  writeFileSync(path, rowsOf(elsewhere, minuteMs));
  return { tape: `${path}?symbol=${elsewhere.symbol}&step=${elsewhere.step}`, speed: otherSpeed };
}

/** Writes the files into the folder and answers the MARKET that replays them. */
export function writeLegsTapes(folder: string): string {
  writeFileSync(join(folder, 'binance-usdm-ETHUSDT-funding-legs.csv'), fundings());
  const files = tapes.map((tape) => {
    const path = join(folder, tape.file);
    writeFileSync(path, rowsOf(tape));
    return `${path}?symbol=${tape.symbol}&step=${tape.step}`;
  });
  return `replay:${files.join(',')}@${speed}`;
}

// Candle files for arbitrage, replayed very fast, because three days of funding must be known before it opens: BTC and ETH
// that hardly move, the pair that joins them, which is too cheap on every other day so that the way over BTC pays, and
// the contract of ETH, whose shorts are paid every eight hours.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const hours = 30_000;
const firstOpenMs = Date.UTC(2026, 6, 1);
/** Market seconds a second: a day takes six seconds. */
const speed = 14_400;
const hourMs = 3_600_000;
const fundingHours = 8;
const rate = '0.00080000';
const gap = 0.02;

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

function rowsOf({ decimals, priceAt }: Tape): string {
  const lines: string[] = [];
  for (let hour = 0; hour < hours; hour += 1) {
    const [open, close] = [priceAt(hour), priceAt(hour + 1)];
    const at = firstOpenMs + hour * hourMs;
    const prices = [open, Math.max(open, close), Math.min(open, close), close].map((price) => price.toFixed(decimals));
    lines.push([at, ...prices, '2500.00000', at + hourMs - 1, (2500 * close).toFixed(2), 100, 0, 0, 0].join(','));
  }
  return `${lines.join('\n')}\n`;
}

function fundings(): string {
  const rows = Array.from(
    { length: hours / fundingHours },
    (_, at) => `${firstOpenMs + at * fundingHours * hourMs},${rate}`,
  );
  return `funding_time_ms,funding_rate\n${rows.join('\n')}\n`;
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

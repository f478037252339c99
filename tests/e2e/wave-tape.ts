// Candle files whose price rises and falls in even waves, on spot and as a contract, replayed fast: whatever moment a bot
// begins at, the price soon falls far enough for its adds and comes back for its target.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const minutes = 12_000;
const firstOpenMs = Date.UTC(2026, 6, 1);
const middle = 60_000;
const swing = 900;
const minutesAWave = 48;
/** Market seconds a second: a wave takes 14 seconds. */
const speed = 200;
const fileNames = ['BTCUSDT-1m.csv', 'binance-usdm-BTCUSDT-1m-wave.csv'] as const;

function priceAt(minute: number): number {
  return middle + swing * Math.sin((2 * Math.PI * minute) / minutesAWave) + swing * 0.04 * Math.sin(minute * 2.3);
}

function tape(): string {
  const lines: string[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    const [open, close] = [priceAt(minute), priceAt(minute + 1)];
    const [high, low] = [Math.max(open, close) + 12, Math.min(open, close) - 12];
    const at = firstOpenMs + minute * 60_000;
    const prices = [open, high, low, close].map((value) => value.toFixed(2));
    lines.push([at, ...prices, '2500.00000', at + 59_999, (2500 * close).toFixed(2), 100, 0, 0, 0].join(','));
  }
  return `${lines.join('\n')}\n`;
}

/** Writes the files into the folder and answers the MARKET that replays them. */
export function writeWaveTapes(folder: string): string {
  const text = tape();
  const files = fileNames.map((name) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return `${path}?symbol=BTC/USDT&step=0.00001`;
  });
  return `replay:${files.join(',')}@${speed}`;
}

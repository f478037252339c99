// A candle file whose price only rises, for an exchange that plays Binance's part: whatever moment a bot buys at, its target
// comes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const minutes = 1_200;
const firstOpenMs = Date.UTC(2026, 6, 1);
const first = 60_000;
const rise = 180;
/** The exchange is reached as people's keys reach one: its seconds must be long enough for requests. */
const speed = 5;
/** As fine as coin is counted, so that a bot sells all it has. */
const step = '0.00000001';

function candles(): string {
  const lines: string[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    const [open, close] = [first + minute * rise, first + (minute + 1) * rise];
    const at = firstOpenMs + minute * 60_000;
    const prices = [open, close, open, close].map((value) => value.toFixed(2));
    lines.push([at, ...prices, '2500.00000', at + 59_999, (2500 * close).toFixed(2), 100, 0, 0, 0].join(','));
  }
  return `${lines.join('\n')}\n`;
}

/** Writes the file into the folder. */
export function writeRisingTape(folder: string): { readonly tape: string; readonly speed: number } {
  const path = join(folder, 'BTCUSDT-1m.csv');
  writeFileSync(path, candles());
  return { tape: `${path}?symbol=BTC/USDT&step=${step}`, speed };
}

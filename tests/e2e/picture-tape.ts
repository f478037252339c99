// Candle files for the README's pictures: seeded walks of a few markets in Binance's column order, replayed fast, so that a
// bot has traded before its picture is taken. Made up and replayed as such; the screens say simulated.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const markets = [
  ['BTC', 61_200, 2, 210, '0.00001'],
  ['ETH', 2_640, 2, 3_900, '0.0001'],
  ['SOL', 148, 2, 41_000, '0.001'],
  ['BNB', 552, 1, 2_400, '0.001'],
  ['XRP', 0.582, 4, 9_800_000, '0.1'],
  ['DOGE', 0.1183, 5, 41_000_000, '1'],
] as const;
const minutes = 20_000;
const firstOpenMs = Date.UTC(2026, 6, 1);
const speed = 600;

/** Uniform in [0, 1), the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function tapeOf(start: number, decimals: number, volume: number, seed: number): string {
  const random = seeded(seed);
  const lines: string[] = [];
  let price = start;
  for (let minute = 0; minute < minutes; minute += 1) {
    const open = price;
    // Drawn back to where it began, so that a grid round the start keeps trading.
    const pull = ((start - open) / start) * 0.004;
    const close = open * (1 + (random() - 0.5) * 0.0022 + pull);
    const high = Math.max(open, close) * (1 + random() * 0.0004);
    const low = Math.min(open, close) * (1 - random() * 0.0004);
    const traded = volume * (0.5 + random());
    const at = firstOpenMs + minute * 60_000;
    const prices = [open, high, low, close].map((value) => value.toFixed(decimals));
    lines.push([at, ...prices, traded.toFixed(5), at + 59_999, (traded * close).toFixed(2), 100, 0, 0, 0].join(','));
    price = Number(prices[3]);
  }
  return `${lines.join('\n')}\n`;
}

/** The first of the markets have contracts, which go as they do. */
const contracts = 2;

/** Writes the files into the folder and answers the MARKET that replays them. */
export function writePictureTapes(folder: string): string {
  const files = markets.flatMap(([coin, start, decimals, volume, step], index) => {
    const tape = tapeOf(start, decimals, volume, 7 + index);
    const names = [`${coin}USDT-1m.csv`, ...(index < contracts ? [`binance-usdm-${coin}USDT-1m-picture.csv`] : [])];
    return names.map((name) => {
      const path = join(folder, name);
      writeFileSync(path, tape);
      return `${path}?symbol=${coin}/USDT&step=${name.startsWith('binance') ? '0.001' : step}`;
    });
  });
  return `replay:${files.join(',')}@${speed}`;
}

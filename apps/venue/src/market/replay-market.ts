// A replay: the tapes of the chosen candle files, at the chosen speed, going on where they stood. A file of two coins
// whose other pair is replayed too is a cross pair, for triangles; none is made up here.
import { basename } from 'node:path';
import { loadCandleFiles } from './candle-file.ts';
import { symbolOf } from './listings.ts';
import type { Market } from './market.ts';
import { ChoiceError, type ReplayFile } from './market-choice.ts';
import { loadBeside, ReplayFeed } from './replay-feed.ts';
import { ReplayTape } from './replay-tape.ts';

/** `positions` are stored tape positions by symbol. Throws ChoiceError for files that cannot be used. */
export function openReplayMarket(
  files: readonly ReplayFile[],
  speed: number,
  positions: ReadonlyMap<string, number>,
): Market {
  const loaded = loadCandleFiles(files);
  const paid = new Set(
    loaded.filter(({ instrument }) => instrument.quote === 'USDT').map((one) => one.instrument.base),
  );
  const tapes = loaded.map(({ instrument, candles, beside }) => {
    const position = positions.get(symbolOf(instrument)) ?? -1;
    const hidden = instrument.quote !== 'USDT' && paid.has(instrument.quote);
    if (beside === null) return new ReplayTape(instrument, candles, position, { hidden });
    const feed = new ReplayFeed(instrument, candles, loadBeside(beside, 'mark'), loadBeside(beside, 'funding'));
    return new ReplayTape(instrument, candles, position, { feed });
  });
  const scales = new Set(tapes.filter(({ feed }) => feed !== undefined).map(({ instrument }) => instrument.quoteScale));
  if (scales.size > 1) {
    throw new ChoiceError('the contracts differ too much in tick and step: give coarser ones (?tick=…&step=…)');
  }
  return { name: `replay:${files.map((file) => basename(file.path)).join(',')}`, tapes, speed, clock: 'tape' };
}

// A replay: the tapes of the chosen candle files, at the chosen speed, going on where they stood.
import { basename } from 'node:path';
import { loadCandleFiles } from './candle-file.ts';
import type { Market } from './market.ts';
import type { ReplayFile } from './market-choice.ts';
import { ReplayTape } from './replay-tape.ts';

/** `positions` are stored tape positions by symbol. Throws ChoiceError for files that cannot be used. */
export function openReplayMarket(
  files: readonly ReplayFile[],
  speed: number,
  positions: ReadonlyMap<string, number>,
): Market {
  const tapes = loadCandleFiles(files).map(
    ({ instrument, candles }) => new ReplayTape(instrument, candles, positions.get(instrument.symbol) ?? -1),
  );
  return { name: `replay:${files.map((file) => basename(file.path)).join(',')}`, tapes, speed, clock: 'tape' };
}

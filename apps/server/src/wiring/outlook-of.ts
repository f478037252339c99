// The worst moves of a market and its funding, as previews count them, from what the market's own calls say. What cannot be
// read leaves a preview without those figures and stops nothing.
import { parseScaled } from '@cormorant/core/money/decimal-text.ts';
import type { Outlook } from '../features/bots/bot-deps.ts';
import type { ReadWorst } from '../features/market/worst-of-year.ts';
import type { VenueSymbol } from '../ports/venue.ts';

const RATE_DECIMALS = 8;
/** Percent texts as millionths, and as 1e-8. */
const PERCENT_PPM_DECIMALS = 4;
const PERCENT_E8_DECIMALS = 6;

type Moves = readonly [number | null, number | null, number | null];

function ppmOf(percents: readonly (string | null)[]): Moves {
  const at = (index: number) => {
    const percent = percents[index] ?? null;
    return percent === null ? null : parseScaled(percent, PERCENT_PPM_DECIMALS, 'floor');
  };
  return [at(0), at(1), at(2)];
}

/** `rate` is the settlement to come, as a plain decimal; absent on spot. */
export async function outlookOf(
  read: ReadWorst,
  rules: VenueSymbol | undefined,
  rate: string | undefined,
): Promise<Outlook> {
  const known = rules === undefined ? null : await read(rules).catch(() => null);
  if (known === null) return { worst: null, funding: null };
  const { worst_moves: moves, funding_3d: days } = known;
  const worst = { fallPpm: ppmOf(moves.fall), risePpm: ppmOf(moves.rise) };
  if (days === undefined) return { worst, funding: null };
  const threeDaysE8 = parseScaled(days.rate, PERCENT_E8_DECIMALS, 'floor');
  const lastE8 = rate === undefined ? 0 : parseScaled(rate, RATE_DECIMALS, 'floor');
  return { worst, funding: { lastE8, threeDaysE8, settlements: days.settlements } };
}

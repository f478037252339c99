// What follows from a preview for the eye: the loss against the investment, the pair's worst days beside what the plan
// survives, break-even and a day of funding. The preview's own figures are exact; these are derived from them.
import type { Preview, PreviewContext, WorstMoves } from '@cormorant/core/strategy/preview.ts';
import type { Outlook, PastMove, Shares, Verdict } from './assistant.ts';
import type { CoreMoney } from './core-money.ts';
import { percentDecimals } from './instrument-of.ts';

const PPM = 1_000_000;
const E8 = 100_000_000;
const spans = [1, 7, 30] as const;

/** `both`: two positions, each with its own stop. `neutral`: one that stands between two prices, either of which ends it. */
export type Direction = 'long' | 'short' | 'both' | 'neutral';

function isTwoSided(direction: Direction): boolean {
  return direction === 'both' || direction === 'neutral';
}

/** `fullAtoms`: the notional of the fullest position, where the table does not say it. */
export function outlookOf(
  core: CoreMoney,
  preview: Preview,
  context: PreviewContext,
  direction: Direction,
  fullAtoms: number | null = null,
  shares: Shares | null = null,
): Outlook {
  const { instrument, investmentAtoms } = context;
  const figure = (key: string) => preview.figures.find((one) => one.key === key)?.value ?? null;
  const worstLoss = figure('worst_loss');
  return {
    preview,
    worstLoss,
    worstPercent:
      worstLoss === null || investmentAtoms <= 0
        ? null
        : core.formatScaled(
            core.mulDiv(core.parseQuote(instrument, worstLoss), PPM, investmentAtoms, 'ceil'),
            percentDecimals,
            true,
          ),
    moves: movesOf(core, preview, context, direction, {
      fall: figure('drop_covered'),
      // Of a bot of two sides the short one has its own.
      rise: figure('rise_covered') ?? figure('drop_covered'),
    }),
    stopPrice:
      figure('stop_price') ??
      figure('stop_price_long') ??
      preview.lines.find(({ kind }) => kind === 'stop_loss')?.price ??
      null,
    breakEven: breakEvenOf(core, preview, context, direction),
    fundingDay: figure('funding_day') ?? fundingDayOf(core, preview, context, direction, fullAtoms),
    shares,
  };
}

function movesOf(
  core: CoreMoney,
  preview: Preview,
  context: PreviewContext,
  direction: Direction,
  covered: Readonly<Record<PastMove['way'], string | null>>,
): PastMove[] {
  const { worst } = context;
  if (worst === null) return [];
  const ways = isTwoSided(direction)
    ? (['fall', 'rise'] as const)
    : ([direction === 'long' ? 'fall' : 'rise'] as const);
  return ways.flatMap((way) => {
    const ends = endsOf(core, preview, context, way, direction);
    const endless = ends.every(({ verdict }) => verdict !== 'stopped');
    const coveredPpm = covered[way] === null ? null : core.parseScaled(covered[way], percentDecimals, 'floor');
    return pastOf(worst, way).flatMap((movePpm, at): PastMove[] =>
      movePpm === null
        ? []
        : [
            {
              days: spans[at]!,
              way,
              move: core.formatScaled(movePpm, percentDecimals, true),
              verdict: verdictOf(movePpm, coveredPpm, ends[0] ?? null),
              endless,
            },
          ],
    );
  });
}

function pastOf(worst: WorstMoves, way: PastMove['way']): readonly (number | null)[] {
  return way === 'fall' ? worst.fallPpm : worst.risePpm;
}

interface End {
  readonly ppm: number;
  readonly verdict: 'stopped' | 'liquidated';
}

/** The lines on the way that end the position, nearest first; a stop before a liquidation at the same price. */
function endsOf(
  core: CoreMoney,
  preview: Preview,
  context: PreviewContext,
  way: PastMove['way'],
  direction: Direction,
): End[] {
  const { instrument, lastTicks } = context;
  const entry = preview.lines.find(({ kind }) => kind === 'entry')?.price;
  const from = entry === undefined ? lastTicks : core.priceToTicks(instrument, entry, 'floor');
  if (from <= 0) return [];
  const ends = preview.lines.flatMap(({ kind, price }): End[] => {
    // Of a grid that stands between two prices the take profit ends its short side as the stop ends its long one.
    const stops = kind === 'stop_loss' || (kind === 'take_profit' && direction === 'neutral');
    if (!stops && kind !== 'liquidation') return [];
    const ticks = core.priceToTicks(instrument, price, 'floor');
    if (way === 'fall' ? ticks >= from : ticks <= from) return [];
    const ppm = core.mulDiv(Math.abs(from - ticks), PPM, from, 'floor');
    return [{ ppm, verdict: stops ? 'stopped' : 'liquidated' }];
  });
  return ends.toSorted((a, b) => a.ppm - b.ppm);
}

function verdictOf(movePpm: number, coveredPpm: number | null, end: End | null): Verdict {
  if (end !== null && movePpm >= end.ppm) return end.verdict;
  if (coveredPpm === null) return 'held';
  return movePpm <= coveredPpm ? 'covered' : 'beyond';
}

/** From the average after every order: the way in and the way out both pay the taker's fee. */
function breakEvenOf(core: CoreMoney, preview: Preview, context: PreviewContext, direction: Direction): string | null {
  const { table } = preview;
  const { instrument } = context;
  const at = table?.columns.findIndex(({ key }) => key === 'average') ?? -1;
  const average = at < 0 ? null : (table!.rows.at(-1)?.[at] ?? null);
  if (average === null || isTwoSided(direction)) return null;
  const ticks = core.priceToTicks(instrument, average, 'ceil');
  const fee = instrument.takerPpm;
  return core.formatPrice(
    instrument,
    direction === 'long'
      ? core.mulDiv(ticks, PPM + fee, PPM - fee, 'ceil')
      : core.mulDiv(ticks, PPM - fee, PPM + fee, 'floor'),
  );
}

/** For kinds whose preview does not say it: the whole ladder's notional at the mean rate; a short receives what a long pays. */
function fundingDayOf(
  core: CoreMoney,
  preview: Preview,
  context: PreviewContext,
  direction: Direction,
  fullAtoms: number | null,
): string | null {
  const { funding, instrument } = context;
  const at = preview.table?.columns.findIndex(({ key }) => key === 'cumulative') ?? -1;
  const full = at < 0 ? null : (preview.table!.rows.at(-1)?.[at] ?? null);
  const notional = fullAtoms ?? (full === null ? null : core.parseQuote(instrument, full));
  if (funding === null || notional === null || isTwoSided(direction)) return null;
  const dayE8 = Math.trunc(funding.threeDaysE8 / 3);
  const atoms = core.mulDiv(notional, direction === 'long' ? dayE8 : -dayE8, E8, 'ceil');
  return core.formatQuote(instrument, atoms);
}

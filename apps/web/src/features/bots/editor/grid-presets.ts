// Suggested grids: as wide as the last week asks for, with lines far enough apart to earn more than their fees. Prices
// are computed in ticks and rounded to figures a person would have chosen.
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { MarketView, PresetKey } from './assistant.ts';
import type { Values } from './field-rules.ts';
import type { GridCore } from './grid-core.ts';
import { niceTicks, shortPrice } from './grid-prices.ts';
import { presetFunds } from './preset-funds.ts';

const PPM = 1_000_000;

interface Style {
  /** Half the width as a share of the price: the week's own half range times `reach`, within these bounds. */
  readonly reachPpm: number;
  readonly leastPpm: number;
  readonly mostPpm: number;
  readonly spacingPpm: number;
  readonly mode: 'arithmetic' | 'geometric';
  /** The stop as a share of the lower price. */
  readonly stopPpm: number;
}

type Preset = Extract<PresetKey, 'conservative' | 'balanced' | 'aggressive'>;

const styles: Readonly<Record<Preset, Style>> = {
  conservative: {
    reachPpm: 1_600_000,
    leastPpm: 60_000,
    mostPpm: 300_000,
    spacingPpm: 9_000,
    mode: 'geometric',
    stopPpm: 950_000,
  },
  balanced: {
    reachPpm: 1_000_000,
    leastPpm: 40_000,
    mostPpm: 200_000,
    spacingPpm: 5_000,
    mode: 'arithmetic',
    stopPpm: 970_000,
  },
  aggressive: {
    reachPpm: 600_000,
    leastPpm: 20_000,
    mostPpm: 120_000,
    spacingPpm: 3_500,
    mode: 'arithmetic',
    stopPpm: 980_000,
  },
};

const fewestLevels = 4;
const mostSuggestedLevels = 100;

export function fillPreset(
  core: GridCore,
  preset: PresetKey,
  instrument: Instrument,
  view: MarketView,
  { direction, leverage }: Values = {},
): Values {
  const style = styles[preset as Preset] ?? styles.balanced;
  const lastTicks = core.priceToTicks(instrument, view.last, 'floor');
  const halfPpm = halfWidthPpm(core, instrument, view, style, lastTicks);
  const lowerTicks = Math.max(
    instrument.minPriceTicks,
    niceTicks(core.mulDiv(lastTicks, PPM - halfPpm, PPM, 'floor'), 3, 'floor'),
  );
  const upperTicks = Math.min(
    instrument.maxPriceTicks,
    niceTicks(core.mulDiv(lastTicks, PPM + halfPpm, PPM, 'ceil'), 3, 'ceil'),
  );
  const wanted = Math.round(((upperTicks - lowerTicks) * PPM) / (lastTicks * style.spacingPpm));
  const possible = core.maxLevels(instrument, { lowerTicks, upperTicks, mode: style.mode });
  const mostLevels = Math.max(core.minLevels, Math.min(Math.max(wanted, fewestLevels), mostSuggestedLevels, possible));
  const lowStop = niceTicks(core.mulDiv(lowerTicks, style.stopPpm, PPM, 'floor'), 3, 'floor');
  const highStop = niceTicks(core.mulDiv(upperTicks, 2 * PPM - style.stopPpm, PPM, 'ceil'), 3, 'ceil');
  const stopTicks = direction === 'short' ? highStop : lowStop;
  const chosen = {
    lower: shortPrice(core, instrument, lowerTicks),
    upper: shortPrice(core, instrument, upperTicks),
    grid_mode: style.mode,
    stop_loss: stopTicks >= instrument.minPriceTicks ? shortPrice(core, instrument, stopTicks) : '',
    // A neutral grid stands on both sides, and above the range its take profit is the stop of the short one.
    ...(direction === 'neutral' ? { take_profit: shortPrice(core, instrument, highStop) } : {}),
    ...(direction === 'short' ? { take_profit: '' } : {}),
    ...(instrument.market === 'futures' ? { direction: direction ?? 'long', leverage: leverage ?? '3' } : {}),
  };
  // Fewer lines ask for less money.
  for (let levels = mostLevels; levels >= core.minLevels; levels--) {
    const values = { ...chosen, grid_levels: String(levels) };
    const investment = suggestedInvestment(core, instrument, view, values, lastTicks);
    if (investment !== null) return { ...values, investment };
  }
  return { ...chosen, grid_levels: String(mostLevels), investment: '' };
}

/** Half of what the price moved in the known hours, scaled by the style; its least where nothing is known. */
function halfWidthPpm(
  core: GridCore,
  instrument: Instrument,
  { hours }: MarketView,
  style: Style,
  lastTicks: number,
): number {
  let low = lastTicks;
  let high = lastTicks;
  for (const [, , highest, lowest] of hours) {
    low = Math.min(low, core.priceToTicks(instrument, lowest, 'floor'));
    high = Math.max(high, core.priceToTicks(instrument, highest, 'ceil'));
  }
  const seen = core.mulDiv(high - low, PPM, 2 * lastTicks, 'ceil');
  const scaled = core.mulDiv(seen, style.reachPpm, PPM, 'ceil');
  return Math.min(style.mostPpm, Math.max(style.leastPpm, scaled));
}

/** A fifth of what is free, in tens, and no more than the market takes; null where the grid needs more. */
function suggestedInvestment(
  core: GridCore,
  instrument: Instrument,
  view: MarketView,
  chosen: Values,
  lastTicks: number,
): string | null {
  const ten = 10 ** (instrument.quoteScale + 1);
  const issueAt = (investmentAtoms: number) => {
    const parsed = core.parse(chosen, { instrument, lastTicks, investmentAtoms });
    return parsed.ok ? undefined : parsed.issues.find((issue) => issue.field === 'investment');
  };
  const least = issueAt(0)?.min;
  const leastAtoms = least === undefined ? 0 : core.parseQuote(instrument, least);
  const enough = Math.ceil(leastAtoms / ten) * ten;
  const most = presetFunds(core, instrument, view);
  if (most === null) return enough === 0 ? '' : core.formatQuote(instrument, enough);
  const share = Math.max(enough, most - (most % ten));
  const largest = issueAt(share)?.max;
  const taken = largest === undefined ? share : Math.min(share, core.parseQuote(instrument, largest, 'floor'));
  return enough > most || enough > taken ? null : core.formatQuote(instrument, taken);
}

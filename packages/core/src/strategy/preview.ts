// What a bot will be before it starts, in one shape for all kinds: the editor draws it, the server judges by it, the
// operator reads it. Pure; figures are decimal strings, and their keys have labels in the contract.
import type { Instrument } from '../market/instrument.ts';
import type { Atoms, Ppm, Ticks, TimeMs } from '../money/units.ts';
import type { FieldIssue } from './field.ts';

export type FigureUnit = 'quote' | 'base' | 'price' | 'percent' | 'count' | 'days' | 'times' | 'text';

export interface PreviewFigure {
  /** 'capital', 'drop_covered', 'rise_covered', 'worst_loss', 'liquidation', 'fees_open', 'break_even_days' … */
  readonly key: string;
  readonly unit: FigureUnit;
  /** null = cannot be said (no price yet, no stop). */
  readonly value: string | null;
  readonly level: 'plain' | 'good' | 'warn' | 'bad';
}

/** The key of how far the price may go against the bot before its last order: it falls for one, rises for the other. */
export function coveredKey(direction: string): 'drop_covered' | 'rise_covered' {
  return direction === 'short' ? 'rise_covered' : 'drop_covered';
}

/** One row of the table under the figures: cells by column key, in the order of `columns`. */
export interface PreviewTable {
  /** side: 'long' or 'short', for which the screen has the words. */
  readonly columns: readonly { readonly key: string; readonly unit: FigureUnit | 'side' }[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/** A price that the chart or ladder picture draws. */
export interface PreviewLine {
  readonly kind:
    | 'entry'
    | 'add'
    | 'take_profit'
    | 'stop_loss'
    | 'liquidation'
    | 'average'
    | 'buy'
    | 'sell'
    | 'lower'
    | 'upper';
  readonly price: string;
  readonly step?: number;
}

/** A sentence: its text key in the contract and the figures it names. */
export interface PreviewNote {
  readonly key: string;
  readonly level: 'plain' | 'warn' | 'bad';
  readonly data: Readonly<Record<string, string>>;
}

export interface Preview {
  readonly figures: readonly PreviewFigure[];
  readonly table: PreviewTable | null;
  readonly lines: readonly PreviewLine[];
  readonly notes: readonly PreviewNote[];
  /** What forbids a start although every field is in its range (liquidation before the last add …): 4008 with the field. */
  readonly refusals: readonly FieldIssue[];
}

/** The pair's worst fall (for a long) or rise (for a short) within 1, 7 and 30 days, in millionths; null = not known. */
export interface WorstMoves {
  readonly fallPpm: readonly [Ppm | null, Ppm | null, Ppm | null];
  readonly risePpm: readonly [Ppm | null, Ppm | null, Ppm | null];
}

/** A market at its best prices. */
export interface LegQuote {
  readonly instrument: Instrument;
  readonly bidTicks: Ticks;
  readonly askTicks: Ticks;
}

/** What the markets of a bot of several legs say beside its own; absent = not known. */
export interface LegOutlook {
  /** Of the spot leg of funding arbitrage. */
  readonly spotTakerPpm?: Ppm;
  /** A triangle: VIA/USDT, COIN/VIA, COIN/USDT. */
  readonly triangle?: readonly [LegQuote, LegQuote, LegQuote];
  /** Chances of the triangle a day, over the last 7 days, in hundredths. */
  readonly chancesDayE2?: number;
}

export interface PreviewContext {
  /** For schedules; absent = they are not drawn. */
  readonly nowMs?: TimeMs;
  readonly instrument: Instrument;
  readonly lastTicks: Ticks;
  readonly investmentAtoms: Atoms;
  readonly worst: WorstMoves | null;
  /** Rates in 1e-8: of the last settlement, and the sum over three days with the number of settlements in it; null on spot. */
  readonly funding: { readonly lastE8: number; readonly threeDaysE8: number; readonly settlements: number } | null;
  readonly legs?: LegOutlook;
}

// Prices that a bot watches or rests orders at, as the chart and the sentence beneath it name them.

import type { CandleRow } from './candle-rows.ts';

export type PriceLineKind =
  | 'buy'
  | 'sell'
  | 'upper'
  | 'lower'
  | 'average'
  | 'take_profit'
  | 'stop_loss'
  | 'add'
  | 'liquidation'
  | 'trigger'
  | 'last';

export interface PriceLine {
  readonly price: string | number;
  readonly kind: PriceLineKind;
  readonly label?: string;
}

/** Resting orders are many: they are drawn in the picture and carry no tag on the axis. */
export function isOrderLine({ kind }: PriceLine): boolean {
  return kind === 'buy' || kind === 'sell';
}

/** How far beyond the candles a line may lie, as a share of their span, and still be drawn. */
const margin = 0.06;

export interface OutsideLines {
  readonly above: readonly PriceLine[];
  readonly below: readonly PriceLine[];
}

/** The scale is never stretched for a far price: what the candles in view do not reach is named instead of drawn. */
export function linesOutside(lines: readonly PriceLine[], rows: readonly CandleRow[]): OutsideLines {
  if (rows.length === 0) return { above: [], below: [] };
  const watched = lines.filter((line) => !isOrderLine(line));
  const low = Math.min(...rows.map((row) => row.low));
  const high = Math.max(...rows.map((row) => row.high));
  const room = (high - low) * margin;
  return {
    above: watched.filter(({ price }) => Number(price) > high + room),
    below: watched.filter(({ price }) => Number(price) < low - room),
  };
}

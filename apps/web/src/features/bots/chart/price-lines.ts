// Prices that a bot watches or rests orders at, as the chart and the sentence beneath it name them.

export type PriceLineKind =
  | 'buy'
  | 'sell'
  | 'upper'
  | 'lower'
  | 'average'
  | 'take_profit'
  | 'stop_loss'
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

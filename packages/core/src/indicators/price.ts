// price: the close of the newest closed candle.
import { type Indicator, unknown } from './indicator.ts';

export class Price implements Indicator {
  readonly values = unknown(1);

  push(_high: number, _low: number, close: number): void {
    this.values[0] = close;
  }
}

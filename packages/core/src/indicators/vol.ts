// vol: the volume of the newest closed candle, in base coins.
import { type Indicator, unknown } from './indicator.ts';

export class Vol implements Indicator {
  readonly values = unknown(1);

  push(_high: number, _low: number, _close: number, volume: number): void {
    this.values[0] = volume;
  }
}

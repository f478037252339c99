// macd(f,s,g): dif = ema(f) - ema(s), dea = the exponential mean of dif over g, hist = dif - dea (Appel). hist is taken
// once, as TradingView and the exchanges' charts draw it; Chinese desktop software shows twice that. All three means
// begin with the first candle; dif is shown from candle s on, dea and hist from s + g - 1 on.
import { type Indicator, unknown } from './indicator.ts';
import { ExponentialMean } from './means.ts';

export class Macd implements Indicator {
  readonly values = unknown(3);
  private readonly fast: ExponentialMean;
  private readonly slow: ExponentialMean;
  private readonly signal: ExponentialMean;
  private readonly difFrom: number;
  private readonly deaFrom: number;
  private count = 0;

  constructor(f: number, s: number, g: number) {
    this.fast = new ExponentialMean(f);
    this.slow = new ExponentialMean(s);
    this.signal = new ExponentialMean(g);
    this.difFrom = s;
    this.deaFrom = s + g - 1;
  }

  push(_high: number, _low: number, close: number): void {
    const { values } = this;
    const dif = this.fast.add(close) - this.slow.add(close);
    const dea = this.signal.add(dif);
    if (this.count < this.deaFrom) this.count++;
    if (this.count >= this.difFrom) values[0] = dif;
    if (this.count < this.deaFrom) return;
    values[1] = dea;
    values[2] = dif - dea;
  }
}

// A bot's equity over its life in at most a few hundred points: samples are taken no closer than a stride of market
// time, and when there are too many every second one is dropped and the stride doubles.
import type { EquityWrite } from '../../ports/runner-writes.ts';

export const CURVE_MOST = 400;
const FIRST_STRIDE_MS = 10_000;

export class EquityCurve {
  private readonly botId: number;
  private times: number[];
  private strideMs = FIRST_STRIDE_MS;

  /** `times` of the samples already stored, ascending. */
  constructor(botId: number, times: readonly number[]) {
    this.botId = botId;
    this.times = [...times];
    const [first] = this.times;
    const last = this.times.at(-1);
    if (first === undefined || last === undefined) return;
    while (this.strideMs * CURVE_MOST < last - first) this.strideMs *= 2;
  }

  isDue(marketMs: number): boolean {
    const last = this.times.at(-1);
    return last === undefined || marketMs - last >= this.strideMs;
  }

  /** Adds a sample; `drops` are the ones to remove for it. */
  sample(marketMs: number, equity: string): { write: EquityWrite; drops: { botId: number; marketMs: number }[] } {
    this.times.push(marketMs);
    const drops: { botId: number; marketMs: number }[] = [];
    if (this.times.length > CURVE_MOST) {
      this.strideMs *= 2;
      const kept = this.times.filter((_, at) => at % 2 === 0);
      for (const [at, time] of this.times.entries()) {
        if (at % 2 === 1) drops.push({ botId: this.botId, marketMs: time });
      }
      this.times = kept;
    }
    const write = { botId: this.botId, marketMs, equity };
    return { write, drops: drops.filter((drop) => drop.marketMs !== marketMs) };
  }
}

// The newest settled funding rates of a contract, for the operand `funding`: the rate that was in force when a candle
// closed, in percent (0.01 = 0.01 % an interval). A settlement at the very end of a candle belongs to it, whichever of the
// two was told first.

const KEPT = 64;
const E8_PER_PERCENT = 1e6;

export class FundingRates {
  private readonly settled: { readonly atMs: number; readonly percent: number }[] = [];

  /** Repeats are ignored; a late one finds its place. */
  add(rateE8: number, atMs: number): void {
    const { settled } = this;
    let place = settled.length;
    while (place > 0 && settled[place - 1]!.atMs > atMs) place--;
    if (place > 0 && settled[place - 1]!.atMs === atMs) return;
    settled.splice(place, 0, { atMs, percent: rateE8 / E8_PER_PERCENT });
    if (settled.length > KEPT) settled.shift();
  }

  /** NaN when no settlement so old is known. */
  at(timeMs: number): number {
    const { settled } = this;
    for (let place = settled.length - 1; place >= 0; place--) {
      if (settled[place]!.atMs <= timeMs) return settled[place]!.percent;
    }
    return Number.NaN;
  }
}

// The three averages that indicators are made of, fed one number at a time.

/**
 * The mean of the last `n` numbers; NaN before there are so many. The running sum is exact for integers; once in `n`
 * numbers it is added up anew, so that with fractions the rounding of the past does not gather.
 */
export class SlidingMean {
  private readonly window: Float64Array;
  private readonly n: number;
  private at = 0;
  private full = false;
  private sum = 0;

  constructor(n: number) {
    this.n = n;
    this.window = new Float64Array(n);
  }

  add(value: number): number {
    const { window, at } = this;
    this.sum += value - window[at]!;
    window[at] = value;
    if (at + 1 < this.n) {
      this.at = at + 1;
    } else {
      this.at = 0;
      this.full = true;
      this.sum = sumOf(window);
    }
    return this.full ? this.sum / this.n : Number.NaN;
  }
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at]!;
  return sum;
}

/**
 * The exponential mean of `n`: weight 2 / (n + 1), begun with the first number. It answers from the first number on;
 * how long that is too early to be shown is for its user to say.
 */
export class ExponentialMean {
  private readonly weight: number;
  private mean = Number.NaN;

  constructor(n: number) {
    this.weight = 2 / (n + 1);
  }

  add(value: number): number {
    this.mean = Number.isNaN(this.mean) ? value : this.mean + (value - this.mean) * this.weight;
    return this.mean;
  }
}

/**
 * Wilder's mean of `n` (New Concepts in Technical Trading Systems, 1978): the plain mean of the first `n` numbers, then
 * weight 1 / n. NaN before there are so many.
 */
export class WilderMean {
  private readonly n: number;
  private count = 0;
  private mean = 0;

  constructor(n: number) {
    this.n = n;
  }

  add(value: number): number {
    if (this.count === this.n) {
      this.mean += (value - this.mean) / this.n;
      return this.mean;
    }
    this.mean += value;
    this.count++;
    if (this.count < this.n) return Number.NaN;
    this.mean /= this.n;
    return this.mean;
  }
}

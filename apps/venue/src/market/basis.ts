// The basis of a generated contract: by how much its price lies above the spot price, a slow seeded wave. Knots stand at
// the hours and are joined by straight lines, so any moment follows from (seed, symbol, time) alone.
import { RandomStream } from './random.ts';

const HOUR_MINUTES = 60;
const MEMORY_HOURS = 12;
const MEAN = 0.0001;
const SPREAD = 0.0007;

export class Basis {
  readonly #seed: number;
  readonly #key: string;
  readonly #knots = new Map<number, number>();

  constructor(seed: number, key: string) {
    this.#seed = seed;
    this.#key = key;
  }

  /** As a fraction; `minute` counts from the epoch and may lie between two. */
  at(minute: number): number {
    const hour = Math.floor(minute / HOUR_MINUTES);
    const from = this.knot(hour);
    return from + ((this.knot(hour + 1) - from) * (minute - hour * HOUR_MINUTES)) / HOUR_MINUTES;
  }

  /** The mean of the knots of [fromHour, toHour]: the premium that funding is made of. */
  mean(fromHour: number, toHour: number): number {
    let sum = 0;
    for (let hour = fromHour; hour <= toHour; hour++) sum += this.knot(hour);
    return sum / (toHour - fromHour + 1);
  }

  knot(hour: number): number {
    const known = this.#knots.get(hour);
    if (known !== undefined) return known;
    let sum = 0;
    for (let back = 0; back < MEMORY_HOURS; back++)
      sum += new RandomStream(this.#seed, this.#key, 'basis', hour - back).normal();
    const knot = MEAN + (SPREAD * sum) / Math.sqrt(MEMORY_HOURS);
    this.#knots.set(hour, knot);
    return knot;
  }
}

// The log-price walks behind the generated market: one common factor and one walk per symbol. Each day's end is fixed
// first, by a mean-reverting walk with log-OU volatility and jumps; the minutes inside are then bridged to it. So every
// minute follows from (seed, series, time) alone, whatever was made before.
import { RandomStream } from './random.ts';
import { DAY_MS } from './tape.ts';

export const MINUTES_A_DAY = 1440;
/** Before this day (2020-01-01 UTC) there is no generated market. */
export const FIRST_DAY = Date.UTC(2020, 0, 1) / DAY_MS;

const DAYS_A_YEAR = 365;
/** Pull of a walk back to zero: half of a displacement is gone after 250 days. */
const REVERSION = Math.LN2 / 250;
/** Log volatility is an OU walk by days: memory of about two weeks, spread of 0.45. */
const VOL_MEMORY = 0.93;
const VOL_SPREAD = 0.45;
/** Faster waves of log volatility, one knot an hour. */
const HOUR_SPREAD = 0.35;
/** The day's rhythm in UTC: quiet before Asia wakes, loud when America opens. */
const RHYTHM_SPREAD = 0.25;
const RHYTHM_PEAK_HOUR = 15;
/** Spread of single minutes around the local volatility: what makes the tails heavy. */
const MINUTE_SPREAD = 0.4;
const JUMP_SIZE = 0.03;
/** Log-normal factors raise the mean of the variance; this takes it back, so that minutes add up to their day. */
const MINUTE_BIAS = VOL_SPREAD ** 2 + HOUR_SPREAD ** 2 * (2 / 3) + MINUTE_SPREAD ** 2 + RHYTHM_SPREAD ** 2 / 2;

export interface WalkTemper {
  readonly series: string;
  /** Annual volatility as a fraction. */
  readonly volatility: number;
  readonly jumpsPerYear: number;
}

interface DayKnot {
  /** Log displacement at the day's start. */
  readonly startLog: number;
  /** Log volatility, relative, at the day's start. */
  readonly volLog: number;
  /** Diffusive move of the day; the jumps come on top. */
  readonly moveLog: number;
  readonly jumps: readonly { minute: number; sizeLog: number }[];
}

export interface WalkDay {
  /** Log displacement at the end of each minute. */
  readonly endLog: Float64Array;
  /** Standard deviation of each minute's move. */
  readonly sigma: Float64Array;
}

export class PriceWalk {
  readonly #seed: number;
  readonly #temper: WalkTemper;
  readonly #knots: DayKnot[] = [];
  readonly #days = new Map<number, WalkDay>();

  constructor(seed: number, temper: WalkTemper) {
    this.#seed = seed;
    this.#temper = temper;
  }

  /** Log displacement at the first moment of a day. */
  startLog(day: number): number {
    return this.#knot(day).startLog;
  }

  /** The day, kept for the next asker: for a walk that many symbols share. */
  sharedDay(day: number): WalkDay {
    const known = this.#days.get(day);
    if (known !== undefined) return known;
    const made = this.makeDay(day);
    this.#days.set(day, made);
    return made;
  }

  #knot(day: number): DayKnot {
    const index = day - FIRST_DAY;
    if (index < 0) throw new Error(`the generated market begins on day ${FIRST_DAY}, asked for ${day}`);
    while (this.#knots.length <= index) this.#knots.push(this.#nextKnot());
    return this.#knots[index] as DayKnot;
  }

  #nextKnot(): DayKnot {
    const { series, volatility, jumpsPerYear } = this.#temper;
    const index = this.#knots.length;
    const before = this.#knots[index - 1];
    const chance = new RandomStream(this.#seed, series, 'day', FIRST_DAY + index);
    const volShock = VOL_SPREAD * chance.normal();
    const volLog =
      before === undefined ? volShock : VOL_MEMORY * before.volLog + Math.sqrt(1 - VOL_MEMORY ** 2) * volShock;
    const startLog = before === undefined ? 0 : endOf(before);
    const daySigma = (volatility / Math.sqrt(DAYS_A_YEAR)) * Math.exp(volLog - VOL_SPREAD ** 2);
    const moveLog = daySigma * chance.normal() - REVERSION * startLog;
    const jumps: { minute: number; sizeLog: number }[] = [];
    if (chance.unit() < jumpsPerYear / DAYS_A_YEAR) {
      jumps.push({ minute: chance.below(MINUTES_A_DAY), sizeLog: JUMP_SIZE * chance.normal() - JUMP_SIZE / 6 });
    }
    return { startLog, volLog, moveLog, jumps };
  }

  makeDay(day: number): WalkDay {
    const knot = this.#knot(day);
    const sigma = this.#sigmaOf(day, knot);
    const endLog = new Float64Array(MINUTES_A_DAY);
    const chance = new RandomStream(this.#seed, this.#temper.series, 'minutes', day);
    let walked = 0;
    let variance = 0;
    for (let i = 0; i < MINUTES_A_DAY; i++) {
      const s = sigma[i] as number;
      walked += s * chance.normal();
      variance += s * s;
      endLog[i] = walked;
    }
    const missing = knot.moveLog - walked;
    let share = 0;
    for (let i = 0; i < MINUTES_A_DAY; i++) {
      share += (sigma[i] as number) ** 2;
      endLog[i] = knot.startLog + (endLog[i] as number) + (missing * share) / variance;
    }
    for (const jump of knot.jumps) {
      for (let i = jump.minute; i < MINUTES_A_DAY; i++) endLog[i] = (endLog[i] as number) + jump.sizeLog;
    }
    endLog[MINUTES_A_DAY - 1] = this.startLog(day + 1);
    return { endLog, sigma };
  }

  #sigmaOf(day: number, knot: DayKnot): Float64Array {
    const sigma = new Float64Array(MINUTES_A_DAY);
    const chance = new RandomStream(this.#seed, this.#temper.series, 'sigma', day);
    const base = this.#temper.volatility / Math.sqrt(DAYS_A_YEAR * MINUTES_A_DAY);
    const nextVolLog = this.#knot(day + 1).volLog;
    let from = this.#hourWave(day, 0);
    for (let hour = 0; hour < 24; hour++) {
      const to = this.#hourWave(day, hour + 1);
      for (let m = 0; m < 60; m++) {
        const i = hour * 60 + m;
        const slow = knot.volLog + ((nextVolLog - knot.volLog) * i) / MINUTES_A_DAY;
        const wave = from + ((to - from) * m) / 60;
        const rhythm = RHYTHM_SPREAD * Math.cos(((i / 60 - RHYTHM_PEAK_HOUR) * Math.PI) / 12);
        sigma[i] = base * Math.exp(slow + wave + rhythm + MINUTE_SPREAD * chance.normal() - MINUTE_BIAS);
      }
      from = to;
    }
    return sigma;
  }

  #hourWave(day: number, hour: number): number {
    return HOUR_SPREAD * new RandomStream(this.#seed, this.#temper.series, 'hour', day * 24 + hour).normal();
  }
}

function endOf(knot: DayKnot): number {
  let end = knot.startLog + knot.moveLog;
  for (const jump of knot.jumps) end += jump.sizeLog;
  return end;
}

// Seeded chance for the generated market: a stream is named by its key (seed, series, day …), so any day of the tape can
// be made on its own and comes out the same on every machine. Nothing else in this app draws random numbers for prices.

const GOLDEN = 0x9e3779b9;

function mix(hash: number, part: number): number {
  let h = Math.imul(hash ^ part, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

function textHash(text: string): number {
  let hash = GOLDEN;
  for (let i = 0; i < text.length; i++) hash = mix(hash + i, text.charCodeAt(i));
  return hash;
}

/** A stream of 32-bit words (xoshiro128**), its four words of state spread from the key. */
export class RandomStream {
  #a: number;
  #b: number;
  #c: number;
  #d: number;
  #spare = Number.NaN;

  constructor(...key: readonly (number | string)[]) {
    let hash = GOLDEN;
    for (const part of key) hash = mix(hash, typeof part === 'string' ? textHash(part) : part | 0);
    this.#a = mix(hash, 1);
    this.#b = mix(this.#a, 2);
    this.#c = mix(this.#b, 3);
    this.#d = mix(this.#c, 4) | 1;
  }

  word(): number {
    const scrambled = Math.imul(this.#b, 5);
    const result = Math.imul((scrambled << 7) | (scrambled >>> 25), 9) >>> 0;
    const shifted = this.#b << 9;
    this.#c ^= this.#a;
    this.#d ^= this.#b;
    this.#b ^= this.#c;
    this.#a ^= this.#d;
    this.#c ^= shifted;
    this.#d = (this.#d << 11) | (this.#d >>> 21);
    return result;
  }

  /** Strictly between 0 and 1. */
  unit(): number {
    return (this.word() + 0.5) / 4294967296;
  }

  /** An integer of 0 … count-1. */
  below(count: number): number {
    return Math.floor(this.unit() * count);
  }

  /** Standard normal (Marsaglia's polar method). */
  normal(): number {
    if (!Number.isNaN(this.#spare)) {
      const kept = this.#spare;
      this.#spare = Number.NaN;
      return kept;
    }
    for (;;) {
      const u = 2 * this.unit() - 1;
      const v = 2 * this.unit() - 1;
      const s = u * u + v * v;
      if (s >= 1 || s === 0) continue;
      const scale = Math.sqrt((-2 * Math.log(s)) / s);
      this.#spare = v * scale;
      return u * scale;
    }
  }
}

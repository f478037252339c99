// Seeded chance of a simulated world. Each part of it draws from a stream of its own, so that another draw in one part
// leaves the others as they were. Marsaglia's xorshift128 (2003), its state spread from the seed by splitmix32.

export class Chance {
  private a: number;
  private b: number;
  private c: number;
  private d: number;

  constructor(seed: number, stream: string) {
    let state = seed >>> 0;
    for (const letter of stream) state = Math.imul(state ^ letter.charCodeAt(0), 0x9e3779b1) >>> 0;
    const next = () => {
      state = (state + 0x9e3779b9) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
      mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
      return (mixed ^ (mixed >>> 16)) >>> 0;
    };
    [this.a, this.b, this.c, this.d] = [next(), next(), next(), next() | 1];
  }

  /** In [0, 1). */
  unit(): number {
    let t = this.d;
    const s = this.a;
    this.d = this.c;
    this.c = this.b;
    this.b = s;
    t ^= t << 11;
    t ^= t >>> 8;
    this.a = (t ^ s ^ (s >>> 19)) >>> 0;
    return this.a / 4294967296;
  }

  /** In [from, to). */
  between(from: number, to: number): number {
    return from + (to - from) * this.unit();
  }

  /** An integer of 0 … count-1. */
  below(count: number): number {
    return Math.floor(this.unit() * count);
  }

  happens(probability: number): boolean {
    return this.unit() < probability;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}

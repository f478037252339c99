// The largest (or smallest) of the last `n` numbers, in constant time on average: only numbers that may still become the
// extreme are kept, as a queue that falls (or rises) from its head.

export class SlidingExtreme {
  private readonly n: number;
  /** 1: the largest; -1: the smallest. */
  private readonly sign: 1 | -1;
  private readonly values: Float64Array;
  /** Which number each kept one was, counted from 0. */
  private readonly ages: Float64Array;
  private head = 0;
  private size = 0;
  private count = 0;

  constructor(n: number, which: 'highest' | 'lowest') {
    this.n = n;
    this.sign = which === 'highest' ? 1 : -1;
    this.values = new Float64Array(n);
    this.ages = new Float64Array(n);
  }

  add(value: number): void {
    const { n, values, ages } = this;
    const signed = value * this.sign;
    if (this.size > 0 && ages[this.head]! <= this.count - n) this.dropHead();
    while (this.size > 0 && values[this.slot(this.size - 1)]! <= signed) this.size--;
    const slot = this.slot(this.size);
    values[slot] = signed;
    ages[slot] = this.count;
    this.size++;
    this.count++;
  }

  /** NaN before there are `n` numbers. */
  get value(): number {
    return this.count < this.n ? Number.NaN : this.values[this.head]! * this.sign;
  }

  private slot(offset: number): number {
    const slot = this.head + offset;
    return slot < this.n ? slot : slot - this.n;
  }

  private dropHead(): void {
    this.head = this.slot(1);
    this.size--;
  }
}

// Which bots does this print concern? Three heaps over the bots' wake points answer in the time of the bots that wake,
// not of the bots that exist: a print that concerns nobody costs three comparisons.
import type { Ticks, TimeMs } from '../money/units.ts';
import { NEVER_ABOVE, NEVER_AT, NEVER_BELOW, type WakePoints } from './bot.ts';

export class TouchIndex {
  /** Keys ascend towards the root: the lowest price above, the highest price below (negated), the earliest time. */
  private readonly above = new KeyHeap();
  private readonly below = new KeyHeap();
  private readonly at = new KeyHeap();

  /** Files a bot (a small number of the caller's) under its wake points; call it again whenever they changed. */
  file(bot: number, wake: WakePoints): void {
    this.above.set(bot, wake.aboveTicks === NEVER_ABOVE ? Number.POSITIVE_INFINITY : wake.aboveTicks);
    this.below.set(bot, wake.belowTicks === NEVER_BELOW ? Number.POSITIVE_INFINITY : -wake.belowTicks);
    this.at.set(bot, wake.atMs === NEVER_AT ? Number.POSITIVE_INFINITY : wake.atMs);
  }

  remove(bot: number): void {
    this.above.set(bot, Number.POSITIVE_INFINITY);
    this.below.set(bot, Number.POSITIVE_INFINITY);
    this.at.set(bot, Number.POSITIVE_INFINITY);
  }

  /** Appends the bots that wake at this price and time to `out`, each once, in ascending order. */
  due(lastTicks: Ticks, nowMs: TimeMs, out: number[]): void {
    if (this.above.least > lastTicks && this.below.least > -lastTicks && this.at.least > nowMs) return;
    const found = new Set<number>();
    this.above.collect(lastTicks, found);
    this.below.collect(-lastTicks, found);
    this.at.collect(nowMs, found);
    out.push(...[...found].sort((a, b) => a - b));
  }
}

/** A binary heap of numbered members with one key each; members without a finite key are not in it. */
class KeyHeap {
  least = Number.POSITIVE_INFINITY;
  private readonly keys: number[] = [];
  private readonly members: number[] = [];
  /** Place of each member in the heap; -1 when absent. */
  private readonly places: number[] = [];

  set(member: number, key: number): void {
    while (this.places.length <= member) this.places.push(-1);
    const place = this.places[member]!;
    if (place >= 0) {
      if (this.keys[place] === key) return;
      if (key === Number.POSITIVE_INFINITY) {
        this.drop(place);
      } else {
        this.keys[place] = key;
        this.settle(place);
      }
    } else if (key !== Number.POSITIVE_INFINITY) {
      this.keys.push(key);
      this.members.push(member);
      this.places[member] = this.keys.length - 1;
      this.settle(this.keys.length - 1);
    }
    this.least = this.keys.length > 0 ? this.keys[0]! : Number.POSITIVE_INFINITY;
  }

  /** All members with a key up to `limit`: only the top of the heap is walked. */
  collect(limit: number, out: Set<number>, place = 0): void {
    if (place >= this.keys.length || this.keys[place]! > limit) return;
    out.add(this.members[place]!);
    this.collect(limit, out, 2 * place + 1);
    this.collect(limit, out, 2 * place + 2);
  }

  private drop(place: number): void {
    this.places[this.members[place]!] = -1;
    const key = this.keys.pop()!;
    const member = this.members.pop()!;
    if (place === this.keys.length) return;
    this.keys[place] = key;
    this.members[place] = member;
    this.places[member] = place;
    this.settle(place);
  }

  private settle(from: number): void {
    const { keys } = this;
    let place = from;
    while (place > 0 && keys[(place - 1) >> 1]! > keys[place]!) {
      this.swap(place, (place - 1) >> 1);
      place = (place - 1) >> 1;
    }
    for (;;) {
      const left = 2 * place + 1;
      const right = left + 1;
      let least = place;
      if (left < keys.length && keys[left]! < keys[least]!) least = left;
      if (right < keys.length && keys[right]! < keys[least]!) least = right;
      if (least === place) return;
      this.swap(place, least);
      place = least;
    }
  }

  private swap(a: number, b: number): void {
    const { keys, members, places } = this;
    const key = keys[a]!;
    const member = members[a]!;
    keys[a] = keys[b]!;
    members[a] = members[b]!;
    keys[b] = key;
    members[b] = member;
    places[members[a]!] = a;
    places[member] = b;
  }
}

// Where a trade stands among those of its market, by its time and its number there: the id that is made of them says from where to
// read on. Who trades with himself may have one number twice, once for each side; the purchase comes first.

export interface TimedPlace {
  readonly atMs: number;
  readonly number: bigint;
  readonly isSale: boolean;
}

export function timedFillId(market: string, { atMs, number, isSale }: TimedPlace): string {
  return `${market}.${atMs}.${number}${isSale ? 's' : 'b'}`;
}

/** The other way round. */
export function timedPlaceOf(id: string): TimedPlace {
  const [, time = '0', tail = '0b'] = id.split('.');
  return { atMs: Number(time), number: BigInt(tail.slice(0, -1)), isSale: tail.endsWith('s') };
}

export function comparePlaces(a: TimedPlace, b: TimedPlace): number {
  if (a.atMs !== b.atMs) return a.atMs - b.atMs;
  if (a.number !== b.number) return a.number < b.number ? -1 : 1;
  return Number(a.isSale) - Number(b.isSale);
}

export const NOWHERE: TimedPlace = { atMs: -1, number: -1n, isSale: false };

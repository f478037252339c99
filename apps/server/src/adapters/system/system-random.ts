// Chance of the operating system.
import { randomBytes, randomInt } from 'node:crypto';
import type { Random } from '../../ports/random.ts';

export const systemRandom: Random = {
  bytes: (count) => randomBytes(count),
  integer: (fromInclusive, toExclusive) => randomInt(fromInclusive, toExclusive),
};

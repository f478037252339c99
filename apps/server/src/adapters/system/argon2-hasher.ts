// Argon2id with a bound on how many run at once (each takes its memory) and on how many wait.
import { randomBytes } from 'node:crypto';
import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2';
import { HasherBusy, type PasswordHasher } from '../../ports/password-hasher.ts';

export interface HashCost {
  memoryKib: number;
  passes: number;
  mostInFlight: number;
  mostWaiting: number;
}

export const productionCost: HashCost = { memoryKib: 65_536, passes: 3, mostInFlight: 8, mostWaiting: 64 };
/** For tests on loopback only; config refuses it elsewhere. */
export const cheapCost: HashCost = { memoryKib: 1_024, passes: 1, mostInFlight: 8, mostWaiting: 64 };

const ARGON2ID = 2; // Algorithm.Argon2id, an ambient const enum that type stripping cannot read

export async function createHasher(cost: HashCost): Promise<PasswordHasher> {
  const options = { algorithm: ARGON2ID, memoryCost: cost.memoryKib, timeCost: cost.passes, parallelism: 1 };
  const waiting: (() => void)[] = [];
  let inFlight = 0;

  async function bounded<T>(work: () => Promise<T>): Promise<T> {
    if (inFlight >= cost.mostInFlight) {
      if (waiting.length >= cost.mostWaiting) throw new HasherBusy();
      await new Promise<void>((start) => waiting.push(start));
    } else inFlight += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) inFlight -= 1;
      else next(); // the place in flight passes on
    }
  }

  const nobody = await argonHash(randomBytes(32), options);
  const verify = (stored: string, password: string) => bounded(() => argonVerify(stored, password));
  return {
    hash: (password) => bounded(() => argonHash(password, options)),
    verify,
    verifyNothing: async (password) => {
      await verify(nobody, password);
      return false;
    },
  };
}

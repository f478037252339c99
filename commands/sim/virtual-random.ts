// The random bytes of a simulated world: keys and ids that the exchange makes follow from the seed, too. Node's builtin modules
// keep what they export in step with this.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { Chance } from './chance.ts';

const real = crypto.randomBytes;
const BYTE = 256;

export function installRandom(chance: Chance): void {
  exportBytes(((size: number) => Buffer.from(Array.from({ length: size }, () => chance.below(BYTE)))) as typeof real);
}

export function uninstallRandom(): void {
  exportBytes(real);
}

function exportBytes(randomBytes: typeof real): void {
  Object.assign(crypto, { randomBytes });
  syncBuiltinESMExports();
}

// Stands in for the desk of keys in a process that has no vault: it binds and checks nothing and says why.
import * as codes from '@cormorant/contract/codes.ts';
import type { KeyDesk } from '../../ports/key-desk.ts';

function refusing(code: number): KeyDesk {
  const refuse = async () => ({ outcome: 'refused', code }) as const;
  return { bind: refuse, check: refuse };
}

/** The role that holds the vault is played by another process. */
export const absentKeyDesk = refusing(codes.unavailable);
/** No file of master keys is named. */
export const unconfiguredKeyDesk = refusing(codes.config);

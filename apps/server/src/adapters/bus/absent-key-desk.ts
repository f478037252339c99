// Stands in for the desk of keys in a process that has no vault: it binds and checks nothing and says why.
import type { KeyDesk } from '../../ports/key-desk.ts';

const SERVICE_UNAVAILABLE = 9002;
const NOT_CONFIGURED = 9010;

function refusing(code: number): KeyDesk {
  const refuse = async () => ({ outcome: 'refused', code }) as const;
  return { bind: refuse, check: refuse };
}

/** The role that holds the vault is played by another process. */
export const absentKeyDesk = refusing(SERVICE_UNAVAILABLE);
/** No file of master keys is named. */
export const unconfiguredKeyDesk = refusing(NOT_CONFIGURED);

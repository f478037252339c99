// Account names that nobody can register: the demo login must never turn out to be somebody's own account.
export const DEMO_ACCOUNT = 'demo';

const reserved: ReadonlySet<string> = new Set([DEMO_ACCOUNT]);

export function isReserved(account: string): boolean {
  return reserved.has(account.toLowerCase());
}

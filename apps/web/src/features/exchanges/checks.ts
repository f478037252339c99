// What a try of a key looks at, in the order in which the server does, and how far it came by the code it answered with.
// What lies behind a failed check was not looked at, and is not said to be fine.
export const checkNames = ['reach', 'key', 'address', 'withdraw', 'rights', 'account'] as const;
export type CheckName = (typeof checkNames)[number];
export type CheckState = 'passed' | 'failed' | 'waiting' | 'running';

const failsAt: Readonly<Record<number, CheckName>> = {
  2015: 'reach',
  2006: 'reach',
  2001: 'key',
  2004: 'key',
  2007: 'address',
  2008: 'withdraw',
  2009: 'rights',
  2010: 'account',
  2014: 'account',
};

/** Null where the code says nothing of a check. */
export function failedCheck(code: number | null): CheckName | null {
  return code === null ? null : (failsAt[code] ?? null);
}

export function stateOf(name: CheckName, failed: CheckName): CheckState {
  const distance = checkNames.indexOf(name) - checkNames.indexOf(failed);
  if (distance === 0) return 'failed';
  return distance < 0 ? 'passed' : 'waiting';
}

// Numbers of JSON that no double holds: ids of contract orders have 17 digits there, and times are seconds with a fraction. They are
// carried as marked texts to the last moment and written as the digits they are.

const MARK = '\uE000';
const MARKED = new RegExp(`"${MARK}(-?\\d+(?:\\.\\d+)?)${MARK}"`, 'g');
const SECOND_MS = 1_000;
const MS_DECIMALS = 3;

/** Above 2^53, as ids of contract orders are there. */
const FIRST_ID = 36_028_797_018_963_968n;

export function exactNumber(digits: string): string {
  return MARK + digits + MARK;
}

export function exactText(payload: unknown): string {
  return JSON.stringify(payload).replace(MARKED, '$1');
}

/** As a number of seconds. */
export function secondsOf(ms: number): string {
  return exactNumber((ms / SECOND_MS).toFixed(MS_DECIMALS));
}

/** The 17 digits of an order's number. */
export function longIdOf(id: number): string {
  return String(FIRST_ID + BigInt(id));
}

/** The other way round; null = no number of ours. */
export function idIn(text: string): number | null {
  const id = /^\d{17}$/.test(text) ? BigInt(text) - FIRST_ID : -1n;
  return id > 0n && id <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(id) : null;
}

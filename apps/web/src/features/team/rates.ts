// Rates as people set them: percent in steps of a half, inside what the server said.
export const RATE_STEP = 0.5;

/** The nearest step up or down that is still inside; a rate between two steps goes to the next one in that direction. */
export function stepped(rate: number, direction: 1 | -1, min: number, max: number): number {
  const steps = rate / RATE_STEP;
  const next = (direction === 1 ? Math.floor(steps + 1e-9) + 1 : Math.ceil(steps - 1e-9) - 1) * RATE_STEP;
  return Math.min(max, Math.max(min, next));
}

/** Of a fee of 100: what the member, the one above and the rest get. Hundredths, so that the three add up. */
export function splitOfHundred(own: number, member: number): { member: number; own: number; rest: number } {
  const [mine, theirs] = [Math.round(own * 100), Math.round(member * 100)];
  const diff = Math.max(0, mine - theirs);
  return { member: theirs / 100, own: diff / 100, rest: (10_000 - theirs - diff) / 100 };
}

/** A member may come with a rate that is no lower than mine: then there is no difference between them. */
export function bringsNothing(own: number, member: number): boolean {
  return member > 0 && splitOfHundred(own, member).own === 0;
}

/** `12****78`; one that came masked stays. */
export function maskedSn(sn: string): string {
  return sn.includes('*') ? sn : `${sn.slice(0, 2)}****${sn.slice(-2)}`;
}

// Who may be the second of two operators. Invariant: one person with two names is not two. Whoever adds an operator could hold
// both tokens, so a name counts as the person's who added it until another person has vouched for it; a person whose token
// another one has seen is nobody's second, nor has one; and the second has been there for a day, in which others see who was
// added.
import type { Doing, OperatorWork, RequestDecision, Standing } from '../../ports/operator-store.ts';

const YOUNG_MS = 24 * 3_600_000;

function isSecondOf(second: Standing | undefined, first: Standing | undefined, nowMs: number): boolean {
  if (second === undefined || first === undefined || second.person === first.person) return false;
  const isOld = second.createdAtMs <= nowMs - YOUNG_MS;
  return isOld && second.personHasOwnToken && first.personHasOwnToken;
}

export async function mayBeSecond(
  { operators }: Pick<OperatorWork, 'operators'>,
  second: string,
  first: string,
  nowMs: number,
): Promise<boolean> {
  const found = await operators.standings([second, first]);
  const of = (name: string) => found.find((one) => one.name === name);
  return isSecondOf(of(second), of(first), nowMs);
}

/** What one operator has asked for. */
interface Asked {
  readonly askedBy: string;
  readonly state: 'asked' | 'done' | 'rejected';
}

/** Why this operator cannot decide over it; null = nothing stands in the way. Who rejects needs to be another name only. */
export async function barOfDecision(
  work: Pick<OperatorWork, 'operators'>,
  asked: Asked | null,
  approve: boolean,
  { by, nowMs }: Doing,
): Promise<Exclude<RequestDecision, 'done' | 'rejected'> | null> {
  if (asked === null) return 'missing';
  if (asked.state !== 'asked') return 'decided';
  if (asked.askedBy === by) return 'same_operator';
  if (approve && !(await mayBeSecond(work, by, asked.askedBy, nowMs))) return 'not_independent';
  return null;
}

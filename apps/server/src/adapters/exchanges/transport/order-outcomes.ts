// What a reply to a change proves about it, and how an answer is read that must have a form: a change that is not proven to have
// been refused is unknown, and an answer that does not fit is no answer.
import * as codes from '@cormorant/contract/codes.ts';
import type { RefusalReason } from '@cormorant/core/strategy/strategy.ts';
import type * as z from 'zod';
import type { Outcome, VenueFill, VenueOrder } from '../../../ports/venue.ts';
import { RULE_REASONS } from '../../../ports/venue-market.ts';
import { isProof, type Proof, proofs } from '../shared/exchange-profile.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';
import { atOnce } from './concurrency.ts';
import type { ExchangeReply } from './signed-requests.ts';

export function parsed<T>(schema: z.ZodType<T>, value: unknown, call: string): T {
  const told = schema.safeParse(value);
  if (told.success) return told.data;
  const issue = told.error.issues[0];
  throw new ExchangeUnreadable(`${call}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`, null);
}

export function refused(
  { code, reason }: Proof,
  detail: string,
): { outcome: 'refused'; code: number; reason: RefusalReason; detail: string } {
  return { outcome: 'refused', code, reason, detail };
}

/** A change whose outcome the reply does not prove is unknown: the clock's, the absent's and that of an exchange gone away, too. */
export function outcomeOf(reply: Exclude<ExchangeReply, { kind: 'answer' }>): Outcome<never> {
  if (reply.kind === 'unsent') return { outcome: 'refused', code: reply.code, reason: 'unknown', detail: reply.detail };
  if (reply.kind === 'refusal' && isProof(reply.meaning)) return refused(reply.meaning, reply.detail);
  return { outcome: 'unknown', detail: reply.detail };
}

const AUTH_CODES: ReadonlySet<number> = new Set([
  codes.api_invalid,
  codes.api_not_bound,
  codes.api_ip,
  codes.api_permission,
]);

/** Refused: it stands no more, or these keys may not. Whatever else kept it from being cancelled leaves that open. */
export function cancelOutcome(reply: Exclude<ExchangeReply, { kind: 'answer' }>): Outcome<never> {
  const outcome = outcomeOf(reply);
  if (outcome.outcome !== 'refused') return outcome;
  if (outcome.code === proofs.notOpen.code || AUTH_CODES.has(outcome.code)) return outcome;
  return { outcome: 'unknown', detail: outcome.detail };
}

/**
 * What became of each, in the order of the asking: a few works are under way at a time, begun in order, and each tells of some.
 * Of one that none tells of nothing is known.
 */
export async function outcomesOf<O, T>(
  asked: readonly O[],
  works: readonly (() => Promise<Iterable<readonly [O, Outcome<T>]>>)[],
  known: Iterable<readonly [O, Outcome<T>]> = [],
): Promise<Outcome<T>[]> {
  const outcomes = new Map(known);
  await atOnce(works, (told) => {
    for (const [one, outcome] of told) outcomes.set(one, outcome);
  });
  return asked.map((one) => outcomes.get(one) ?? { outcome: 'unknown', detail: 'no outcome' });
}

/** Whether any was refused for a rule that it kept as far as we knew. */
export function hasBrokenRule(outcomes: readonly Outcome<unknown>[]): boolean {
  return outcomes.some((one) => one.outcome === 'refused' && RULE_REASONS.has(one.reason));
}

export type Placed = { order: VenueOrder; fills: VenueFill[] };

const DONE: Outcome<null> = { outcome: 'accepted', value: null };

/** What is so already needed no change. */
export function changeOutcome(reply: ExchangeReply): Outcome<null> {
  if (reply.kind === 'answer' || (reply.kind === 'refusal' && reply.meaning === 'same')) return DONE;
  return outcomeOf(reply);
}

// How a change of a factor begins and what its refusals are: the hold it starts, whom it tells, and the codes of a change
// that could not be made.
import * as codes from '@cormorant/contract/codes.ts';
import type { ChangeResult, CredentialChange } from '../../../ports/credential-store.ts';
import { Refusal } from '../../../ports/refusal.ts';
import type { Settings } from '../../../ports/settings.ts';
import { type ChangeKind, noticeOf } from './notices.ts';

const HOUR_MS = 3_600_000;

/** How long a change holds money back, and how old a factor must be to prove anything. */
export function holdMs(settings: Settings): number {
  return settings.get('security_hold_hours') * HOUR_MS;
}

export interface WhoChanges {
  readonly userId: number;
  readonly sessionId: number | null;
  readonly nowMs: number;
}

/** A call's context says who changes; a reset, which nobody signed in asks for, gives `sessionId` null. */
export function changeOf(settings: Settings, who: WhoChanges, kind: ChangeKind, holds = true): CredentialChange {
  const { userId, sessionId, nowMs } = who;
  const holdUntilMs = holds ? nowMs + holdMs(settings) : null;
  return { userId, sessionId, nowMs, holdUntilMs, notice: noticeOf(kind, nowMs) };
}

/** `stale` and `taken` are the codes of this change. */
export function assertDone(result: ChangeResult, refusals: { readonly stale: number; readonly taken?: number }): void {
  if (result === 'done') return;
  if (result === 'ended') throw new Refusal(codes.token_invalid);
  throw new Refusal(result === 'taken' ? (refusals.taken ?? refusals.stale) : refusals.stale);
}

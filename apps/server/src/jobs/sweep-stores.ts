// Forgets what need not be kept: ended sessions after 90 days, kept answers, login nonces and mails after a day, codes of
// mails and failed sign-ins after two, tasks on many bots after an hour,
// signals of webhooks after 30 days.
import type { BatchStore } from '../ports/batch-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { EmailCodes } from '../ports/email-codes.ts';
import type { HookStore } from '../ports/hook-store.ts';
import type { IdempotencyStore } from '../ports/idempotency-store.ts';
import type { LoginGuard } from '../ports/login-guard.ts';
import type { MailOutbox } from '../ports/mail-outbox.ts';
import type { NonceStore } from '../ports/nonce-store.ts';
import type { SessionStore } from '../ports/session-store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const SESSION_DAYS = 90;
const ANSWER_DAYS = 1;
const NONCE_DAYS = 1;
const CODE_DAYS = 2;
const MAIL_DAYS = 1;
const ATTEMPT_DAYS = 2;
const SIGNAL_DAYS = 30;

export interface SweepDeps {
  readonly sessions: SessionStore;
  readonly idempotency: IdempotencyStore;
  readonly guard: LoginGuard;
  readonly nonces: NonceStore;
  readonly emailCodes: EmailCodes;
  readonly outbox: MailOutbox;
  readonly batches: BatchStore;
  readonly hooks: HookStore;
  readonly clock: Clock;
}

export function sweepStores(deps: SweepDeps) {
  const { sessions, idempotency, guard, nonces, emailCodes, outbox, batches, hooks, clock } = deps;
  return async (): Promise<void> => {
    const nowMs = clock.nowMs();
    await sessions.removeEndedBefore(nowMs - SESSION_DAYS * DAY_MS);
    await idempotency.removeOlderThan(nowMs - ANSWER_DAYS * DAY_MS);
    await nonces.removeExpiredBefore(nowMs - NONCE_DAYS * DAY_MS);
    await emailCodes.removeOlderThan(nowMs - CODE_DAYS * DAY_MS);
    await outbox.removeEndedBefore(nowMs - MAIL_DAYS * DAY_MS);
    await batches.removeOlderThan(nowMs - HOUR_MS);
    await hooks.removeOlderThan(nowMs - SIGNAL_DAYS * DAY_MS);
    await guard.removeOlderThan(nowMs - ATTEMPT_DAYS * DAY_MS);
  };
}

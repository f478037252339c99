// Sends what waits in the outbox. A mail is taken for a lease, tried with growing pauses, and given up when it was
// refused for good, is too old, or was tried too often. The lease outlasts a try, so no two senders have the same mail;
// one whose sender died between handing it over and noting it goes out twice, with the same Message-ID.
import type { Clock } from '../ports/clock.ts';
import type { MailOutbox, OutboxMail } from '../ports/mail-outbox.ts';
import { MailRefused, type MailSender } from '../ports/mail-sender.ts';

const AT_ONCE = 5;
const LEASE_MS = 120_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 3_600_000;
const MOST_TRIES = 12;
/** What says no end of its own is news for so long. */
const NEWS_MS = 3 * 86_400_000;

export interface SendMailDeps {
  readonly outbox: MailOutbox;
  readonly sender: MailSender;
  readonly clock: Clock;
  readonly log: (level: 'warn' | 'error', message: string) => void;
}

/** 5 s, 15 s, 45 s … up to an hour: the first three tries lie within the first minute of a code's ten. */
export function pauseAfter(tries: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 3 ** (tries - 1));
}

export function sendMail({ outbox, sender, clock, log }: SendMailDeps) {
  async function failed(mail: OutboxMail, error: unknown): Promise<void> {
    const why = error instanceof Error ? error.message : 'no reason';
    const nowMs = clock.nowMs();
    if (error instanceof MailRefused || mail.tries >= MOST_TRIES) {
      await outbox.end(mail.id, error instanceof MailRefused ? 'refused' : 'given_up', nowMs);
      log('error', `mail ${mail.id} is given up: ${why}`);
      return;
    }
    await outbox.retryAt(mail.id, nowMs + pauseAfter(mail.tries));
    log('warn', `mail ${mail.id} was not sent, try ${mail.tries}: ${why}`);
  }

  async function deliver(mail: OutboxMail): Promise<void> {
    if ((mail.expiresAtMs ?? mail.createdAtMs + NEWS_MS) <= clock.nowMs()) {
      await outbox.end(mail.id, 'expired', clock.nowMs());
      log('error', `mail ${mail.id} was not sent in its time`);
      return;
    }
    try {
      await sender.send(mail);
    } catch (error) {
      return failed(mail, error);
    }
    await outbox.end(mail.id, sender.outcome, clock.nowMs());
  }

  return async (): Promise<void> => {
    for (;;) {
      const mails = await outbox.claim(AT_ONCE, clock.nowMs(), LEASE_MS);
      await Promise.all(mails.map(deliver));
      if (mails.length < AT_ONCE) return;
    }
  };
}

// Hands one mail over. It throws MailRefused when trying again cannot help, and any other error when it may; no error
// holds anything of the mail's body.
import type { MailOutcome, OutboxMail } from './mail-outbox.ts';

export interface MailSender {
  /** What has become of a mail when `send` resolves. */
  readonly outcome: Extract<MailOutcome, 'sent' | 'local'>;
  send(mail: OutboxMail): Promise<void>;
  /** Lets go of what is under way. */
  close(): void;
}

export class MailRefused extends Error {
  override name = 'MailRefused';
}

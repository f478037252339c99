// Mail leaves by the way the configuration names: a mail server, the page of this machine, or not at all.
import { localMailPage } from '../adapters/mail/local-mail-page.ts';
import { createLocalSender } from '../adapters/mail/local-sender.ts';
import { createSmtpSender } from '../adapters/mail/smtp-sender.ts';
import { sendMail } from '../jobs/send-mail.ts';
import type { MailSender } from '../ports/mail-sender.ts';
import { keepDoing, type ServerContext } from './house.ts';

const MAIL_PAUSE_MS = 500;
/** How many mails the local page shows, and how long. */
const LOCAL_MAILS = 50;
const LOCAL_MAILS_MS = 86_400_000;
const SMTP_TIMEOUT_MS = 15_000;

/** Null where no mail leaves: what is queued waits for a start with a mail server. */
function createMailSender({ config }: ServerContext): MailSender | null {
  const { mail } = config;
  if (mail.by === 'smtp') return createSmtpSender({ ...mail, timeoutMs: SMTP_TIMEOUT_MS });
  if (mail.by === 'nothing') return null;
  return createLocalSender((line) => {
    if (config.logLevel !== 'silent') process.stdout.write(`${line}\n`);
  });
}

export function startMail(context: ServerContext): void {
  const { clock, logger, stores, undoing } = context;
  const sender = createMailSender(context);
  if (sender === null) return;
  const log = (level: 'warn' | 'error', text: string): void => logger[level](text);
  keepDoing(context, MAIL_PAUSE_MS, sendMail({ outbox: stores.outbox, sender, clock, log }));
  undoing.add(() => sender.close()); // first, so that nobody waits for a slow mail server
}

/** Reads the page of mails that go nowhere else; null where they do, or where none leaves. */
export function readLocalMails({ config, clock, stores }: ServerContext): (() => Promise<string>) | null {
  if (config.mail.by !== 'local') return null;
  return async () => localMailPage(await stores.outbox.listLocal(LOCAL_MAILS, clock.nowMs() - LOCAL_MAILS_MS));
}

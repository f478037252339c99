// Mail by SMTP. One connection a mail; every wait has an end; away from this machine nothing is said before TLS.
import { createTransport } from 'nodemailer';
import { MailRefused, type MailSender } from '../../ports/mail-sender.ts';
import { mailHtml } from './mail-html.ts';

export interface SmtpOptions {
  /** `smtp:` or `smtps:`, with user and password where the server asks for them. */
  readonly url: string;
  readonly from: string;
  readonly requireTls: boolean;
  /** For each wait on the server, and twice as long for all of them. */
  readonly timeoutMs: number;
}

interface SmtpFault {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
}

/** What the server refused about this very mail is refused for good; a login it refuses is the operator's to mend. */
function isForGood({ code, command, responseCode }: SmtpFault): boolean {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  return command === 'API' || (responseCode !== undefined && responseCode >= 500);
}

/** Neither what the server said nor what was said to it: both may hold parts of the mail or the login. */
function wordsOf(error: unknown): string {
  const { code = 'unknown', command, responseCode } = error as SmtpFault;
  return [code, command?.split(' ', 2).join(' '), responseCode].filter((part) => part !== undefined).join(' ');
}

function transportOf({ url, requireTls, timeoutMs }: SmtpOptions) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: requireTls && !secure,
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  });
}

export function createSmtpSender(options: SmtpOptions): MailSender {
  const transport = transportOf(options);
  const domain = /@([^\s@>]+)>?$/.exec(options.from)?.[1] ?? 'localhost';
  const closed = Promise.withResolvers<never>();
  closed.promise.catch(() => {}); // heard only while something is under way

  async function within<T>(sending: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' })),
        2 * options.timeoutMs,
      );
    });
    try {
      return await Promise.race([sending, late, closed.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    outcome: 'sent',
    send: async ({ id, to, subject, text, createdAtMs }) => {
      try {
        await within(
          transport.sendMail({
            from: options.from,
            // As an object it is one address, whatever characters it has.
            to: { name: '', address: to },
            subject,
            text,
            html: mailHtml(text),
            date: new Date(createdAtMs),
            messageId: `<${id}.${createdAtMs}@${domain}>`,
            headers: { 'Auto-Submitted': 'auto-generated' },
          }),
        );
      } catch (error) {
        const words = wordsOf(error);
        throw isForGood(error as SmtpFault) ? new MailRefused(words) : new Error(words);
      }
    },
    close: () => {
      transport.close();
      closed.reject(Object.assign(new Error('stopping'), { code: 'ESTOPPED' }));
    },
  };
}

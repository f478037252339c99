// Starts the mail server process of `smtp-process.ts` for a test, and gathers what arrived there.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { childEnv } from '../../tools/child-env.ts';
import type { ArrivedMail, SmtpMode, SmtpSays, SmtpSetup } from './smtp-process.ts';

export interface MailServer {
  readonly port: number;
  readonly mails: readonly ArrivedMail[];
  /** In how many tries it misbehaved. */
  tried(): number;
  behave(mode: SmtpMode): void;
  stop(): Promise<void>;
}

export async function startMailServer(setup: Partial<SmtpSetup> = {}): Promise<MailServer> {
  const whole: SmtpSetup = { port: 0, tls: 'none', login: null, ...setup };
  const child = fork(join(import.meta.dirname, 'smtp-process.ts'), {
    env: { ...childEnv, SMTP_SETUP: JSON.stringify(whole) },
  });
  const exit = once(child, 'exit');
  const mails: ArrivedMail[] = [];
  let tried = 0;
  const port = await new Promise<number>((resolve, reject) => {
    child.on('message', (said: SmtpSays) => {
      if ('listening' in said) resolve(said.listening);
      else if ('mail' in said) mails.push(said.mail);
      else tried += 1;
    });
    child.once('exit', (code) => reject(new Error(`the mail server ended with ${code}`)));
  });
  return {
    port,
    mails,
    tried: () => tried,
    behave: (mode) => child.send(mode),
    stop: async () => {
      child.kill('SIGKILL');
      await exit;
    },
  };
}

/** A mail's source with the encodings of its words, lines and parts undone. */
export function decoded(raw: string): string {
  const words = raw
    .replace(/\?=\r\n =\?/g, '?==?')
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_all, text: string) => Buffer.from(text, 'base64').toString())
    .replace(/=\?UTF-8\?Q\?([^?]*)\?=/gi, (_all, text: string) => unquoted(text.replaceAll('_', ' ')));
  return words
    .split('\r\n\r\n')
    .map((part) => (/^[A-Za-z0-9+/=\r\n]{40,}\r\n--/.test(part) ? fromBase64(part) : unquoted(part)))
    .join('\r\n\r\n');
}

function fromBase64(part: string): string {
  const [encoded = ''] = part.split('\r\n--', 1);
  return Buffer.from(encoded, 'base64').toString() + part.slice(encoded.length);
}

function unquoted(text: string): string {
  return text
    .replaceAll('=\r\n', '')
    .replace(/(?:=[0-9A-F]{2})+/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString());
}

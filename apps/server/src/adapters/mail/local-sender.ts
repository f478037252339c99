// Mail where there is no mail server and nobody but the person in front of the machine: a printed line, and the page that
// shows the outbox. Never used beyond loopback.
import type { MailSender } from '../../ports/mail-sender.ts';
import { isCode, linesOf } from './mail-lines.ts';

/** Begins each printed mail; `npm start` shows lines that begin so. */
export const LOCAL_MAIL_MARK = 'mail |';

const oneLine = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();

export function createLocalSender(print: (line: string) => void): MailSender {
  return {
    outcome: 'local',
    send: async ({ to, subject, text }) => {
      const code = linesOf(text).find(isCode);
      print(`${LOCAL_MAIL_MARK} ${oneLine(`${to} · ${subject}${code === undefined ? '' : ` · ${code}`}`)}`);
    },
    close: () => {},
  };
}

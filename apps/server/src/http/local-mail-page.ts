// The page of mails that went nowhere else, for the person in front of this machine. It answers only what a browser on
// this machine asks under this machine's own name: a page elsewhere whose name was made to point here sees nothing, and
// neither does anybody through a proxy.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OutboxMail } from '../ports/mail-outbox.ts';
import { unknownPath } from './faults.ts';

export type ListLocalMails = () => Promise<readonly OutboxMail[]>;

const REFRESH_SECONDS = 5;
const forwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

export function isOwnMachine({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): boolean {
  if (forwarded.some((name) => headers[name] !== undefined)) return false;
  if (!/^(127\.[\d.]+|::1|::ffff:127\.[\d.]+)$/.test(ip)) return false;
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(headers.host ?? '');
}

const style = `
:root { color-scheme: light dark; --ink: #1c2126; --soft: #5d6975; --page: #f3f5f7; --card: #fff; --line: #dfe4e9 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ecf0; --soft: #9aa6b2; --page: #12161a; --card: #1b2127; --line: #2c343c }
}
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 640px; margin: 0 auto; padding: 20px 16px 48px }
h1 { font-size: 22px; margin: 0 } h2 { font-size: 17px; margin: 0 0 4px; overflow-wrap: anywhere }
p { margin: 8px 0 0; overflow-wrap: anywhere } .soft { color: var(--soft); font-size: 14px; margin: 0 }
article { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 16px; margin-top: 16px }
.code { font: 600 32px/1.3 ui-monospace, monospace; letter-spacing: 6px; user-select: all }`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

function article({ to, subject, text, createdAtMs }: OutboxMail): string {
  const time = new Date(createdAtMs).toISOString();
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const paragraphs = lines.map((line) => `<p${/^\d+$/.test(line) ? ' class="code"' : ''}>${escaped(line)}</p>`);
  return `<article><h2>${escaped(subject)}</h2>
<p class="soft">${escaped(to)}</p>
<p class="soft"><time datetime="${time}">${time.slice(0, 19).replace('T', ' ')} UTC</time></p>
${paragraphs.join('\n')}</article>`;
}

function page(mails: readonly OutboxMail[]): string {
  const none = '<article><p class="soft">还没有邮件 · No mail yet</p></article>';
  return `<!doctype html>
<html lang="zh"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${REFRESH_SECONDS}"><title>本地邮件 · Local mail</title><style>${style}</style></head>
<body><main><h1>本地邮件 · Local mail</h1>
<p class="soft">未配置 SMTP_URL,邮件只显示在本机,保留一天。<br>
No SMTP_URL is set: mails are shown on this machine only and kept for a day.</p>
${mails.length === 0 ? none : mails.map(article).join('\n')}</main></body></html>`;
}

/** Null: mails leave by a mail server, or not at all, and the path is as unknown as any other. */
export function showLocalMails(app: FastifyInstance, list: ListLocalMails | null): void {
  app.get('/dev/mail', { schema: { hide: true } }, async (request, reply) => {
    if (list === null || !isOwnMachine(request)) return reply.status(404).send(unknownPath(request));
    const mails = await list();
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page(mails));
  });
}

// The page of mails that went nowhere else: each with its code large, as text, without script or anything fetched.
import type { OutboxMail } from '../../ports/mail-outbox.ts';
import { escapeHtml } from './mail-html.ts';
import { isCode, linesOf } from './mail-lines.ts';

const REFRESH_SECONDS = 5;

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

function article({ to, subject, text, createdAtMs }: OutboxMail): string {
  const time = new Date(createdAtMs).toISOString();
  const paragraphs = linesOf(text).map((line) => `<p${isCode(line) ? ' class="code"' : ''}>${escapeHtml(line)}</p>`);
  return `<article><h2>${escapeHtml(subject)}</h2>
<p class="soft">${escapeHtml(to)}</p>
<p class="soft"><time datetime="${time}">${time.slice(0, 19).replace('T', ' ')} UTC</time></p>
${paragraphs.join('\n')}</article>`;
}

/** The whole page, newest mail first. */
export function localMailPage(mails: readonly OutboxMail[]): string {
  const none = '<article><p class="soft">还没有邮件 · No mail yet</p></article>';
  return `<!doctype html>
<html lang="zh"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${REFRESH_SECONDS}"><title>本地邮件 · Local mail</title><style>${style}</style></head>
<body><main><h1>本地邮件 · Local mail</h1>
<p class="soft">未配置 SMTP_URL,邮件只显示在本机,保留一天。<br>
No SMTP_URL is set: mails are shown on this machine only and kept for a day.</p>
${mails.length === 0 ? none : mails.map(article).join('\n')}</main></body></html>`;
}

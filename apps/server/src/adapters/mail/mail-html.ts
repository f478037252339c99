// The HTML of a mail, made from its plain text: a paragraph a line, and the code large enough to copy by eye. No picture,
// no link, nothing fetched.
import { isCode, linesOf } from './mail-lines.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

const plain = 'margin:0 0 12px;font:16px/1.5 system-ui,sans-serif';
const code = 'margin:0 0 12px;font:600 32px/1.4 ui-monospace,monospace;letter-spacing:6px';

export function mailHtml(text: string): string {
  const paragraphs = linesOf(text).map((line) => `<p style="${isCode(line) ? code : plain}">${escapeHtml(line)}</p>`);
  return `<!doctype html><meta charset="utf-8"><body style="padding:16px">${paragraphs.join('')}</body>`;
}

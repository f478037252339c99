// The page as HTML: plain forms, no script, readable in the light and in the dark. Every word of people is escaped.
import { type ApiKey, KEY_PERMISSIONS } from '../store/api-key.ts';
import { type Language, WORDS, type Words } from './words.ts';

export interface AccountCard {
  readonly name: string;
  readonly title: string;
  readonly uid: number;
  readonly spot: string;
  readonly futures: string;
  readonly keys: readonly ApiKey[];
}

export interface PageState {
  readonly language: Language;
  readonly url: string;
  readonly accounts: readonly AccountCard[];
  /** Shown once, with its secret. */
  readonly made: ApiKey | null;
  readonly problem: string | null;
}

export const STYLE = `
:root { color-scheme: light dark; --ink: #0f1729; --soft: #4d576b; --line: #e7eaf1; --ground: #f4f6fa; --card: #fff; --brand: #1f5eff; --link: #1a54e6; --on: #fff; --bad: #cf2740; }
@media (prefers-color-scheme: dark) { :root { --ink: #eef1f7; --soft: #a3adc0; --line: #222938; --ground: #0b0e14; --card: #141922; --brand: #2b66fa; --link: #7ba4ff; --bad: #ff6b7d; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, "Noto Sans SC", "PingFang SC", sans-serif; }
main { max-width: 720px; margin: 0 auto; padding: 16px 16px 48px; }
header { display: flex; justify-content: space-between; align-items: center; gap: 16px; }
h1 { font-size: 24px; margin: 8px 0; } h2 { font-size: 18px; margin: 24px 0 8px; } h3 { font-size: 16px; margin: 16px 0 8px; }
p, dt, .soft { color: var(--soft); } p { margin: 4px 0 12px; }
a { color: var(--link); display: inline-block; padding: 10px 0; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 16px; margin: 12px 0; }
section > :first-child { margin-top: 0; }
label { display: block; margin: 8px 0; } label > span { display: block; color: var(--soft); font-size: 14px; }
input:not([type=checkbox]), textarea { width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--ground); color: inherit; font: inherit; }
input[type=checkbox] { width: 20px; height: 20px; accent-color: var(--brand); }
fieldset { border: 0; margin: 8px 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0 16px; } legend { color: var(--soft); font-size: 14px; padding: 0; }
fieldset label { display: flex; align-items: center; gap: 8px; min-height: 44px; margin: 0; }
button, summary { min-height: 44px; padding: 8px 16px; border-radius: 8px; font: inherit; cursor: pointer; }
button { border: 0; background: var(--brand); color: var(--on); font-weight: 600; }
button.bad { background: none; color: var(--bad); border: 1px solid var(--bad); }
summary { padding: 10px 0; color: var(--link); }
code { overflow-wrap: anywhere; font: 14px/1.4 ui-monospace, monospace; user-select: all; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 12px; margin: 0; } dd { margin: 0; overflow-wrap: anywhere; }
.key { border-top: 1px solid var(--line); padding: 12px 0 4px; }
.made { border-color: var(--brand); } .problem { border-color: var(--bad); }
`;

export function pageHtml(state: PageState): string {
  const words = WORDS[state.language];
  const other = state.language === 'zh' ? 'en' : 'zh';
  return `<!doctype html>
<html lang="${state.language === 'zh' ? 'zh-CN' : 'en'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title}</title><link rel="stylesheet" href="/keys/style.css"></head>
<body><main>
<header><h1>${words.title}</h1><a href="/keys?lang=${other}" hreflang="${other}">${words.otherLanguage}</a></header>
<p>${words.lead}</p>
${state.problem === null ? '' : `<section class="problem" role="alert"><h2>${words.failed}</h2><p>${escaped(state.problem)}</p></section>`}
${state.made === null ? '' : madeHtml(state.made, words)}
<section><h2>${words.newAccount}</h2>
<form method="post" action="/keys/accounts">${hidden('lang', state.language)}
<label><span>${words.accountTitle}</span><input name="title" required maxlength="40" autocomplete="off"></label>
<label><span>${words.usdt}</span><input name="usdt" required inputmode="decimal" value="10000"></label>
<button>${words.makeAccount}</button></form></section>
<h2>${words.accounts}</h2>
${state.accounts.length === 0 ? `<p>${words.noAccounts}</p>` : state.accounts.map((account) => accountHtml(account, state.language, words)).join('\n')}
<p>${words.howto}<br><code>${escaped(state.url)}</code></p>
</main></body></html>`;
}

function madeHtml(made: ApiKey, words: Words): string {
  return `<section class="made" role="status"><h2>${words.madeTitle}</h2><p>${words.madeHint}</p>
<dl><dt>${words.apiKey}</dt><dd><code id="api-key">${made.key}</code></dd>
<dt>${words.secret}</dt><dd>${made.publicKey === '' ? `<code id="api-secret">${made.secret}</code>` : words.signedByOwner}</dd></dl></section>`;
}

function accountHtml({ name, title, uid, spot, futures, keys }: AccountCard, language: Language, words: Words): string {
  return `<section><h3>${escaped(title)}</h3>
<dl><dt>${words.uid}</dt><dd>${uid}</dd><dt>${words.spot}</dt><dd>${spot} USDT</dd><dt>${words.futures}</dt><dd>${futures} USDT</dd></dl>
<h3>${words.keys}</h3>
${keys.length === 0 ? `<p>${words.noKeys}</p>` : keys.map((key) => keyHtml(key, language, words)).join('\n')}
<details><summary>${words.newKey}</summary>
<form method="post" action="/keys/new">${hidden('lang', language)}${hidden('account', name)}${termsHtml(null, words)}
<label><span>${words.passphrase}</span><input name="passphrase" maxlength="32" autocomplete="off"></label>
<label><span>${words.publicKey}</span><textarea name="public_key" rows="3" spellcheck="false" autocomplete="off"></textarea></label>
<button>${words.makeKey}</button></form></details>
<details><summary>${words.deposit}</summary>
<form method="post" action="/keys/deposit">${hidden('lang', language)}${hidden('account', name)}
<label><span>${words.depositAmount}</span><input name="usdt" required inputmode="decimal" value="10000"></label>
<button>${words.deposit}</button></form></details></section>`;
}

function keyHtml(key: ApiKey, language: Language, words: Words): string {
  const rights = key.permissions.map((permission) => words.permission[permission]).join(' · ');
  return `<div class="key"><strong>${escaped(key.label)}</strong><br><code>${key.key}</code><br>
<span class="soft">${wiresOf(key)} · ${rights} · ${key.ips.length === 0 ? words.anyIp : escaped(key.ips.join(', '))}</span>
<details><summary>${words.edit}</summary>
<form method="post" action="/keys/edit">${hidden('lang', language)}${hidden('key', key.key)}${termsHtml(key, words)}
<button>${words.save}</button></form></details>
<form method="post" action="/keys/revoke">${hidden('lang', language)}${hidden('key', key.key)}
<button class="bad">${words.revoke}</button></form></div>`;
}

function wiresOf({ passphrase, publicKey }: ApiKey): string {
  if (publicKey !== '') return 'Binance (Ed25519)';
  return passphrase === '' ? 'Binance, Bybit, Gate' : 'OKX, Bitget';
}

function termsHtml(key: ApiKey | null, words: Words): string {
  const boxes = KEY_PERMISSIONS.map((permission) => {
    const isOn = key === null ? permission === 'read' : key.permissions.includes(permission);
    return `<label><input type="checkbox" name="${permission}"${isOn ? ' checked' : ''}>${words.permission[permission]}</label>`;
  });
  return `<label><span>${words.label}</span><input name="label" required maxlength="40" autocomplete="off" value="${escaped(key?.label ?? 'Cormorant')}"></label>
<fieldset><legend>${words.permissions}</legend>${boxes.join('')}</fieldset>
<label><span>${words.ips}</span><input name="ips" autocomplete="off" value="${escaped(key?.ips.join(', ') ?? '')}"></label>`;
}

function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escaped(value)}">`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

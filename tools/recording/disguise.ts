// What a recording must not tell is replaced in it: keys, account numbers, ids, addresses, e-mails. An id keeps its form and its
// place among the others, so that orders and trades still belong together and come in their order; figures stay as they were sent.

/** Whoever owns the account, and what he calls his things. */
const WHO = new Set([
  ...['uid', 'userid', 'mainuid', 'subuid', 'accountid', 'parentid', 'parentuid', 'inviterid', 'affiliateid', 'apikey'],
  ...['secret', 'note', 'label', 'channel', 'channelcode', 'broker', 'tag', 'rsapublickey', 'kycregion', 'listenkey'],
  // As Gate names them; its list of keys tells how each begins.
  ...['user', 'user_id', 'key'],
]);
const ADDRESSES = new Set(['ip', 'ips', 'ip_whitelist']);
/** Of orders, trades and movements, as clients and exchanges name them. */
const IDS = new Set([
  ...['orderid', 'ordid', 'clordid', 'clientorderid', 'origclientorderid', 'clientalgoid', 'algoid', 'actualorderid'],
  ...['algoclordid', 'attachalgoclordid', 'clientoid', 'orderlinkid', 'parentorderlinkid', 'blocktradeid', 'execid'],
  ...['tradeid', 'billid', 'posid', 'tranid', 'id', 'smporderid', 'stpid', 'takeprofitid', 'stoplossid', 'endid'],
  ...['nextpagecursor', 'reqid', 'connid', 'lastid', 'firstid', 'order_id', 'trade_id', 'sequence_id'],
]);
/** What an id of the exchange begins with says what it is. */
const TELLING = /^(autoclose-|adl_autoclose|settlement_autoclose-|web_|android_|ios_|t-)/;
/** Gate tells a client's id as a text with this before it; other texts there are words of its own. */
const CLIENTS = 't-';
/** What Gate calls a label is the code of a refusal. */
const CODE = /^[A-Z][A-Z_]{2,}$/;

const EMAIL = /[\w.+-]+@[\w-]+\.[\w.-]+/g;
const IPV4 = /\b(?:\d{1,3}\.){3}\d{1,3}\b/g;
const ON_A_CHAIN = /\b(?:0x[0-9a-fA-F]{40,64}|bc1[02-9ac-hj-np-z]{20,60}|[13TLD][1-9A-HJ-NP-Za-km-z]{25,34})\b/g;
/** Of a documentation network, and nobody's. */
const SOMEWHERE = '203.0.113.7';
const LEAST_ID = 4;
const LONG_ID = 9;

/** A JSON text whose numbers are texts with a mark, so that none becomes a float. */
const NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MARK = '#number:';

/** Undefined where it is no JSON. */
export function readExactly(text: string): unknown {
  try {
    return JSON.parse(text.replace(NUMBER, (token) => (token.startsWith('"') ? token : `"${MARK}${token}"`)));
  } catch {
    return undefined;
  }
}

export function writeExactly(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(/"#number:([^"]+)"/g, '$1');
}

function bare(told: string): string {
  return told.startsWith(MARK) ? told.slice(MARK.length) : told;
}

function isId(name: string, text: string): boolean {
  return IDS.has(name) || (name === 'text' && text.startsWith(CLIENTS));
}

function isWho(name: string, text: string): boolean {
  return WHO.has(name) && !(name === 'label' && CODE.test(text));
}

export class Disguise {
  readonly #secrets: readonly string[];
  readonly #ids = new Set<string>();
  readonly #owners = new Set<string>();
  #names: ReadonlyMap<string, string> | null = null;

  /** `secrets`: the keys themselves, wherever they stand. */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets.filter((secret) => secret !== '');
  }

  /** Every value is looked at before any is replaced. */
  look(value: unknown): void {
    walk(value, '', (told, name) => {
      const text = bare(told);
      // A shorter one is nobody's alone.
      if (text.length < LEAST_ID) return;
      if (isWho(name, text)) this.#owners.add(text);
      else if (isId(name, text)) this.#ids.add(text);
    });
  }

  /** An id that stands outside of any reply. */
  nameOf(id: string): string {
    const given = this.#given();
    return given.get(id) ?? given.get(CLIENTS + id)?.slice(CLIENTS.length) ?? id;
  }

  replaced(value: unknown): unknown {
    return mapped(value, '', (told, name) => this.#text(told, name));
  }

  /** What of the account can still be found in what would be written: nothing, or the recording is thrown away. */
  foundIn(text: string): string[] {
    const originals = [...this.#owners, ...[...this.#given()].flatMap(([id, name]) => (id === name ? [] : [id]))];
    // A short number may be any figure: it is looked for where it would stand.
    const far = [...this.#secrets, ...originals.filter((one) => one.length >= LONG_ID)];
    const found = far.filter((one) => new RegExp(`(?<![0-9A-Za-z])${escaped(one)}(?![0-9A-Za-z])`).test(text));
    const known = new Set(originals);
    const given = new Set(this.#given().values());
    walk(readExactly(text), '', (told, name) => {
      const one = bare(told);
      if ((isWho(name, one) || isId(name, one)) && known.has(one) && !given.has(one)) found.push(one);
    });
    return found;
  }

  #text(told: string, name: string): string {
    const isNumber = told.startsWith(MARK);
    const text = bare(told);
    if (text === '' || text === '0' || text === '-1') return told;
    if (ADDRESSES.has(name)) return SOMEWHERE;
    if (isWho(name, text)) return isNumber ? `${MARK}${'1'.repeat(text.length)}` : sameForm(text);
    if (isId(name, text)) return isNumber ? `${MARK}${this.nameOf(text)}` : this.nameOf(text);
    if (isNumber) return told;
    let clean = text;
    for (const secret of [...this.#secrets, ...this.#owners]) clean = clean.replaceAll(secret, sameForm(secret));
    // A refusal may name what was asked for.
    for (const [id, instead] of this.#given()) if (id.length >= LONG_ID) clean = clean.replaceAll(id, instead);
    return clean.replace(EMAIL, 'someone@example.com').replace(IPV4, SOMEWHERE).replace(ON_A_CHAIN, sameForm);
  }

  /** In the order of the ids themselves, so that what came later still does. */
  #given(): ReadonlyMap<string, string> {
    if (this.#names !== null) return this.#names;
    const names = new Map<string, string>();
    const digits = [...this.#ids].filter((id) => /^\d+$/.test(id));
    digits.sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
    for (const [at, id] of digits.entries()) names.set(id, `1${String(at + 1).padStart(id.length - 1, '0')}`);
    for (const [at, id] of [...this.#ids].filter((one) => !/^\d+$/.test(one)).entries()) {
      const begins = TELLING.exec(id)?.[0] ?? '';
      names.set(
        id,
        `${begins}r${String(at + 1).padStart(Math.max(1, Math.min(31, id.length) - begins.length - 1), '0')}`,
      );
    }
    this.#names = names;
    return names;
  }
}

function sameForm(text: string): string {
  return text.replace(/\d/g, '1').replace(/[a-z]/g, 'x').replace(/[A-Z]/g, 'X');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}

function walk(value: unknown, name: string, see: (told: string, name: string) => void): void {
  if (typeof value === 'string') see(value, name);
  else if (Array.isArray(value)) for (const one of value) walk(one, name, see);
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) walk(one, key.toLowerCase(), see);
}

function mapped(value: unknown, name: string, make: (told: string, name: string) => string): unknown {
  if (typeof value === 'string') return make(value, name);
  if (Array.isArray(value)) return value.map((one) => mapped(one, name, make));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapped(one, key.toLowerCase(), make)]));
}

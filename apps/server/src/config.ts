// Everything the environment says, parsed once into types; a wrong value stops the start with a sentence. What weakens
// the server (no rate limits, cheap hashes, the demo login) is refused unless the server is bound to loopback; the last
// two and the local page of mails also where people come by a public name, or where the chain is a real one.
import { isIP } from 'node:net';
import { exchangeCardOf, LOCAL_EXCHANGE } from '@cormorant/contract/labels/exchanges.ts';
import { parseRoles, type Role } from './roles.ts';

/** The product's version, as people see it and as updates compare it. */
export const serverVersion = '1.0.9';

/** How mail leaves: by a mail server, onto a page of this machine (loopback only), or not at all. */
export type MailConfig =
  | {
      readonly by: 'smtp';
      /** May hold a password. */
      readonly url: string;
      readonly from: string;
      /** Nothing is said in the clear to a mail server elsewhere. */
      readonly requireTls: boolean;
    }
  | { readonly by: 'local' }
  | { readonly by: 'nothing' };

/** Where a process that signs finds its keys: one seed of a local set-up, or a key each. */
export type CustodyFiles =
  | { readonly by: 'seed'; readonly seedFile: string }
  | { readonly by: 'keys'; readonly hotKeyFile: string; readonly sweepKeyFile: string | null };

/** The money on the chain. */
export interface CustodyConfig {
  /** Nodes that must tell the same; they may hold keys. */
  readonly rpcUrls: readonly [string, string];
  /** Of the token, lower case. */
  readonly contract: string;
  readonly xpub: string;
  /** Null where this process signs nothing. */
  readonly keys: CustodyFiles | null;
  /** Where the hot wallet's coin is moved for keeping, as it was written; null = there is none. */
  readonly coldAddress: string | null;
  /** The chain is one person's own, on this machine: test coin is given away. */
  readonly isLocal: boolean;
}

export interface Config {
  readonly production: boolean;
  readonly roles: ReadonlySet<Role>;
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** Where people reach us, without a trailing slash; null = the address we listen on. */
  readonly publicUrl: string | null;
  /** Further origins that may open /ws and call /api: the native shell's. */
  readonly shellOrigins: readonly string[];
  /** Origin of the object storage that the web app was built to ask for updates; null = our own. */
  readonly ossOrigin: string | null;
  readonly databaseUrl: string;
  readonly databaseConnections: number;
  readonly venueUrl: string;
  readonly venueToken: string;
  /** A node of chain 56 that judges the signatures of contract wallets, or null: then only keys can sign. */
  readonly chainRpcUrl: string | null;
  /** Null = no money moves by the chain. */
  readonly custody: CustodyConfig | null;
  readonly mail: MailConfig;
  /** Mixed into payment passwords and e-mail codes; never in the database. */
  readonly pepper: Uint8Array;
  /** The file of the keys that wrap the keys of exchanges; null = none can be bound here. */
  readonly vaultKeyFile: string | null;
  /** Exchanges whose requests go to an address of this machine instead of theirs: code to origin. */
  readonly exchangeUrls: ReadonlyMap<string, string>;
  /** Exchanges other than the local one where bots trade. */
  readonly tradeAt: ReadonlySet<string>;
  /** At these, how many percent off one print may be and be believed by itself; null = any. */
  readonly spikePercent: number | null;
  /** Where people make keys of the local exchange; '' where its page is not on their machine. */
  readonly localKeyUrl: string;
  /** The built web app, or null to serve only the API. */
  readonly webDist: string | null;
  readonly rateLimits: boolean;
  readonly cheapPasswords: boolean;
  /** null = no demo login; '' = make a password up at each start. */
  readonly demoPassword: string | null;
  /** Proxies in front whose X-Forwarded-For is believed. */
  readonly trustedProxies: number;
  /** At so much memory this process ends, to be started again, at most once in so long a time; null = it stays. */
  readonly recycling: { readonly rssMb: number; readonly leastLifeMs: number } | null;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
}

type Environment = Readonly<Record<string, string | undefined>>;

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function oneOf<T extends string>(env: Environment, name: string, allowed: readonly T[], fallback: T): T {
  const value = env[name] ?? '';
  if (value === '') return fallback;
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new Error(`${name}: "${value}" is not one of ${allowed.join(', ')}`);
  return found;
}

function integer(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const text = env[name] ?? '';
  if (text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new Error(`${name}: "${text}" is not an integer from ${min} to ${max}`);
  }
  return value;
}

function url(env: Environment, name: string, schemes: readonly string[]): string | null {
  const text = env[name] ?? '';
  if (text === '') return null;
  const parsed = URL.parse(text);
  if (parsed === null || !schemes.includes(parsed.protocol)) {
    throw new Error(`${name} is not a URL with ${schemes.join(' or ')}`); // the value may hold a password: not shown
  }
  return text.replace(/\/+$/, '');
}

/** Without the brackets of an IPv6 address; '' of what is no URL. */
function hostOf(address: string): string {
  return (URL.parse(address)?.hostname ?? '').replace(/^\[|\]$/g, '');
}

/** What a server that is one person's own on this machine would need to be so, as the end of a sentence; null = it is one. */
export function whatIsNotLocal(host: string, publicUrl: string | null, chainRpcUrl: string | null): string | null {
  const notLocal = (address: string | null): boolean => address !== null && !isLoopback(hostOf(address));
  if (!isLoopback(host)) return `HOST is a loopback address, not ${host}`;
  if (notLocal(publicUrl)) return `PUBLIC_URL names a loopback address, not ${publicUrl}`;
  // The address of a node may hold a key: not shown.
  return notLocal(chainRpcUrl) ? 'CHAIN_RPC_URL is a node on this machine, not of a real chain' : null;
}

function originOf(address: string | null): string | null {
  return address === null ? null : new URL(address).origin;
}

function required<T>(value: T | null, name: string, what: string): T {
  if (value === null) throw new Error(`${name} is required: ${what}`);
  return value;
}

const LEAST_PEPPER_BYTES = 32;

function readPepper(env: Environment): Uint8Array {
  const text = required(env['PEPPER'] || null, 'PEPPER', 'a secret of 32 random bytes, base64url or hex');
  const encoding = /^[0-9a-f]{64,}$/i.test(text) ? 'hex' : 'base64url';
  const bytes = /^[A-Za-z0-9_-]+=*$/.test(text) ? Buffer.from(text, encoding) : Buffer.alloc(0);
  if (bytes.length < LEAST_PEPPER_BYTES) throw new Error('PEPPER is not 32 or more bytes in base64url or hex');
  return bytes;
}

/** `Name <mail@example.org>` or the address alone. */
const senderForm = /^(?:[^<>"@,;\p{C}]{1,100} <[^\s@<>",;]+@[^\s@<>",;]+>|[^\s@<>",;]+@[^\s@<>",;]+)$/u;

/** The page is for the person in front of the machine: what is reached through a proxy or by a name has none. */
function readMail(env: Environment, isLocal: boolean): MailConfig {
  const smtp = url(env, 'SMTP_URL', ['smtp:', 'smtps:']);
  if (smtp === null) return { by: isLocal ? 'local' : 'nothing' };
  const from = required(env['MAIL_FROM'] || null, 'MAIL_FROM', 'the address that mails come from');
  if (!senderForm.test(from)) throw new Error('MAIL_FROM is not an address like Name <mail@example.org>');
  return { by: 'smtp', url: smtp, from, requireTls: !isLoopback(hostOf(smtp)) };
}

/** `binance=http://127.0.0.1:4000,okx=…`. Keys of real accounts are sent there, so it is this machine or nowhere. */
function readExchangeUrls(env: Environment): ReadonlyMap<string, string> {
  const rows = (env['EXCHANGE_URLS'] ?? '').split(',').filter((row) => row.trim() !== '');
  return new Map(
    rows.map((row) => {
      const [, code, address] = /^\s*([a-z]+)=(https?:\/\/[^/\s]+)\/?\s*$/.exec(row) ?? [];
      if (code === undefined || address === undefined || !isLoopback(hostOf(address))) {
        throw new Error(
          'EXCHANGE_URLS: each part is an exchange and an address of this machine, code=http://127.0.0.1:port',
        );
      }
      return [code, address];
    }),
  );
}

/** `binance,okx`; the local exchange is always there. */
function readTradeAt(env: Environment): ReadonlySet<string> {
  const codes = (env['TRADE_AT'] ?? '').split(',').flatMap((code) => code.trim() || []);
  const unknown = codes.find((code) => code === LOCAL_EXCHANGE || exchangeCardOf(code)?.code !== code);
  if (unknown !== undefined) throw new Error(`TRADE_AT: "${unknown}" is no exchange that can be turned on`);
  return new Set(codes);
}

/** 0 turns it off. */
function readSpikePercent(env: Environment): number | null {
  const text = env['SPIKE_PERCENT'] ?? '3';
  if (!/^\d{1,2}(\.\d)?$/.test(text))
    throw new Error('SPIKE_PERCENT: percent from 0 to 99.9, with one decimal at most');
  return Number(text) === 0 ? null : Number(text);
}

/** The local exchange's own page, where a person of this machine can open it. */
function readLocalKeyUrl(env: Environment): string {
  const venueUrl = url(env, 'VENUE_URL', ['http:', 'https:']);
  return venueUrl !== null && isLoopback(hostOf(venueUrl)) ? `${venueUrl}/keys` : '';
}

/** Needed where keys are sealed, unless this is one person's own machine. */
function readVaultKeyFile(env: Environment, roles: ReadonlySet<Role>, host: string): string | null {
  const file = env['VAULT_KEY_FILE'] || null;
  if (file !== null || isLoopback(host) || !roles.has('runner')) return file;
  return required(file, 'VAULT_KEY_FILE', `a file of master keys, because HOST is ${host}`);
}

/** 0 turns it off. */
function readRecycling(env: Environment): Config['recycling'] {
  const rssMb = integer(env, 'RSS_LIMIT_MB', 0, 0, 1_000_000);
  const leastLifeMs = integer(env, 'RECYCLE_EVERY_S', 3_600, 1, 604_800) * 1_000;
  return rssMb === 0 ? null : { rssMb, leastLifeMs };
}

/** BSC-USD, the USDT of chain 56. */
const BSC_USDT = '0x55d398326f99059ff775485246999027b3197955';

function readCustodyKeys(env: Environment, isLocal: boolean): CustodyFiles | null {
  const [seedFile, hotKeyFile] = [env['CUSTODY_SEED_FILE'] || null, env['HOT_KEY_FILE'] || null];
  if (seedFile !== null && hotKeyFile !== null) throw new Error('CUSTODY_SEED_FILE and HOT_KEY_FILE: only one of them');
  if (seedFile !== null) {
    if (!isLocal) throw new Error('CUSTODY_SEED_FILE is allowed only on a chain of this machine: use HOT_KEY_FILE');
    return { by: 'seed', seedFile };
  }
  return hotKeyFile === null ? null : { by: 'keys', hotKeyFile, sweepKeyFile: env['SWEEP_KEY_FILE'] || null };
}

/**
 * A real chain is asked at two nodes; what was made here serves a chain of this machine alone. Where the token is the real
 * one, so is the chain: a node on this machine may be a full node of it, or a tunnel to one.
 */
function readCustody(env: Environment, rpcUrl: string | null, isOwnMachine: boolean): CustodyConfig | null {
  const xpub = env['DEPOSIT_XPUB'] || null;
  if (xpub === null) return null;
  const first = required(rpcUrl, 'CHAIN_RPC_URL', 'DEPOSIT_XPUB needs a node of the chain');
  const contract = (env['CHAIN_USDT'] || (isOwnMachine ? '' : BSC_USDT)).toLowerCase();
  const isLocal = isOwnMachine && contract !== BSC_USDT;
  const second = url(env, 'CHAIN_RPC_URL_2', ['http:', 'https:']);
  if (!isLocal && (second === null || second === first)) {
    throw new Error('CHAIN_RPC_URL_2 is required: another node that has to tell the same of the chain');
  }
  if (!/^0x[0-9a-f]{40}$/.test(contract)) throw new Error('CHAIN_USDT is not the address of a contract');
  const coldAddress = env['COLD_ADDRESS'] || null;
  if (coldAddress !== null && !/^0x[0-9a-fA-F]{40}$/.test(coldAddress)) throw new Error('COLD_ADDRESS is no address');
  const keys = readCustodyKeys(env, isLocal);
  return { rpcUrls: [first, second ?? first], contract, xpub, keys, coldAddress, isLocal };
}

export function readConfig(env: Environment): Config {
  const host = env['HOST'] || '127.0.0.1';
  const publicUrl = url(env, 'PUBLIC_URL', ['http:', 'https:']);
  const chainRpcUrl = url(env, 'CHAIN_RPC_URL', ['http:', 'https:']);
  const notLocal = whatIsNotLocal(host, publicUrl, chainRpcUrl);
  const onlyUnless = (unmet: string | null, on: boolean, what: string): boolean => {
    if (on && unmet !== null) throw new Error(`${what} is allowed only when ${unmet}`);
    return on;
  };
  const production = oneOf(env, 'NODE_ENV', ['production', 'development', 'test'], 'development') === 'production';
  const demo = onlyUnless(notLocal, oneOf(env, 'DEMO', ['on', 'off'], 'off') === 'on', 'DEMO=on');
  const trustedProxies = integer(env, 'TRUSTED_PROXIES', 0, 0, 10);
  const asked = parseRoles(env['ROLES'] || 'all');
  const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
  return {
    production,
    roles: asked,
    host,
    port: integer(env, 'PORT', 3000, 0, 65_535),
    publicUrl,
    shellOrigins: (env['SHELL_ORIGINS'] ?? 'capacitor://localhost,https://localhost')
      .split(',')
      .filter((o) => o !== ''),
    ossOrigin: originOf(url(env, 'OSS_ORIGIN', ['http:', 'https:'])),
    databaseUrl: required(
      url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
      'DATABASE_URL',
      'a PostgreSQL server',
    ),
    databaseConnections: integer(env, 'DATABASE_CONNECTIONS', 10, 2, 200),
    venueUrl: required(url(env, 'VENUE_URL', ['http:', 'https:']), 'VENUE_URL', 'the local exchange'),
    venueToken: env['VENUE_TOKEN'] ?? '',
    chainRpcUrl,
    custody: readCustody(env, chainRpcUrl, notLocal === null && trustedProxies === 0),
    mail: readMail(env, notLocal === null && trustedProxies === 0),
    pepper: readPepper(env),
    exchangeUrls: readExchangeUrls(env),
    tradeAt: readTradeAt(env),
    spikePercent: readSpikePercent(env),
    localKeyUrl: notLocal === null ? readLocalKeyUrl(env) : '',
    webDist: env['WEB_DIST'] || null,
    rateLimits: !onlyUnless(
      whatIsNotLocal(host, null, null),
      oneOf(env, 'RATE_LIMITS', ['on', 'off'], 'on') === 'off',
      'RATE_LIMITS=off',
    ),
    cheapPasswords: onlyUnless(
      notLocal,
      oneOf(env, 'PASSWORD_COST', ['full', 'cheap'], 'full') === 'cheap',
      'PASSWORD_COST=cheap',
    ),
    // After what a bind to the world forbids.
    vaultKeyFile: readVaultKeyFile(env, asked, host),
    demoPassword: demo ? (env['DEMO_PASSWORD'] ?? '') : null,
    trustedProxies,
    recycling: readRecycling(env),
    logLevel: oneOf(env, 'LOG_LEVEL', levels, production ? 'error' : 'info'),
  };
}

// Which data folder belongs to which market. Invariant: a folder serves one market for ever and one process at a time,
// because what was traded on one market means nothing on another.
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import {
  ChoiceError,
  type MarketChoice,
  parseMarketChoice,
  type ReplayFile,
} from '../apps/venue/src/market/market-choice.ts';
import { tryLock } from './process-lock.mjs';

export const DEFAULT_MARKET = 'generated:1';

export interface Market {
  /** With absolute paths, as the local exchange takes it. */
  readonly full: string;
  /** Without the folders of its files: what a data folder remembers. */
  readonly identity: string;
  /** The same, fit to name a folder. */
  readonly slug: string;
}

/** A sentence for the person at the terminal; no stack is printed for it. */
export class StartRefused extends Error {}

/** Paths count from where the command was given; the words of a market are the local exchange's. */
export function readMarket(text: string, callerFolder: string): Market {
  const choice = chosen(text, callerFolder);
  if (choice.kind === 'generated') {
    const full = `generated:${choice.seed}`;
    return { full, identity: full, slug: slugOf(full) };
  }
  const missing = choice.files.find((file) => !existsSync(file.path));
  if (missing) throw new StartRefused(`MARKET names a candle file that does not exist: ${missing.path}`);
  const entry = ({ path, ...options }: ReplayFile, name: string) => {
    const query = new URLSearchParams(options).toString();
    return query === '' ? name : `${name}?${query}`;
  };
  const written = (nameOf: (path: string) => string) =>
    `replay:${choice.files.map((file) => entry(file, nameOf(file.path))).join(',')}@${choice.speed}`;
  const identity = written((path) => basename(path));
  return { full: written((path) => path), identity, slug: slugOf(identity) };
}

function chosen(text: string, callerFolder: string): MarketChoice {
  try {
    return parseMarketChoice(text, callerFolder);
  } catch (error) {
    if (error instanceof ChoiceError) throw new StartRefused(`MARKET: ${error.message}`);
    throw error;
  }
}

function slugOf(identity: string): string {
  const words = identity.replace(/\.(csv|gz)\b/g, '').replace(/[^A-Za-z0-9.]+/g, '-');
  return words.replace(/^-|-$/g, '').slice(0, 120).toLowerCase();
}

export function chooseDataDir(root: string, wanted: string | undefined, market: Market, callerFolder: string): string {
  if (wanted) return resolve(callerFolder, wanted);
  const inCheckout = join(root, '.data', market.slug);
  return canWrite(inCheckout) ? inCheckout : join(homedir(), '.local', 'state', 'cormorant', market.slug);
}

/** Whether a folder can be written, or made: decided by its nearest existing ancestor. */
export function canWrite(folder: string): boolean {
  let path = folder;
  while (!existsSync(path)) path = resolve(path, '..');
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Makes the folder this process's and this market's, or says in one sentence why not. */
export function claimDataDir(dataDir: string, market: Market): { release(): void } {
  if (!canWrite(dataDir)) throw new StartRefused(`DATA_DIR cannot be written: ${dataDir}`);
  mkdirSync(dataDir, { recursive: true });
  const note = join(dataDir, 'market');
  const known = existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined;
  if (known !== undefined && known !== market.identity) {
    throw new StartRefused(
      `DATA_DIR ${dataDir} belongs to the market ${known}, not to ${market.identity}: choose another DATA_DIR, or leave it out`,
    );
  }
  const lock = tryLock(join(dataDir, 'running'));
  if (!lock.release) {
    throw new StartRefused(
      `Process ${lock.heldBy} already runs on ${dataDir}: stop it first, or choose another DATA_DIR`,
    );
  }
  writeFileSync(note, `${market.identity}\n`);
  return lock;
}

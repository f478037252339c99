// What the person chose to trade on, read from one line of text:
//   generated[:seed]
//   replay:<file>[?symbol=BTC/USDT&tick=0.01&step=0.00001][,<file>…][@speed | @max]
// Anything else is refused with a sentence that says what is accepted.
import { isAbsolute, resolve } from 'node:path';

export const DEFAULT_SEED = 1;
/** Market seconds per wall second when a replay does not say. */
export const DEFAULT_SPEED = 60;
/** As fast as the machine and the paced clients can. */
const MAX_SPEED = 1_000_000_000;

export interface ReplayFile {
  readonly path: string;
  /** Override what the file's name and figures say. */
  readonly symbol?: string;
  readonly tick?: string;
  readonly step?: string;
}

export type MarketChoice =
  | { readonly kind: 'generated'; readonly seed: number }
  | { readonly kind: 'replay'; readonly files: readonly ReplayFile[]; readonly speed: number };

/** The words on the command line or in a file that cannot be used; the message is for the person who wrote them. */
export class ChoiceError extends Error {}

const ACCEPTED =
  'accepted: generated[:seed] (a simulated market, seed 0 to 4294967295) or ' +
  'replay:<candles.csv or .csv.gz>[?symbol=BTC/USDT&tick=0.01&step=0.00001][,<more files>][@speed]';

export function parseMarketChoice(text: string, folder: string): MarketChoice {
  if (text === 'live' || text.startsWith('live:')) {
    throw new ChoiceError(
      `market "${text}" is not offered: a live feed comes with the real exchanges, and this exchange is local. ${ACCEPTED}`,
    );
  }
  if (text === 'generated') return { kind: 'generated', seed: DEFAULT_SEED };
  if (text.startsWith('generated:')) return { kind: 'generated', seed: parseSeed(text.slice('generated:'.length)) };
  if (text.startsWith('replay:')) return parseReplay(text.slice('replay:'.length), folder);
  throw new ChoiceError(`market "${text}" is not known. ${ACCEPTED}`);
}

function parseSeed(text: string): number {
  const seed = Number(text);
  if (!/^\d{1,10}$/.test(text) || seed > 0xffffffff) throw new ChoiceError(`"${text}" is not a seed. ${ACCEPTED}`);
  return seed;
}

function parseReplay(text: string, folder: string): MarketChoice {
  const at = /@([^@/]*)$/.exec(text);
  const list = at === null ? text : text.slice(0, at.index);
  const speed = at === null ? DEFAULT_SPEED : parseSpeed(at[1] as string);
  const files = list.split(',').map((entry) => parseFile(entry.trim(), folder));
  return { kind: 'replay', files, speed };
}

function parseSpeed(text: string): number {
  if (text === 'max') return MAX_SPEED;
  const speed = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || speed <= 0 || speed > MAX_SPEED) {
    throw new ChoiceError(
      `"@${text}" is not a speed: market seconds per second, a number above 0, or max. ${ACCEPTED}`,
    );
  }
  return speed;
}

function parseFile(entry: string, folder: string): ReplayFile {
  const [name = '', query = ''] = entry.split('?', 2);
  if (name === '') throw new ChoiceError(`replay names no file. ${ACCEPTED}`);
  const options: { symbol?: string; tick?: string; step?: string } = {};
  for (const [key, value] of new URLSearchParams(query)) {
    if (key !== 'symbol' && key !== 'tick' && key !== 'step') {
      throw new ChoiceError(`"${key}" is not an option of a replay file. ${ACCEPTED}`);
    }
    options[key] = value;
  }
  return { path: isAbsolute(name) ? name : resolve(folder, name), ...options };
}

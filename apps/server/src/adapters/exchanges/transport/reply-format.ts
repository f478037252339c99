// How an answer of a wire is taken apart before anything of it is believed: where the exchange's own code and words stand, and
// what tells its clock. Binance and Gate refuse by status, the others in an answer of HTTP 200 as well.

import type { TradingCard, WireName } from '../shared/exchange-profile.ts';
import { textUnder } from './key-check.ts';

const CODE = /^-?\d{1,7}$/;
/** Gate's codes. */
const LABEL = /^[A-Z][A-Z_]{2,60}$/;
const MOST_WORDS = 160;
const DIGITS = /^\d{1,30}$/;
const NANOS_A_MS = 1_000_000;

/** Null where there is no code. */
export interface RefusingWords {
  readonly code: string | null;
  readonly message: string;
}

export interface Grammar {
  /** ccxt's name of the call that tells the clock. */
  readonly clockCall: string;
  /** Epoch milliseconds; NaN where the answer tells none. */
  clockMs(value: unknown): number;
  /** Of an answer with a good status: what it tells, or that it refuses. */
  read(value: unknown): { readonly value: unknown } | RefusingWords;
  /** Of an answer with a bad status. */
  words(value: unknown): RefusingWords;
}

/** The exchange's code and words in an answer that refuses, also in one of a batch. */
export function wordsOf(value: unknown): RefusingWords {
  return wordsUnder(value, 'code', 'msg');
}

function wordsUnder(value: unknown, nameOfCode: string, nameOfWords: string, form = CODE): RefusingWords {
  const code = textUnder(value, nameOfCode);
  const message = (textUnder(value, nameOfWords) ?? '').slice(0, MOST_WORDS);
  return { code: code !== null && form.test(code) ? code : null, message };
}

function under(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** NaN where it is no whole number: an empty text is no moment. */
function momentUnder(value: unknown, name: string): number {
  const told = textUnder(value, name) ?? '';
  return DIGITS.test(told) ? Number(told) : Number.NaN;
}

/** Where an answer that did well says so with a code of its own, and holds what it tells under a name. */
function wrapped(name: string, good: string, words: Grammar['words']): Pick<Grammar, 'read' | 'words'> {
  const read = (value: unknown) => (words(value).code === good ? { value: under(value, name) } : words(value));
  return { read, words };
}

/** Rows, each of which tells how it fared: none did well, or some. */
const WITH_ROWS = new Set(['0', '1', '2']);

const GRAMMARS: Readonly<Record<WireName, Grammar>> = {
  binance: {
    clockCall: 'publicGetTime',
    clockMs: (value) => momentUnder(value, 'serverTime'),
    read: (value) => ({ value }),
    words: wordsOf,
  },
  okx: {
    clockCall: 'publicGetPublicTime',
    clockMs: (value) => momentUnder(Array.isArray(value) ? value[0] : null, 'ts'),
    read: (value) => {
      const { code, message } = wordsOf(value);
      const data: unknown = typeof value === 'object' && value !== null && 'data' in value ? value.data : null;
      const hasRows = Array.isArray(data) && (code === '0' || data.length > 0);
      return code !== null && WITH_ROWS.has(code) && hasRows ? { value: data } : { code, message };
    },
    words: wordsOf,
  },
  bybit: {
    clockCall: 'publicGetV5MarketTime',
    clockMs: (value) => Math.floor(momentUnder(value, 'timeNano') / NANOS_A_MS),
    ...wrapped('result', '0', (value) => wordsUnder(value, 'retCode', 'retMsg')),
  },
  bitget: {
    clockCall: 'publicCommonGetV2PublicTime',
    clockMs: (value) => momentUnder(value, 'serverTime'),
    ...wrapped('data', '00000', wordsOf),
  },
  gate: {
    clockCall: 'publicSpotGetTime',
    clockMs: (value) => momentUnder(value, 'server_time'),
    read: (value) => ({ value }),
    words: (value) => wordsUnder(value, 'label', 'message', LABEL),
  },
};

export function grammarOf({ wire }: TradingCard): Grammar {
  return GRAMMARS[wire];
}

// How an answer of a wire is taken apart before anything of it is believed: where the exchange's own code and words stand, and
// what tells its clock. Binance refuses by status, OKX in an answer of HTTP 200.
import { textUnder } from './probe-card.ts';
import type { TradingCard, WireName } from './trading-card.ts';

const CODE = /^-?\d{1,6}$/;
const MOST_WORDS = 160;

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
}

/** The exchange's code and words in an answer that refuses, also in one of a batch. */
export function wordsOf(value: unknown): RefusingWords {
  const code = textUnder(value, 'code');
  const message = (textUnder(value, 'msg') ?? '').slice(0, MOST_WORDS);
  return { code: code !== null && CODE.test(code) ? code : null, message };
}

/** Rows, each of which tells how it fared: none did well, or some. */
const WITH_ROWS = new Set(['0', '1', '2']);

const GRAMMARS: Readonly<Record<WireName, Grammar>> = {
  binance: {
    clockCall: 'publicGetTime',
    clockMs: (value) => Number(textUnder(value, 'serverTime') ?? Number.NaN),
    read: (value) => ({ value }),
  },
  okx: {
    clockCall: 'publicGetPublicTime',
    clockMs: (value) => Number(textUnder(Array.isArray(value) ? value[0] : null, 'ts') ?? Number.NaN),
    read: (value) => {
      const { code, message } = wordsOf(value);
      const data: unknown = typeof value === 'object' && value !== null && 'data' in value ? value.data : null;
      const hasRows = Array.isArray(data) && (code === '0' || data.length > 0);
      return code !== null && WITH_ROWS.has(code) && hasRows ? { value: data } : { code, message };
    },
  },
};

export function grammarOf({ exchange, wire }: TradingCard): Grammar {
  if (wire === null) throw new Error(`${exchange} is spoken to in no wire of ours`);
  return GRAMMARS[wire];
}

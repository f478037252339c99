// How an answer of an exchange is taken apart before anything of it is believed: where the exchange's own code and words stand,
// and what tells its clock. Each exchange's card has a grammar; what several need stands here.

const CODE = /^-?\d{1,7}$/;
const MOST_WORDS = 160;
const DIGITS = /^\d{1,30}$/;

/** Null where there is no code. */
export interface RefusingWords {
  readonly code: string | null;
  readonly message: string;
}

export interface ReplyGrammar {
  /** ccxt's name of the call that tells the clock. */
  readonly clockCall: string;
  /** Epoch milliseconds; NaN where the answer tells none. */
  clockMs(value: unknown): number;
  /** Of an answer with a good status: what it tells, or that it refuses. */
  read(value: unknown): { readonly value: unknown } | RefusingWords;
  /** Of an answer with a bad status. */
  words(value: unknown): RefusingWords;
}

/** The text under one name of a JSON object. */
export function textUnder(body: unknown, name: string): string | null {
  const value = under(body, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** The exchange's code and words in an answer that refuses, also in one of a batch. */
export function wordsOf(value: unknown): RefusingWords {
  return wordsUnder(value, 'code', 'msg');
}

export function wordsUnder(value: unknown, nameOfCode: string, nameOfWords: string, form = CODE): RefusingWords {
  const code = textUnder(value, nameOfCode);
  const message = (textUnder(value, nameOfWords) ?? '').slice(0, MOST_WORDS);
  return { code: code !== null && form.test(code) ? code : null, message };
}

export function under(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** NaN where it is no whole number: an empty text is no moment. */
export function momentUnder(value: unknown, name: string): number {
  const told = textUnder(value, name) ?? '';
  return DIGITS.test(told) ? Number(told) : Number.NaN;
}

/** Where it refuses by status alone: every answer with a good one tells something. */
export function refusesByStatus(value: unknown): { readonly value: unknown } {
  return { value };
}

/** Where an answer that did well says so with a code of its own, and holds what it tells under a name. */
export function wrapped(
  name: string,
  good: string,
  words: ReplyGrammar['words'],
): Pick<ReplyGrammar, 'read' | 'words'> {
  const read = (value: unknown) => (words(value).code === good ? { value: under(value, name) } : words(value));
  return { read, words };
}

// The plain types of the wire: money and prices as decimal strings, flags as 0|1, times as epoch milliseconds, pages.
// Nothing here turns an amount into a float; inputs are checked for form, ranges belong to each call.

import { pairName } from '@cormorant/core/market/coin-name.ts';
import { decimalOfNumber } from '@cormorant/core/money/json-number.ts';
import * as z from 'zod';
import * as codes from './codes.ts';

/** Makes a schema's own message name the catalogue code that answers when it fails (see `refusal.ts`). */
export function answersWith(code: number): string {
  return `#${code}`;
}

export type Flag = 0 | 1;

/** Any finite decimal of an answer: no exponent, no plus sign. */
export const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
/** A decimal of an answer that may be unknown yet; the screen shows `--`. */
export const decimalOrNull = decimal.nullable();
export const flag = z.literal([0, 1]);
/** Epoch milliseconds, UTC. */
export const timeMs = z.int().min(0);
export const id = z.int().min(1);

/** The text of a decimal of a request. A JSON number is the decimal that it writes: 5.5e-7 is '0.00000055'. */
export function decimalTextIn(answer?: string) {
  return z.union([z.string(), z.number().transform(decimalOfNumber)], answer).pipe(z.string());
}

/** Money of a request: at most 8 decimals, as a string without exponent. The sign is allowed so that the range answers. */
export const moneyIn = decimalTextIn().pipe(z.string().regex(/^-?\d{1,15}(\.\d{1,8})?$/));
/** A price, percent or factor of a request: as money, up to 18 decimals. */
export const decimalIn = decimalTextIn().pipe(z.string().regex(/^-?\d{1,15}(\.\d{1,18})?$/));
const wholeNumber = z.coerce.number<number | string>().int();

/**
 * A whole number of a request: a JSON number, or its plain digits as forms and queries send them. Nothing else is taken
 * for one: no true, no list, no hexadecimal, no exponent.
 */
export function wholeIn<S extends z.ZodType<unknown, number | string>>(
  range: (number: typeof wholeNumber) => S,
  answer?: string,
) {
  const number = answer === undefined ? wholeNumber : z.coerce.number<number | string>(answer).int(answer);
  return z.union([z.number(), z.string().regex(/^-?\d+$/, answer)], answer).pipe(range(number));
}

export const countIn = wholeIn((number) => number);
/** Flags, ids and times of a query, where every value arrives as text; a body sends `flag` and `id` themselves. */
export const flagIn = wholeIn((number) => number.pipe(z.literal([0, 1])));
export const idIn = wholeIn((number) => number.min(1));
export const timeMsIn = wholeIn((number) => number.min(0));

export const exchangeCode = z.string().min(1).max(20);
export const marketKind = z.enum(['spot', 'futures']);
/** `BTC/USDT`. A malformed one is an invalid pair. */
export const symbolIn = z.string().regex(pairName, answersWith(codes.pair_invalid));
export const timeframes = ['1m', '5m', '15m', '1h', '4h', '1d'] as const;
export const timeframe = z.enum(timeframes);
export type Timeframe = (typeof timeframes)[number];

/** Made by the client for one intended action and kept for its retries. */
export const requestId = z.uuid();

const pageNumber = idIn.default(1);

/** `page_size` above 100 is taken as 100. */
function pageSize(defaultSize: number) {
  return wholeIn((number) => number.min(1).overwrite((size) => Math.min(size, 100))).default(defaultSize);
}

/** The two query fields of a paged call. */
export function pageQuery(defaultSize = 10) {
  return { page: pageNumber, page_size: pageSize(defaultSize) };
}

/** The answer of a paged call. A page beyond the end is an empty list. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ list: z.array(item), total: z.int(), page: z.int(), page_size: z.int(), has_more: flag });
}

/** A code from an e-mail of ours. */
export const emailCodeIn = z
  .string(answersWith(codes.email_code_wrong))
  .trim()
  .regex(/^\d{6}$/, answersWith(codes.email_code_wrong));
/** What ties a mailed code to who asked for it, as the answer to the asking gave it. */
export const resetTicketIn = z
  .string(answersWith(codes.email_code_wrong))
  .regex(/^[A-Za-z0-9_-]{43}$/, answersWith(codes.email_code_wrong));

/** A wallet address of a request: 0x and 40 hex digits, whatever their case. Anything else is an invalid address. */
export const walletAddressIn = z
  .string(answersWith(codes.address_invalid))
  .trim()
  .regex(/^0x[0-9a-fA-F]{40}$/, answersWith(codes.address_invalid));
/** A wallet's signature: hex, 65 bytes from a key, longer from a contract. Anything else is no signature. */
export const walletSignatureIn = z
  .string(answersWith(codes.wallet_sign_failed))
  .trim()
  .regex(/^0x([0-9a-fA-F]{2}){64,2048}$/, answersWith(codes.wallet_sign_failed));

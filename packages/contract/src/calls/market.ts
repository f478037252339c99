// Calls about markets: exchanges, bot categories, symbols, quotes, candles. All can be asked signed out.

import { coinName } from '@cormorant/core/market/coin-name.ts';
import * as z from 'zod';
import { defineCall } from '../call.ts';
import * as codes from '../codes.ts';
import { botType } from '../entities/bot-type.ts';
import { candle, exchange, quote } from '../entities/market.ts';
import { listedSymbol } from '../entities/triangle.ts';
import {
  answersWith,
  exchangeCode,
  flagIn,
  marketKind,
  symbolIn,
  timeframe,
  timeMs,
  timeMsIn,
  wholeIn,
} from '../wire.ts';

export const marketExchanges = defineCall({
  name: 'marketExchanges',
  method: 'GET',
  path: '/api/market/exchanges',
  summary: 'Exchanges and the addresses to allow there',
  access: 'public-user',
  data: z.object({ exchanges: z.array(exchange), ips: z.array(z.string()) }),
  errors: [],
  acts: false,
  rateClass: 'market',
  idempotency: 'none',
  autoToast: true,
});

export const marketBotTypes = defineCall({
  name: 'marketBotTypes',
  method: 'GET',
  path: '/api/market/botTypes',
  summary: 'Bot categories with the fields of their editors, in the caller’s language',
  access: 'public-user',
  data: z.object({ list: z.array(botType) }),
  errors: [],
  acts: false,
  rateClass: 'market',
  idempotency: 'none',
  autoToast: true,
});

export const marketSymbols = defineCall({
  name: 'marketSymbols',
  method: 'GET',
  path: '/api/market/symbols',
  summary:
    'Symbols of an exchange by 24-hour volume; closes (`history`) stand at every row of the local exchange and at the first twelve of a real one, those of any other at its name (`symbol`)',
  access: 'public-user',
  query: z.object({
    exchange: exchangeCode,
    latest: flagIn.default(0),
    indicator: flagIn.default(0),
    /** So many closes; only the first dozen rows of the answer have them, because each is a question to the exchange. */
    history: wholeIn((number) => number.min(0).max(200)).default(0),
    timeframe: timeframe.default('1m'),
    market: z.enum(['spot', 'futures', 'all']).default('all'),
    symbol: z.string().max(40).optional(),
    keyword: z.string().trim().max(40).optional(),
    /** The worst moves of the last year; only where `symbol` names one pair, because they are a year of candles each. */
    worst: flagIn.default(0),
    /** The triangle through this coin and its chances of seven days; only where `symbol` names one spot pair. */
    via: z.string().regex(coinName).optional(),
  }),
  data: z.object({ list: z.array(listedSymbol), timeframe, updated_at: timeMs }),
  errors: [codes.exchange_unsupported, codes.exchange_busy],
  acts: false,
  rateClass: 'market',
  idempotency: 'none',
  autoToast: true,
});

export const marketPrice = defineCall({
  name: 'marketPrice',
  method: 'GET',
  path: '/api/market/price',
  summary: 'Last prices of up to 50 keys `exchange:market:BTC/USDT`, comma separated; unknown keys are left out',
  access: 'public',
  query: z.object({
    symbols: z
      .string()
      .max(4000)
      .transform((text) => text.split(',').flatMap((key) => key.trim() || []))
      .pipe(z.array(z.string()).min(1, answersWith(codes.field_required)).max(50)),
  }),
  data: z.object({ list: z.array(quote) }),
  errors: [],
  acts: false,
  poll: true,
  rateClass: 'market',
  idempotency: 'none',
  autoToast: true,
});

export const marketCandles = defineCall({
  name: 'marketCandles',
  method: 'GET',
  path: '/api/market/candles',
  summary: 'Candles, oldest first; the last may be forming',
  access: 'public-user',
  query: z.object({
    exchange: exchangeCode,
    market: marketKind.default('spot'),
    symbol: symbolIn,
    timeframe: timeframe.default('1m'),
    limit: wholeIn((number) => number.min(1).max(500)).default(300),
    /** Only candles opened before this time. */
    end: timeMsIn.optional(),
  }),
  data: z.object({ list: z.array(candle), symbol: z.string(), timeframe, updated_at: timeMs }),
  errors: [codes.exchange_unsupported, codes.exchange_busy, codes.pair_invalid],
  acts: false,
  rateClass: 'market',
  idempotency: 'none',
  autoToast: true,
  extension: true,
});

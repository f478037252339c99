// What OKX says, checked before it is believed: a row that does not fit is a broken answer. Figures are decimal strings, and
// '' where there is none.
import * as z from 'zod';
import type { PositionSide, VenueFill, VenueOrder } from '../../../ports/venue.ts';
import { isBelowZero, minus, trimmed } from '../shared/exact-json.ts';
import { decimal, timeMs, wholeNumber } from '../shared/row-fields.ts';
import { timedFillId } from '../shared/timed-ids.ts';
import { noneUnlessTold } from '../shared/told-figures.ts';
import { okxCidOf } from './symbols.ts';

const orNone = z.union([decimal, z.literal('')]);
const side = z.enum(['buy', 'sell']);
const posSide = z.enum(['net', 'long', 'short', '']).transform((text): PositionSide => text || 'net');

export const instrumentRows = z.array(
  z.object({
    instType: z.string(),
    instId: z.string().min(1),
    baseCcy: z.string(),
    quoteCcy: z.string(),
    settleCcy: z.string(),
    ctType: z.string(),
    ctVal: orNone,
    tickSz: orNone,
    lotSz: orNone,
    minSz: orNone,
    maxLmtSz: orNone,
    maxMktSz: orNone,
    maxLmtAmt: orNone.default(''),
    maxMktAmt: orNone.default(''),
    state: z.string(),
    instFamily: z.string().default(''),
  }),
);
export type InstrumentRow = z.infer<typeof instrumentRows>[number];

export const tierRows = z.array(z.object({ instFamily: z.string(), minSz: decimal, mmr: decimal, maxLever: decimal }));
export type TierRow = z.infer<typeof tierRows>[number];

export const tickerRows = z.array(
  z.object({
    instId: z.string(),
    last: decimal,
    open24h: decimal,
    high24h: decimal,
    low24h: decimal,
    volCcy24h: decimal,
    ts: timeMs,
  }),
);
export const markRows = z.array(z.object({ instId: z.string(), markPx: decimal, ts: timeMs }));
/** Empty where nothing is bounded. */
export const priceLimitRows = z.tuple([
  z.object({ buyLmt: orNone.default(''), sellLmt: orNone.default(''), enabled: z.boolean().default(true) }),
]);
export const fundingRows = z.array(z.object({ instId: z.string(), fundingRate: decimal, fundingTime: timeMs }));
export const rateRows = z.array(
  z.object({ fundingRate: decimal, realizedRate: orNone.optional(), fundingTime: timeMs }),
);
export const candleRows = z.array(z.tuple([timeMs, decimal, decimal, decimal, decimal, decimal]).rest(z.unknown()));
export const tradeRow = z.object({ instId: z.string(), tradeId: wholeNumber, px: decimal, ts: timeMs });
export const tradeRows = z.array(tradeRow);
const level = z.tuple([decimal, decimal]).rest(z.unknown());
export const bookRows = z.tuple([z.object({ asks: z.array(level), bids: z.array(level) })]);

export const orderRow = z.object({
  instId: z.string(),
  ordId: wholeNumber,
  clOrdId: z.string(),
  side,
  posSide,
  ordType: z.string(),
  px: orNone,
  sz: decimal,
  accFillSz: decimal,
  state: z.string(),
  reduceOnly: z.string(),
  tgtCcy: z.string().default(''),
  cancelSource: z.string().default(''),
  cTime: timeMs,
});
export const orderRows = z.array(orderRow);
export type OrderRow = z.infer<typeof orderRow>;

/** Of a trade, as reading and the stream tell it. */
export const fillRow = z.object({
  instId: z.string(),
  ordId: wholeNumber,
  clOrdId: z.string(),
  tradeId: wholeNumber,
  side,
  posSide,
  fillPx: decimal,
  fillSz: decimal,
  fillTime: timeMs,
  fee: decimal,
  feeCcy: z.string().min(1),
  execType: z.string(),
  billId: wholeNumber.optional(),
  subType: z.string().optional(),
  category: z.string().optional(),
});
export const fillRows = z.array(fillRow);
export type FillRow = z.infer<typeof fillRow>;

export const receiptRows = z.array(
  z.object({ clOrdId: z.string(), ordId: z.string(), sCode: z.string(), sMsg: z.string(), ts: timeMs.optional() }),
);

export const balanceRows = z.tuple([
  z.object({
    details: z.array(
      z.object({
        ccy: z.string().min(1),
        availBal: orNone,
        frozenBal: orNone,
        availEq: orNone,
        imr: orNone,
        isoEq: orNone,
      }),
    ),
  }),
]);
export const positionRows = z.array(
  z.object({
    instId: z.string(),
    instType: z.string(),
    mgnMode: z.enum(['isolated', 'cross']),
    posSide,
    pos: decimal,
    avgPx: orNone,
    markPx: orNone,
    liqPx: orNone,
    margin: orNone,
    upl: orNone,
    lever: z.string(),
  }),
);
/** The balance with it is never empty: it proves that an empty list of positions is one. */
export const riskRows = z.tuple([
  z.object({ balData: z.array(z.unknown()).min(1), posData: z.array(z.object({ instId: z.string(), pos: decimal })) }),
]);
export const configRows = z.tuple([z.object({ posMode: z.enum(['net_mode', 'long_short_mode']), acctLv: z.string() })]);
export const billRows = z.array(
  z.object({
    billId: wholeNumber,
    subType: z.string(),
    balChg: decimal,
    ts: timeMs,
    px: orNone.default(''),
    instId: z.string(),
  }),
);

/** As a reason to be cancelled: it was to wait for takers only, and would have taken. */
export const WOULD_TAKE = '31';

/** The same: it would have traded with another order of its account. */
const MET_ITSELF = '32';

const ENDED = new Set(['canceled', 'mmp_canceled']);

/** A status we have no word for is one that still may trade: nobody is told that it ended. */
function statusOf(state: string): VenueOrder['status'] {
  if (state === 'filled') return 'filled';
  return ENDED.has(state) ? 'cancelled' : 'open';
}

function tifOf(ordType: string): VenueOrder['tif'] {
  if (ordType === 'post_only') return 'post';
  return ordType === 'limit' ? 'gtc' : 'ioc';
}

/** `coins`: of a size that is counted as the instrument counts. */
export type CoinsOf = (size: string) => string;

export function okxOrderOf(symbol: string, row: OrderRow, coins: CoinsOf): VenueOrder {
  const isMarket = row.ordType === 'market';
  const filled = coins(row.accFillSz);
  // One by its cost is none of ours: its size in coin is what has traded.
  const qty = row.tgtCcy === 'quote_ccy' ? filled : coins(row.sz);
  return {
    ...{ cid: okxCidOf(row.clOrdId, row.ordId), symbol, side: row.side, type: isMarket ? 'market' : 'limit' },
    ...{ tif: tifOf(row.ordType), price: isMarket ? '0' : noneUnlessTold(row.px), qty, filled },
    ...{ status: statusOf(row.state), createdAtMs: row.cTime },
    ...(symbol.includes(':') && { positionSide: row.posSide, reduceOnly: row.reduceOnly === 'true' }),
    ...(row.cancelSource === MET_ITSELF && { selfTrade: true }),
  };
}

/** Of trades by force, as bills name them. */
const FORCED = /^(10[0-7]|12[5-8])$/;
const FORCED_CATEGORY = new Set(['full_liquidation', 'partial_liquidation', 'adl']);

export function okxFillOf(symbol: string, row: FillRow, coins: CoinsOf): VenueFill {
  const isForced = FORCED.test(row.subType ?? '') || FORCED_CATEGORY.has(row.category ?? '');
  const price = trimmed(row.fillPx);
  const place = { atMs: row.fillTime, number: BigInt(row.tradeId), isSale: row.side === 'sell' };
  return {
    id: timedFillId(row.instId, place),
    cid: okxCidOf(row.clOrdId, row.ordId),
    ...{ symbol, side: row.side, price, last: price, qty: coins(row.fillSz) },
    // What is paid is negative there.
    fee: isBelowZero(row.fee) ? minus('0', row.fee) : trimmed(row.fee) === '0' ? '0' : `-${trimmed(row.fee)}`,
    ...{ feeAsset: row.feeCcy, maker: row.execType === 'M', atMs: row.fillTime },
    ...{ positionSide: row.posSide, liquidation: isForced },
  };
}

// What OKX says, checked before it is believed: a row that does not fit is a broken answer. Figures are decimal strings, and
// '' where there is none.
import * as z from 'zod';
import type { PositionSide, VenueFill, VenueOrder } from '../../../ports/venue.ts';
import { isBelowZero, minus, trimmed } from '../shared/exact-json.ts';
import { decimal, timeMs, wholeNumber } from '../shared/row-fields.ts';
import { timedFillId } from '../shared/timed-ids.ts';
import { needed } from '../shared/told-figures.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';
import { okxCidOf } from './symbols.ts';

const orNone = z.union([decimal, z.literal('')]);
const side = z.enum(['buy', 'sell']);
const text = z.string().min(1);
const posSide = z.enum(['net', 'long', 'short', '']);

const instrumentRow = z.object({
  ...{ instType: text, instId: text, settleCcy: z.string(), ctType: z.string(), instFamily: z.string(), state: text },
  ...{ ctVal: orNone, tickSz: orNone, lotSz: orNone, minSz: orNone, maxLmtSz: orNone, maxMktSz: orNone },
  ...{ maxLmtAmt: orNone, maxMktAmt: orNone },
});
export type InstrumentRow = z.infer<typeof instrumentRow>;
/** Of one that is not open yet little more than its name may be told: it is none yet. */
const unopened = z.object({ instId: text, state: z.literal('preopen') }).transform(() => null);
export const instrumentRows = z
  .array(z.union([unopened, instrumentRow]))
  .transform((rows) => rows.filter((row): row is InstrumentRow => row !== null));

export const tierRows = z.array(z.object({ instFamily: text, minSz: decimal, mmr: decimal, maxLever: decimal }));
export type TierRow = z.infer<typeof tierRows>[number];

export const tickerRows = z.array(
  z.object({
    ...{ instId: text, last: orNone, open24h: orNone, high24h: orNone, low24h: orNone, volCcy24h: orNone },
    ts: timeMs,
  }),
);
export const markRows = z.array(z.object({ instId: text, markPx: decimal, ts: timeMs }));
/** Empty where nothing is bounded. */
export const priceLimitRows = z.tuple([
  z.object({ buyLmt: orNone.default(''), sellLmt: orNone.default(''), enabled: z.boolean().default(true) }),
]);
/** Of one that is not open yet none is told. */
export const fundingRows = z.array(
  z.object({ instId: text, fundingRate: orNone, fundingTime: z.union([timeMs, z.literal('')]) }),
);
export const rateRows = z.array(
  z.object({ fundingRate: decimal, realizedRate: orNone.optional(), fundingTime: timeMs }),
);
export const candleRows = z.array(z.tuple([timeMs, decimal, decimal, decimal, decimal, decimal]).rest(z.unknown()));
export const tradeRow = z.object({ instId: text, tradeId: wholeNumber, px: decimal, ts: timeMs });
export const tradeRows = z.array(tradeRow);
const level = z.tuple([decimal, decimal]).rest(z.unknown());
export const bookRows = z.tuple([z.object({ asks: z.array(level), bids: z.array(level) })]);

export const orderRow = z.object({
  ...{ instId: text, ordId: wholeNumber, clOrdId: z.string(), side, posSide, ordType: text, px: orNone, sz: decimal },
  ...{ accFillSz: decimal, state: text, reduceOnly: z.enum(['true', 'false', '']), tgtCcy: z.string() },
  ...{ cancelSource: z.string(), cTime: timeMs },
});
export const orderRows = z.array(orderRow);
export type OrderRow = z.infer<typeof orderRow>;

const trade = {
  ...{ instId: text, ordId: wholeNumber, clOrdId: z.string(), tradeId: wholeNumber, side, posSide, fillPx: decimal },
  ...{ fillSz: decimal, fillTime: timeMs, fee: decimal, feeCcy: text, execType: z.string() },
};
/** Of a trade: what made it is told by its bill where it is read, and by its order's category on the stream. */
const readFillRow = z.object({ ...trade, billId: wholeNumber, subType: text });
export const heardFillRow = z.object({ ...trade, category: text });
export const fillRows = z.array(readFillRow);
export type FillRow = z.infer<typeof readFillRow>;
type HeardFillRow = z.infer<typeof heardFillRow>;

export const receiptRows = z.array(
  z.object({ clOrdId: z.string(), ordId: z.string(), sCode: z.string(), sMsg: z.string(), ts: timeMs.optional() }),
);

export const balanceRows = z.tuple([
  z.object({
    details: z.array(
      z.object({
        ccy: text,
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
    instId: text,
    instType: z.string(),
    mgnMode: z.enum(['isolated', 'cross']),
    posSide: z.enum(['net', 'long', 'short']),
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
export const configRows = z.tuple([
  z.object({ posMode: z.enum(['net_mode', 'long_short_mode']), acctLv: z.enum(['1', '2', '3', '4']) }),
]);
export const billRows = z.array(
  z.object({
    billId: wholeNumber,
    subType: z.string(),
    balChg: decimal,
    ts: timeMs,
    px: orNone.default(''),
    instId: text,
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

/** Of spot there is none; of a contract one that is not told is not known. */
function sideOf(symbol: string, told: PositionSide | ''): PositionSide {
  if (!symbol.includes(':')) return 'net';
  if (told === '') throw new ExchangeUnreadable('posSide: not told', null);
  return told;
}

const AT_MARKET = new Set(['market', 'optimal_limit_ioc']);
const UNITS = new Set(['base_ccy', 'quote_ccy']);

/** Throws ExchangeUnreadable where a figure that it needs is not told. */
export function okxOrderOf(symbol: string, row: OrderRow, coins: CoinsOf): VenueOrder {
  const isMarket = AT_MARKET.has(row.ordType);
  const isContract = symbol.includes(':');
  const filled = coins(row.accFillSz);
  // A purchase of spot at market is by its cost unless it says otherwise.
  if (isMarket && !isContract && row.side === 'buy' && !UNITS.has(row.tgtCcy))
    throw new ExchangeUnreadable('tgtCcy: not told', null);
  // One by its cost is none of ours: its size in coin is what has traded.
  const qty = row.tgtCcy === 'quote_ccy' ? filled : coins(row.sz);
  return {
    ...{ cid: okxCidOf(row.clOrdId, row.ordId), symbol, side: row.side, type: isMarket ? 'market' : 'limit' },
    ...{ tif: tifOf(row.ordType), price: isMarket ? '0' : needed(row.px, 'px'), qty, filled },
    ...{ status: statusOf(row.state), createdAtMs: row.cTime },
    ...(isContract && { positionSide: sideOf(symbol, row.posSide), reduceOnly: row.reduceOnly === 'true' }),
    ...(row.cancelSource === MET_ITSELF && { selfTrade: true }),
  };
}

/** Of trades by force, as bills name them. */
const FORCED = /^(10[0-7]|12[5-8])$/;
const FORCED_CATEGORY = new Set(['full_liquidation', 'partial_liquidation', 'adl']);

/** Throws ExchangeUnreadable where a figure that it needs is not told. */
export function okxFillOf(symbol: string, row: FillRow | HeardFillRow, coins: CoinsOf): VenueFill {
  const isForced = 'subType' in row ? FORCED.test(row.subType) : FORCED_CATEGORY.has(row.category);
  const price = trimmed(row.fillPx);
  const place = { atMs: row.fillTime, number: BigInt(row.tradeId), isSale: row.side === 'sell' };
  return {
    id: timedFillId(row.instId, place),
    cid: okxCidOf(row.clOrdId, row.ordId),
    ...{ symbol, side: row.side, price, last: price, qty: coins(row.fillSz) },
    // What is paid is negative there.
    fee: isBelowZero(row.fee) ? minus('0', row.fee) : trimmed(row.fee) === '0' ? '0' : `-${trimmed(row.fee)}`,
    ...{ feeAsset: row.feeCcy, maker: row.execType === 'M', atMs: row.fillTime },
    ...{ positionSide: sideOf(symbol, row.posSide), liquidation: isForced },
  };
}

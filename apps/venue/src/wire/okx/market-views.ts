// The market as the OKX wire writes it: instruments, tickers, candles, trades, depth, marks, funding and the tiers of margin.
import { formatPrice } from '@cormorant/core/market/conversions.ts';
import { termsOf } from '@cormorant/core/market/margin.ts';
import { formatScaled } from '@cormorant/core/money/decimal-text.ts';
import type { BookLevel } from '@cormorant/core/venue/open-book.ts';
import { MAX_NOTIONAL } from '../../exchange/filters.ts';
import { type ContractDesk, isTrading, type SymbolDesk } from '../../exchange/symbol-desk.ts';
import { type CandleRow, dayFiguresOf } from '../../market/candles.ts';
import type { PublicTrade } from '../../store/records.ts';
import { priceLimits } from '../price-limits.ts';
import { contractValue, familyOf, instIdOf, instTypeOf, sizeText, tierSize } from './instruments.ts';

const PPM_DECIMALS = 6;
const RATE_DECIMALS = 8;
const DEPTH = 400;
/** What it told of its largest perpetual contract; of a spot pair it is the same here. */
export const PRICE_LIMIT_PERCENT = 2;

export function instrumentView(desk: SymbolDesk) {
  const { instrument, filters, contract, tape } = desk;
  const { base, quote } = instrument;
  return {
    ...{
      instType: instTypeOf(desk),
      instId: instIdOf(desk),
      category: '1',
      alias: '',
      optType: '',
      stk: '',
      expTime: '',
    },
    ...(contract === null
      ? { uly: '', instFamily: '', baseCcy: base, quoteCcy: quote, settleCcy: '', ctType: '', ctMult: '', ctValCcy: '' }
      : {
          ...{ uly: familyOf(desk), instFamily: familyOf(desk), baseCcy: '', quoteCcy: '', settleCcy: quote },
          ...{ ctType: 'linear', ctMult: '1', ctValCcy: base },
        }),
    ctVal: contractValue(desk),
    lever: contract === null ? '' : String(termsOf(instrument).brackets[0]?.maxLeverage ?? 1),
    tickSz: formatPrice(instrument, filters.tickTicks),
    lotSz: sizeText(desk, filters.stepLots),
    minSz: sizeText(desk, filters.minQtyLots),
    maxLmtSz: sizeText(desk, filters.maxQtyLots),
    // Of spot it is told in quote, and there is none here.
    maxMktSz: contract === null ? '' : sizeText(desk, filters.maxMarketLots),
    ...(contract === null ? { maxLmtAmt: String(MAX_NOTIONAL), maxMktAmt: '' } : { maxLmtAmt: '', maxMktAmt: '' }),
    listTime: String(tape.startMs),
    state: isTrading(desk) ? 'live' : 'suspend',
    ruleType: 'normal',
  };
}

/** Before the first price there is none, and its figures are empty. */
export function priceLimitView(desk: SymbolDesk) {
  const { instrument, tape } = desk;
  const limits = priceLimits(desk, PRICE_LIMIT_PERCENT);
  const price = (ticks: number | undefined) => (ticks === undefined ? '' : formatPrice(instrument, ticks));
  return {
    ...{ instType: instTypeOf(desk), instId: instIdOf(desk), enabled: limits !== null },
    ...{ buyLmt: price(limits?.mostTicks), sellLmt: price(limits?.leastTicks), ts: String(tape.lastAtMs) },
  };
}

/** Null before the first print. */
export function tickerView(desk: SymbolDesk) {
  const { instrument, tape } = desk;
  const day = dayFiguresOf(tape);
  if (day === null) return null;
  const price = (ticks: number) => formatPrice(instrument, ticks);
  const { bids, asks } = depthOf(desk);
  const [bid, ask] = [levelTexts(desk, bids[0]), levelTexts(desk, asks[0])];
  return {
    ...{ instType: instTypeOf(desk), instId: instIdOf(desk), last: price(tape.lastTicks), lastSz: '0' },
    ...{ askPx: ask[0], askSz: ask[1], bidPx: bid[0], bidSz: bid[1] },
    ...{ open24h: price(day.openTicks), high24h: price(day.highTicks), low24h: price(day.lowTicks) },
    vol24h: sizeText(desk, day.baseVolumeLots),
    // Of contracts in coin, of spot in quote.
    volCcy24h:
      desk.contract === null
        ? quoteStatistic(desk, day.quoteVolumeTickLots)
        : (day.baseVolumeLots * (instrument.stepUnits / 10 ** instrument.qtyDecimals)).toFixed(instrument.qtyDecimals),
    ...{ sodUtc0: price(day.openTicks), sodUtc8: price(day.openTicks), ts: String(tape.lastAtMs) },
  };
}

/** The best first. */
export function depthOf({ strangers }: SymbolDesk): { bids: readonly BookLevel[]; asks: readonly BookLevel[] } {
  const { bids, asks } = strangers.book.depth();
  return { bids: bids.slice(0, DEPTH), asks: asks.slice(0, DEPTH) };
}

/** [price, size, 0, orders] */
export function levelView(desk: SymbolDesk, { priceTicks, qtyLots }: BookLevel): [string, string, string, string] {
  return [formatPrice(desk.instrument, priceTicks), sizeText(desk, qtyLots), '0', qtyLots === 0 ? '0' : '1'];
}

function levelTexts(desk: SymbolDesk, level: BookLevel | undefined): readonly string[] {
  return level === undefined ? ['', ''] : levelView(desk, level);
}

/** `isClosed`: nothing more will be added to it. */
export function candleView(desk: SymbolDesk, row: CandleRow, isClosed: boolean): string[] {
  const { instrument } = desk;
  const price = (ticks: number) => formatPrice(instrument, ticks);
  const quote = quoteStatistic(desk, row.close * row.volume);
  const coins = (row.volume * (instrument.stepUnits / 10 ** instrument.qtyDecimals)).toFixed(instrument.qtyDecimals);
  return [
    ...[String(row.atMs), price(row.open), price(row.high), price(row.low), price(row.close)],
    ...[sizeText(desk, row.volume), desk.contract === null ? quote : coins, quote, isClosed ? '1' : '0'],
  ];
}

export function tradeView(desk: SymbolDesk, trade: PublicTrade) {
  return {
    ...{ instId: instIdOf(desk), tradeId: String(trade.id), px: formatPrice(desk.instrument, trade.priceTicks) },
    ...{ sz: sizeText(desk, trade.qtyLots), side: trade.buyerIsMaker ? 'sell' : 'buy', ts: String(trade.atMs) },
    count: '1',
  };
}

export function markView(desk: SymbolDesk, markTicks: number) {
  const { instrument, tape } = desk;
  return {
    ...{ instType: 'SWAP', instId: instIdOf(desk), markPx: formatPrice(instrument, markTicks) },
    ts: String(tape.lastAtMs),
  };
}

export function fundingRateView(desk: SymbolDesk) {
  const { tape, contract, instrument } = desk;
  const { feed } = contract as ContractDesk;
  const next = feed.nextSettlementMs(tape.lastAtMs);
  const rateE8 = next === null ? null : feed.rateE8(next, tape.lastAtMs);
  return {
    ...{ instType: 'SWAP', instId: instIdOf(desk), method: 'current_period', formulaType: 'noRate' },
    ...{ fundingRate: formatScaled(rateE8 ?? 0, RATE_DECIMALS, true), fundingTime: String(next ?? 0) },
    ...{ nextFundingRate: '', nextFundingTime: String((next ?? 0) + termsOf(instrument).fundingIntervalMs) },
    ts: String(tape.lastAtMs),
  };
}

/** Newest first, as all lists here. */
export function fundingHistory(desk: SymbolDesk, afterMs: number, beforeMs: number, limit: number) {
  const { tape, contract } = desk;
  const { feed } = contract as ContractDesk;
  const settled = feed.settlements(Math.max(tape.startMs, beforeMs) - 1, Math.min(tape.lastAtMs, afterMs - 1));
  const known = settled.flatMap((atMs) => {
    const rateE8 = feed.rateE8(atMs, atMs);
    return rateE8 === null || atMs <= beforeMs ? [] : [{ atMs, rate: formatScaled(rateE8, RATE_DECIMALS, true) }];
  });
  return known
    .reverse()
    .slice(0, limit)
    .map(({ atMs, rate }) => ({
      ...{ instType: 'SWAP', instId: instIdOf(desk), fundingRate: rate, realizedRate: rate },
      ...{ fundingTime: String(atMs), method: 'current_period', formulaType: 'noRate' },
    }));
}

/** Sizes in contracts at the mark as it stands; the rates are those of the notional. */
export function tierViews(desk: SymbolDesk) {
  const { instrument, contract } = desk;
  const { brackets } = termsOf(instrument);
  const { markTicks } = (contract as ContractDesk).venue;
  const largest = sizeText(desk, instrument.maxQtyLots);
  return brackets.map(({ floorAtoms, maxLeverage, maintenancePpm }, at) => {
    const next = brackets[at + 1];
    return {
      ...{ instFamily: familyOf(desk), uly: familyOf(desk), instId: '', tier: String(at + 1) },
      minSz: tierSize(desk, floorAtoms, markTicks),
      maxSz: next === undefined ? largest : tierSize(desk, next.floorAtoms, markTicks),
      ...{ mmr: formatScaled(maintenancePpm, PPM_DECIMALS, true), imr: (1 / maxLeverage).toFixed(6) },
      ...{ maxLever: String(maxLeverage), optMgnFactor: '0', quoteMaxLoan: '', baseMaxLoan: '' },
    };
  });
}

/** Of a day or a minute, never an amount of anybody's. */
function quoteStatistic({ instrument }: SymbolDesk, tickLots: number): string {
  return ((tickLots * instrument.quoteAtomsPerTickLot) / 10 ** instrument.quoteScale).toFixed(3);
}

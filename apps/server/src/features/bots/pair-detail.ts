// A result of a bot of several legs, opened: what each leg settled and traded, and the sum of all. Legs that only passed
// coin on settled nothing. What was bought and sold is counted over the legs that trade for the coin the bot counts in.
import type { BillDetail } from '@cormorant/contract/entities/bill.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import { makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import { format18, parse18, times18 } from '@cormorant/core/money/amount-e18.ts';
import type { LegTrade, PairStory, SettlementRow, SettlementStory } from '../../ports/bill-store.ts';
import { settlementView } from './bill-view.ts';
import { legOf } from './leg-name.ts';

type Leg = PairStory['legs'][number];

const total = (amounts: readonly bigint[]) => amounts.reduce((all, amount) => all + amount, 0n);

function worth({ price, qty }: LegTrade): bigint {
  return times18(parse18(qty), parse18(price));
}

/** In quote, at the trade's own price. */
function feeOf({ fee, feeAsset, price }: LegTrade, base: string): bigint {
  return feeAsset === base ? times18(parse18(fee), parse18(price)) : parse18(fee);
}

function movedBy(trades: readonly LegTrade[], side: 'buy' | 'sell'): bigint {
  return total(trades.filter((trade) => trade.side === side).map(worth));
}

function sumOf(rows: readonly SettlementRow[]) {
  const of = (key: 'gross' | 'fee' | 'funding' | 'net') => total(rows.map((row) => parse18(row[key])));
  return { gross: of('gross'), fee: of('fee'), funding: of('funding'), net: of('net') };
}

export function pairDetailOf(
  { row, fillNo }: SettlementStory,
  pair: PairStory,
  mostTrades: number,
  lang: Lang,
): Omit<BillDetail, 'fundings'> {
  const { legs, rows, trades } = pair;
  const instruments = new Map(legs.map(({ leg, symbolRules }) => [leg, makeInstrument(symbolRules)]));
  const instrumentOf = (leg: number) => instruments.get(leg)!;
  const home = instrumentOf(0);
  const ofLeg = (leg: number) => trades.filter((trade) => trade.leg === leg);
  const atHome = trades.filter(({ leg }) => instrumentOf(leg).quote === home.quote);
  const inHome = (amount: bigint) => format18(amount, home.quoteScale);
  const [bought, sold] = [movedBy(atHome, 'buy'), movedBy(atHome, 'sell')];
  const fees = total(atHome.map((trade) => feeOf(trade, instrumentOf(trade.leg).base)));
  const sum = sumOf(rows);
  return {
    settlement: settlementView(row, lang),
    fills: trades.map((trade) => fillView(trade, legs[trade.leg]!, instrumentOf(trade.leg))),
    legs: legs.map(({ leg, market, symbol }) => {
      const own = rows.find((one) => one.leg === leg);
      const { quoteScale } = instrumentOf(leg);
      return {
        ...{ leg: legOf(leg), market, symbol },
        settlement: own === undefined ? null : settlementView(own, lang),
        bought: format18(movedBy(ofLeg(leg), 'buy'), quoteScale),
        sold: format18(movedBy(ofLeg(leg), 'sell'), quoteScale),
      };
    }),
    total: {
      ...{ gross: format18(sum.gross), fee: format18(sum.fee) },
      ...{ funding: format18(sum.funding), profit: format18(sum.net) },
    },
    sums: {
      ...{ bought: inHome(bought), sold: inHome(sold), fees: inHome(fees) },
      value_rest: inHome(sum.gross - sold + bought),
      fee_rest: inHome(sum.fee - fees),
    },
    adds_up: sum.gross - sum.fee + sum.funding === sum.net ? 1 : 0,
    complete: fillNo !== null && trades.length > 0 && trades.length < mostTrades ? 1 : 0,
  };
}

function fillView(
  trade: LegTrade,
  { direction, symbol }: Leg,
  { base, quoteScale }: ReturnType<typeof makeInstrument>,
): BillDetail['fills'][number] {
  const { leg, marketMs, price, purpose, qty, side } = trade;
  return {
    leg: (side === 'buy') === (direction === 'long') ? 'entry' : 'exit',
    ...{ of: legOf(leg), symbol, side, price, qty, purpose, at: marketMs },
    part_qty: qty,
    part_value: format18(worth(trade), quoteScale),
    part_fee: format18(feeOf(trade, base), quoteScale),
  };
}

// One realised result opened into the trades, fees and funding it is made of. The bill's own figures are the truth; the
// listed trades explain them, and what they leave unexplained (fees taken in coin, remainders) is said as a figure.
import type { userBillDetail } from '@cormorant/contract/calls/bills.ts';
import * as codes from '@cormorant/contract/codes.ts';
import type { BillDetail } from '@cormorant/contract/entities/bill.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import { makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import { format18, parse18, times18 } from '@cormorant/core/money/amount-e18.ts';
import type { BillStore, FundedRow, NumberedFill, SettlementStory } from '../../ports/bill-store.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { Handler } from '../handler.ts';
import { settlementView } from './bill-view.ts';
import { legOf } from './leg-name.ts';
import { pairDetailOf } from './pair-detail.ts';
import { type LegPart, legsOf, type TradeFee } from './settlement-legs.ts';

/** Further back than this the walk does not look for what opened a result. */
const MOST_FILLS = 5_000;

export function showBillDetail(bills: BillStore): Handler<typeof userBillDetail> {
  return async ({ query }, { userId, lang }) => {
    const story = await bills.story(userId, query.id, MOST_FILLS);
    if (story === null) throw new Refusal(codes.not_found);
    return billDetailOf(story, lang);
  };
}

export function billDetailOf(story: SettlementStory, lang: Lang): BillDetail {
  const { pair } = story;
  const detail = pair === null ? ownDetailOf(story, lang) : pairDetailOf(story, pair, MOST_FILLS, lang);
  return { ...detail, fundings: story.fundings.map(fundingView) };
}

function fundingView({ amount, leg, mark, marketMs, rate }: FundedRow): BillDetail['fundings'][number] {
  const percent = rate === null ? null : format18(parse18(rate) * 100n);
  return { ...(leg === null ? {} : { of: legOf(leg) }), rate: percent, mark, amount, at: marketMs };
}

function ownDetailOf(story: SettlementStory, lang: Lang): Omit<BillDetail, 'fundings'> {
  const { row, fills, settled } = story;
  const { base, quoteScale } = makeInstrument(story.symbolRules);
  const inQuote = (amount: bigint) => parse18(format18(amount, quoteScale));
  const feeOf = ({ fee, feeAsset, price }: NumberedFill): TradeFee => {
    const amount = parse18(fee);
    if (feeAsset !== base) return { quote: amount, coin: 0n };
    return { quote: inQuote(times18(amount, parse18(price))), coin: amount };
  };
  const parts = legsOf(row.id, fills, settled, feeOf);
  const worth = ({ fill, partQty }: LegPart) => inQuote(times18(partQty, parse18(fill.price)));
  const total = (chosen: readonly LegPart[], of: (part: LegPart) => bigint) =>
    chosen.reduce((all, part) => all + of(part), 0n);
  const bought = total(bySide(parts, 'buy'), worth);
  const sold = total(bySide(parts, 'sell'), worth);
  const fees = total(parts, ({ partFee }) => inQuote(partFee));
  const [gross, fee, funding, net] = [row.gross, row.fee, row.funding, row.net].map(parse18) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const closed = total(byLeg(parts, 'exit'), ({ partQty }) => partQty);
  const opened = total(byLeg(parts, 'entry'), ({ partQty }) => partQty);
  const exitsWhole = closed === parse18(row.qty);
  const entriesWhole = opened === closed;
  return {
    settlement: settlementView(row, lang),
    fills: parts.map((part) => ({
      leg: part.leg,
      side: part.fill.side,
      price: part.fill.price,
      qty: part.fill.qty,
      part_qty: format18(part.partQty),
      part_value: format18(worth(part), quoteScale),
      part_fee: format18(part.partFee, quoteScale),
      purpose: part.fill.purpose,
      at: part.fill.marketMs,
    })),
    sums: {
      bought: format18(bought, quoteScale),
      sold: format18(sold, quoteScale),
      fees: format18(fees, quoteScale),
      value_rest: format18(gross - sold + bought, quoteScale),
      fee_rest: format18(fee - fees, quoteScale),
    },
    adds_up: gross - fee + funding === net && (exitsWhole || story.fillNo === null) ? 1 : 0,
    complete: story.fillNo !== null && exitsWhole && entriesWhole ? 1 : 0,
  };
}

function bySide(parts: readonly LegPart[], side: 'buy' | 'sell'): LegPart[] {
  return parts.filter(({ fill }) => fill.side === side);
}

function byLeg(parts: readonly LegPart[], leg: LegPart['leg']): LegPart[] {
  return parts.filter((part) => part.leg === leg);
}

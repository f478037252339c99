// What the engine says of one step, written into a turn as rows: orders under their ids, trades, settlements, and the log
// with the figures that its sentences need. An order has its row and its job here, and nowhere else.

import type { Effects } from '@cormorant/core/engine/bot.ts';
import type { HandTrade } from '@cormorant/core/engine/hand-trade.ts';
import {
  feeAtoms,
  formatPrice,
  formatQty,
  formatQuote,
  lotsToBaseAtoms,
  notionalAtoms,
} from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { mulDiv } from '@cormorant/core/money/mul-div.ts';
import { GUARD_SLOT } from '@cormorant/core/strategy/guard.ts';
import type { LogAction, OwnOrder, Purpose, RefusalReason, Side } from '@cormorant/core/strategy/strategy.ts';
import type { Actor, JsonObject } from '../../ports/bot-record.ts';
import type { TradePurpose } from '../../ports/runner-writes.ts';
import type { VenueFill } from '../../ports/venue.ts';
import type { LastTrade, LiveBot, LiveOrder } from '../bots/live-bot.ts';
import { refusalCodes } from '../orders/refusal-codes.ts';
import { type Share, sharesOf } from './entry-shares.ts';
import { feeOfPart, feeRow } from './fill-fee.ts';
import { noteAdd } from './position-adds.ts';
import { writeTaken } from './record-adopted.ts';
import { writeForced } from './record-forced.ts';
import { logOfEngine } from './record-log.ts';
import type { ActionDraft, Turn } from './turn.ts';

/** The machine itself logs how a round was closed; the orders of the closing are ordinary successes. */
const fillAction: Readonly<Partial<Record<Purpose, LogAction>>> = {
  entry: 'open',
  add: 'add',
  manual_add: 'manual_add',
};

/** Prices that differ by less than one part in so many are one price. */
const SAME_PRICE_PART = 5_000;

/** The fill a step was made for, and what the step tells of it. */
interface Traded {
  readonly slot: number;
  readonly purpose: Purpose;
  readonly priceTicks: number;
  readonly qtyLots: number;
  readonly valueAtoms: number;
  /** Cash that a buy took, and coin it brought. */
  readonly spentAtoms: number;
  readonly gotAtoms: number;
  /** What the pair's coin was bought at, as the settlement has it; 0 = not known. */
  pairTicks: number;
}

/** Writes what the engine says into a turn. One bot at a time; `actor` is whoever caused the step. */
export class StepRecord implements Effects {
  private readonly turn: Turn;
  private readonly live: LiveBot;
  private readonly salt: number;
  private readonly actor: Actor;
  /** The venue's trades that the step was made for: one, the parts of a lot, or those of a forced close. */
  private readonly inHand: readonly VenueFill[];
  private lastFill: ActionDraft | null = null;
  private traded: Traded | null = null;
  private taken = 0;
  /** The closing orders that follow an opening trade. */
  private readonly shares: Share[] = [];
  /** The trade of this step, as a round that ends with it tells of it. */
  trade: LastTrade | null = null;

  constructor(turn: Turn, live: LiveBot, salt: number, actor: Actor, inHand: readonly VenueFill[] = []) {
    this.turn = turn;
    this.live = live;
    this.salt = salt;
    this.actor = actor;
    this.inHand = inHand;
  }

  private get instrument(): Instrument {
    return this.live.botMarket.instrument;
  }

  order(_bot: unknown, order: OwnOrder & { tif?: LiveOrder['tif'] }): void {
    const { live, turn } = this;
    const { tif } = order;
    if (tif === undefined) throw new Error(`bot ${live.id}: an order without time in force`);
    const row = live.newOrderRow(live.cidOf(this.salt, order), { ...order, tif }, live.botMarket.market.nowMs);
    live.orders.set(row.cid, row);
    if (order.type === 'market' && order.slot !== GUARD_SLOT)
      live.triggers.set(row.cid, formatPrice(this.instrument, live.botMarket.market.lastTicks));
    turn.orders.set(row.cid, row);
    turn.job(live, { kind: 'place', order: live.toVenueOrder(row) });
    if (this.traded !== null && this.traded.slot === order.slot && order.purpose === 'grid') this.tellNext(order);
    const opened = this.traded?.purpose === 'entry' && this.lastFill !== null;
    if (opened && order.purpose === 'grid' && order.side !== this.lastFill?.side) this.shares.push(order);
  }

  /** The order that answers a fill of the ladder, and what a bought pair earns if it fills. */
  private tellNext(order: OwnOrder): void {
    const { instrument, lastFill, traded } = this;
    if (lastFill === null || traded === null) return;
    const { priceTicks, qtyLots, side } = order;
    const next: Record<string, string> = { next_price: formatPrice(instrument, priceTicks) };
    if (side === 'sell') {
      const fee = feeAtoms(instrument, 'sell', priceTicks, qtyLots, instrument.makerPpm);
      const costAtoms = mulDiv(traded.spentAtoms, lotsToBaseAtoms(instrument, qtyLots), traded.gotAtoms, 'floor');
      const net = notionalAtoms(instrument, priceTicks, qtyLots) - fee - costAtoms;
      next['next_profit'] = formatQuote(instrument, net);
    }
    lastFill.data = { ...lastFill.data, ...next };
  }

  /** To be called when the step is over: which line traded, counted from the lowest, or which lines share the opening. */
  tellLine(): void {
    const { lastFill, live, traded } = this;
    if (lastFill === null || traded === null) return;
    if (traded.purpose === 'entry') lastFill.data = { ...lastFill.data, ...sharesOf(this.instrument, this.shares) };
    if (traded.purpose !== 'grid') return;
    const { botMarket, bot } = live;
    const ladder = botMarket.engine.ladder(bot, botMarket.market);
    const at = ladder.findIndex(({ priceTicks }) => priceTicks === traded.priceTicks);
    if (at < 0) return;
    lastFill.data = { ...lastFill.data, line: at + 1 };
    if (traded.pairTicks === 0) return;
    // Fees are cut to the atom, so the bought price is met only nearly; no two lines are ever this close.
    const below = ladder[at - 1]?.priceTicks ?? 0;
    const pairTicks = Math.abs(traded.pairTicks - below) * SAME_PRICE_PART <= below ? below : traded.pairTicks;
    lastFill.data = { ...lastFill.data, pair_price: formatPrice(this.instrument, pairTicks) };
  }

  cancel(_bot: unknown, order: OwnOrder): void {
    this.turn.job(this.live, { kind: 'cancel', cid: this.live.cidOf(this.salt, order) });
  }

  fill(
    _bot: unknown,
    order: OwnOrder,
    priceTicks: number,
    qtyLots: number,
    valueAtoms: number,
    paidFeeAtoms: number,
    feeInBase: boolean,
    feeQuoteAtoms: number,
    maker: boolean,
  ): void {
    const { live, turn, instrument } = this;
    const { inHand } = this;
    const lastInHand = inHand.at(-1);
    const cid = live.cidOf(this.salt, order);
    const row = live.orders.get(cid);
    if (row === undefined || lastInHand === undefined)
      throw new Error(`bot ${live.id}: a fill of ${cid}, which has no row`);
    row.filled = formatQty(instrument, order.filledLots);
    turn.setOrder(live, row, order.filledLots === order.qtyLots ? 'filled' : 'open');
    const { side, purpose } = order;
    const isOnTick = valueAtoms === notionalAtoms(instrument, priceTicks, qtyLots);
    const isOne = inHand.length === 1;
    const price = isOnTick || !isOne ? formatPrice(instrument, priceTicks) : lastInHand.price;
    const qty = formatQty(instrument, qtyLots);
    const { symbol } = live.record;
    const { atMs: marketMs } = lastInHand;
    for (const part of inHand) {
      const bookedAtoms = isOne ? paidFeeAtoms : feeOfPart(instrument, part, priceTicks, qtyLots, feeInBase);
      turn.fills.push({
        ...{ ...live.place, venueFillId: part.id, botId: live.id, cid, symbol, side, purpose, maker },
        ...(isOne ? { price, qty } : { price: part.price, qty: part.qty }),
        ...feeRow(instrument, part, bookedAtoms, feeInBase),
        ...{ last: part.last, marketMs: part.atMs },
      });
    }
    this.trade = { price, purpose };
    const limitPrice = order.type === 'market' ? null : formatPrice(instrument, order.priceTicks);
    noteAdd(live, { cid, purpose, limitPrice, qtyLots, valueAtoms, feeQuoteAtoms, marketMs });
    const amount = formatQuote(instrument, valueAtoms);
    const { base, quote } = instrument;
    const data: JsonObject = { price, qty, base, quote, amount, fee: formatQuote(instrument, feeQuoteAtoms), cid };
    const ownWhy = purpose === 'grid' ? `fill_grid_${side}` : `fill_${purpose}`;
    const why = order.slot === GUARD_SLOT ? 'fill_guard' : ownWhy;
    const { actor } = this;
    const action = fillAction[purpose] ?? 'success';
    this.lastFill = turn.log(live, { action, why, actor, data, side, price, qty, amount, marketMs });
    const { slot, priceTicks: lineTicks } = order;
    const spentAtoms = feeInBase ? valueAtoms : valueAtoms + paidFeeAtoms;
    const gotAtoms = lotsToBaseAtoms(instrument, qtyLots) - (feeInBase ? paidFeeAtoms : 0);
    this.traded = { slot, purpose, priceTicks: lineTicks, qtyLots, valueAtoms, spentAtoms, gotAtoms, pairTicks: 0 };
  }

  /** Of the trades in hand one after the other: each is the bot's now. */
  adopted(_bot: unknown, side: Side, trade: HandTrade, valueAtoms: number, feeQuoteAtoms: number): void {
    const { inHand, live, turn } = this;
    const fill = inHand[this.taken++];
    if (fill === undefined) throw new Error(`bot ${live.id}: it takes a trade that nobody told of`);
    this.trade = { price: fill.price, purpose: 'manual_add' };
    this.lastFill = writeTaken(turn, live, fill, { side, valueAtoms, feeQuoteAtoms, ...trade });
  }

  settlement(
    _bot: unknown,
    pairId: number,
    slot: number,
    qtyLots: number,
    grossAtoms: number,
    pairFeeAtoms: number,
    fundingAtoms: number,
  ): void {
    const { live, turn, instrument, lastFill } = this;
    const { exchange, market, symbol, simulate } = live.record;
    const net = formatQuote(instrument, grossAtoms - pairFeeAtoms + fundingAtoms);
    turn.settlements.push({
      botId: live.owner.id,
      exchange,
      market,
      symbol,
      simulate,
      purpose: this.purposeOf(slot),
      pairId,
      qty: formatQty(instrument, qtyLots),
      gross: formatQuote(instrument, grossAtoms),
      fee: formatQuote(instrument, pairFeeAtoms),
      funding: formatQuote(instrument, fundingAtoms),
      net,
      fillNo: live.bot.fills,
      slot,
      leg: live.record.leg,
      marketMs: live.botMarket.market.nowMs,
    });
    if (lastFill === null) return;
    lastFill.profit = net;
    lastFill.data = { ...lastFill.data, profit: net };
    if (this.traded !== null)
      this.traded.pairTicks = lotsPrice(instrument, this.traded.valueAtoms - grossAtoms, qtyLots);
  }

  /** Of what closed it. What a protective stop has closed is settled when the last of the other orders has ended. */
  private purposeOf(slot: number): TradePurpose {
    const { live, trade } = this;
    const late = live.head.phase === 'closing' && live.head.books.baseAtoms === 0 ? live.lastTrade : null;
    return (trade ?? late)?.purpose ?? live.bot.orders[slot]?.purpose ?? 'close';
  }

  /** The venue closed the whole position; with it every order of the bot has ended. */
  liquidated(
    _bot: unknown,
    side: Side,
    qtyLots: number,
    priceTicks: number,
    valueAtoms: number,
    paidFeeAtoms: number,
  ): void {
    const { inHand, live, turn } = this;
    if (inHand.length === 0) throw new Error(`bot ${live.id}: a liquidation without a trade`);
    this.trade = { price: formatPrice(this.instrument, priceTicks), purpose: 'liquidation' };
    const close = { side, qtyLots, priceTicks, valueAtoms, feeAtoms: paidFeeAtoms };
    this.lastFill = writeForced(turn, live, inHand, close);
  }

  refused(_bot: unknown, order: OwnOrder, reason: RefusalReason, by: 'risk' | 'venue'): void {
    const { live, turn, instrument } = this;
    const { side, purpose } = order;
    const price = order.type === 'market' ? null : formatPrice(instrument, order.priceTicks);
    const qty = formatQty(instrument, order.qtyLots);
    const data = { reason, by, purpose, side, qty, ...(price === null ? {} : { price }) };
    turn.log(live, {
      action: 'failed',
      why: 'order_refused',
      data,
      code: refusalCodes[reason],
      side,
      price,
      qty,
    });
  }

  changed(): void {
    this.turn.touched.add(this.live);
  }

  log(_bot: unknown, action: LogAction, why: string, data: Readonly<Record<string, string | number>>): void {
    logOfEngine(this.turn, this.live, this.actor, action, why, data);
  }
}

/** The price at which so many lots are worth so much; 0 when there is none. */
function lotsPrice(instrument: Instrument, atoms: number, qtyLots: number): number {
  return qtyLots > 0 && atoms > 0 ? Math.round(atoms / (qtyLots * instrument.quoteAtomsPerTickLot)) : 0;
}

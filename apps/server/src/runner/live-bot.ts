// One bot in the runner's memory: its record, its engine state, its live orders by client id, and what is derived from
// them for the database. Everything here can be thrown away and read back; nothing here is the only copy.

import type { Bot, BotOrder } from '@cormorant/core/engine/bot.ts';
import { decodeClientOrderId, encodeClientOrderId } from '@cormorant/core/engine/client-order-id.ts';
import { drawdownPpm, equityAtoms } from '@cormorant/core/engine/profit.ts';
import { formatBase, formatPrice, formatQty, formatQuote } from '@cormorant/core/market/conversions.ts';
import { formatScaled } from '@cormorant/core/money/decimal-text.ts';
import type { OwnOrder, Phase, TimeInForce } from '@cormorant/core/strategy/strategy.ts';
import type { BotRecord, BotWrite, LastRound, OrderStatus, OrderWrite } from '../ports/runner-store.ts';
import type { NewOrder, VenueFill } from '../ports/venue.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { EquityCurve } from './equity-curve.ts';
import type { Cell } from './market-board.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
export type LiveOrder = Mutable<OrderWrite>;

/** The round under way, or the last one. */
export interface Round {
  id: number;
  round: number;
  open: boolean;
  /** Books at its opening. */
  realizedAtoms: number;
  feesAtoms: number;
  openedMarketMs: number;
}

const REFUSALS_REMEMBERED_MS = 600_000;

export class LiveBot {
  readonly record: Mutable<BotRecord>;
  bot: Bot;
  cell: Cell;
  readonly dispatcher: Dispatcher;
  readonly curve: EquityCurve;
  readonly orders = new Map<string, LiveOrder>();
  /** Fills that came before the reply to the order they belong to. */
  readonly parked = new Map<string, VenueFill[]>();
  round: Round | null = null;
  /** The books when the bot last held nothing: where the next round begins. */
  flatMark = { realizedAtoms: 0, feesAtoms: 0 };
  /** Market times of recent refusals by the venue. */
  private refusedAtMs: number[] = [];
  /** Its seat in the cell; -1 while it has none. */
  seat = -1;
  /** Changed since the last commit. */
  dirty = false;
  /** Wall time of the last commit. */
  savedAtMs = 0;
  deleted = false;
  /** Its engine failed: it is shown as broken and told nothing more. */
  broken = false;
  /** Its exchange has been away for so long that the owner should know. */
  exchangeMissed = false;

  constructor(record: BotRecord, bot: Bot, cell: Cell, dispatcher: Dispatcher, curve: EquityCurve) {
    this.record = { ...record };
    this.bot = bot;
    this.cell = cell;
    this.dispatcher = dispatcher;
    this.curve = curve;
  }

  get id(): number {
    return this.record.id;
  }

  /** As its owner sees it. */
  get phase(): Phase {
    if (this.broken || (this.exchangeMissed && this.bot.status === 'running')) return 'error';
    return this.bot.phase;
  }

  adoptRound(row: LastRound, realizedOfRound: number, feesOfRound: number): void {
    const { books } = this.bot;
    this.round = {
      id: row.id,
      round: row.round,
      open: row.status !== 'closed',
      realizedAtoms: books.realizedAtoms - realizedOfRound,
      feesAtoms: books.feesQuoteAtoms - feesOfRound,
      openedMarketMs: row.openedMarketMs,
    };
    if (!this.round.open) this.markFlat();
  }

  markFlat(): void {
    const { realizedAtoms, feesQuoteAtoms } = this.bot.books;
    this.flatMark = { realizedAtoms, feesAtoms: feesQuoteAtoms };
  }

  cidOf(salt: number, order: Pick<OwnOrder, 'slot' | 'cycle' | 'attempt'>): string {
    const { slot, cycle, attempt } = order;
    return encodeClientOrderId({ salt, bot: this.id, slot, cycle, attempt });
  }

  /** The engine's live order of this id, or undefined when the id is of another order of the slot. */
  engineOrder(cid: string): BotOrder | undefined {
    const key = decodeClientOrderId(cid);
    const order = key === null ? null : this.bot.orders[key.slot];
    if (key === null || order === null || order === undefined || order.status === 'done') return undefined;
    return order.cycle === key.cycle && order.attempt === key.attempt ? order : undefined;
  }

  /** Files what would wake it now. */
  refile(): void {
    if (this.seat >= 0) this.cell.seats.file(this.seat, this.bot.wake);
  }

  /** It has no position. What is left of a stopped bot because no order could sell it is none. */
  isFlat(): boolean {
    const { bot, cell } = this;
    if (bot.books.baseAtoms < cell.instrument.baseAtomsPerLot) return true;
    return bot.status === 'stopped' && !cell.engine.holds(bot);
  }

  /** Remembers a refusal; true when there were too many of them lately. */
  countRefusal(nowMs: number, most: number): boolean {
    this.refusedAtMs = this.refusedAtMs.filter((at) => nowMs - at < REFUSALS_REMEMBERED_MS);
    this.refusedAtMs.push(nowMs);
    if (this.refusedAtMs.length < most) return false;
    this.refusedAtMs = [];
    return true;
  }

  newOrderRow(cid: string, order: OwnOrder & { readonly tif: TimeInForce }, marketMs: number): LiveOrder {
    const { instrument } = this.cell;
    return {
      cid,
      botId: this.id,
      slot: order.slot,
      cycle: order.cycle,
      attempt: order.attempt,
      purpose: order.purpose,
      side: order.side,
      type: order.type,
      tif: order.tif,
      price: order.type === 'market' ? '0' : formatPrice(instrument, order.priceTicks),
      qty: formatQty(instrument, order.qtyLots),
      filled: '0',
      status: 'intended',
      reason: '',
      marketMs,
    };
  }

  toVenueOrder(row: LiveOrder): NewOrder {
    const { cid, side, type, tif, price, qty } = row;
    return { cid, symbol: this.record.symbol, side, type, tif, price, qty };
  }

  /** What the database should hold of the bot now. */
  write(): BotWrite {
    const { bot, record } = this;
    const { instrument, market } = this.cell;
    const { books } = bot;
    const equity = market.lastTicks > 0 ? equityAtoms(instrument, books, market.lastTicks) : books.investmentAtoms;
    record.status = bot.status;
    record.phase = this.phase;
    record.pauseReason = bot.pauseReason;
    record.stopReason = bot.stopReason;
    record.kept = bot.status === 'stopped' && !this.isFlat();
    record.engine = bot;
    record.quote = formatQuote(instrument, books.quoteAtoms);
    record.base = formatBase(instrument, books.baseAtoms);
    record.realized = formatQuote(instrument, books.realizedAtoms);
    record.fees = formatQuote(instrument, books.feesQuoteAtoms);
    record.rounds = bot.rounds;
    record.winRounds = bot.winRounds;
    record.peakEquity = formatQuote(instrument, Math.max(bot.peakEquityAtoms, equity));
    record.maxDrawdown = formatScaled(drawdownPpm(bot.drawdownPeakAtoms, bot.drawdownTroughAtoms), 4, true);
    record.startedMarketMs = bot.startedAtMs > 0 ? bot.startedAtMs : null;
    record.stoppedMarketMs = bot.stoppedAtMs > 0 ? bot.stoppedAtMs : null;
    return { ...record, deleted: this.deleted };
  }
}

export function isFinal(status: OrderStatus): boolean {
  return status === 'filled' || status === 'cancelled' || status === 'refused';
}

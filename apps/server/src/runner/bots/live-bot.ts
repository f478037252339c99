// One bot in the runner's memory: its record, its engine state, its live orders by client id, and what is derived from
// them for the database. Everything here can be thrown away and read back; nothing here is the only copy. One that nothing
// happens to sleeps: its engine state and its orders are packed (decision 48), and unpacked as soon as anybody asks for them.

import type { Bot, BotOrder } from '@cormorant/core/engine/bot.ts';
import { decodeClientOrderId, encodeClientOrderId } from '@cormorant/core/engine/client-order-id.ts';
import type { LegState } from '@cormorant/core/engine/leg-machine.ts';
import { Packer } from '@cormorant/core/engine/pack.ts';
import { drawdownPpm, equityAtoms } from '@cormorant/core/engine/profit.ts';
import { AWAKE_FOR_MS, type BotHead, putToSleep, wakeUp } from '@cormorant/core/engine/sleep.ts';
import { formatBase, formatQuote, parseQuote } from '@cormorant/core/market/conversions.ts';
import { formatScaled } from '@cormorant/core/money/decimal-text.ts';
import { strategyOf } from '@cormorant/core/strategies/registry.ts';
import { GUARD_SLOT } from '@cormorant/core/strategy/guard.ts';
import type {
  BotStatus,
  MarginTerms,
  OwnOrder,
  PauseReason,
  Phase,
  Strategy,
  TimeInForce,
} from '@cormorant/core/strategy/strategy.ts';
import type { BotRecord, BotWrite } from '../../ports/bot-record.ts';
import type { LastRound } from '../../ports/runner-store.ts';
import type {
  AccountPlace,
  MarginAddWrite,
  OrderStatus,
  OrderWrite,
  PositionAddWrite,
  PositionWrite,
  TradePurpose,
} from '../../ports/runner-writes.ts';
import type { NewOrder, VenueFill } from '../../ports/venue.ts';
import { NOTHING_WATCHED, type Watched } from '../market-data/closed-candles.ts';
import type { BotMarket } from '../market-data/market-board.ts';
import { EVERY_PRINT } from '../market-data/wake-index.ts';
import { sentAs } from '../orders/order-rounding.ts';
import type { OrderSender } from '../orders/order-sender.ts';
import type { EquityCurve } from './equity-curve.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
export type LiveOrder = Mutable<OrderWrite>;

/** The round under way, or the last one. */
export interface Round {
  id: number;
  round: number;
  side: 'long' | 'short';
  open: boolean;
  /** Books at its opening. */
  realizedAtoms: number;
  feesAtoms: number;
  fundingAtoms: number;
  openedMarketMs: number;
  /** Its orders that made it larger, by client id, in the order of their first fills. */
  readonly adds: Map<string, RoundAdd>;
  /** Of these, the ones that have changed since the last commit. */
  readonly freshAdds: Set<string>;
  /** How it ended, to be written with the turn in which it did. */
  ended: Omit<PositionWrite, 'id'> | null;
}

/** A trade as the end of a round tells of it. */
export interface LastTrade {
  /** null = it was booked by a process before this one. */
  readonly price: string | null;
  readonly purpose: TradePurpose;
}

/** What a leg knows of the bot that it belongs to (live-multi-leg-bot.ts). */
export interface BotOfLeg {
  readonly id: number;
  readonly record: Mutable<BotRecord>;
  readonly status: BotStatus;
  readonly pauseReason: PauseReason;
  readonly phase: Phase;
  readonly isClosing: boolean;
  /** The machine of legs that decide for themselves; null = they do what their coordinator says. */
  readonly own: Strategy<unknown, unknown> | null;
  /** A print of one leg was put off until its siblings' prints of the same moment are there. */
  readonly isWaiting: boolean;
  readonly broken: boolean;
}

export type RoundAdd = Mutable<Omit<PositionAddWrite, 'positionId' | 'botId' | 'round'>>;

const REFUSALS_REMEMBERED_MS = 600_000;
/** Two stop losses within a day pause a bot that would begin again. */
const STOP_LOSSES_REMEMBERED_MS = 86_400_000;
const MOST_STOP_LOSSES = 2;

/** Of rows of orders; its tables are shared by all bots of the process. */
const packer = new Packer();

/** What of a bot is packed while it sleeps. */
interface Sleep {
  readonly body: string;
  readonly rows: string;
}

export class LiveBot {
  readonly record: Mutable<BotRecord>;
  private engineBot: Bot;
  botMarket: BotMarket;
  readonly dispatcher: OrderSender;
  readonly curve: EquityCurve;
  private rows = new Map<string, LiveOrder>();
  /** null = it is awake. */
  private sleep: Sleep | null = null;
  /** Market time when its engine was last stepped. */
  private stirredAtMs: number;
  /** Fills that came before the reply to the order they belong to. */
  readonly parked = new Map<string, VenueFill[]>();
  /** Orders whose end was told before the reply to their placement. */
  readonly toldEnded = new Set<string>();
  round: Round | null = null;
  /** Orders that opened a round whose first whole lot has not filled yet. */
  readonly pendingAdds = new Map<string, RoundAdd>();
  /** Market price at which a market order was decided, by client id. */
  readonly triggers = new Map<string, string>();
  /** The last of its reserves that was intended. */
  marginAdd: MarginAddWrite | null = null;
  /** Market times of stop losses, oldest first. */
  stopLossesAtMs: number[] = [];
  /** The row of its open position as last written. */
  positionWritten = '';
  /** The books when the bot last held nothing: where the next round begins. */
  flatMark = { realizedAtoms: 0, feesAtoms: 0, fundingAtoms: 0 };
  /** Market times of recent refusals by the venue. */
  private refusedAtMs: number[] = [];
  /** What its market computes for it. */
  watched: Watched = NOTHING_WATCHED;
  /** Its seat in its market; -1 while it has none. */
  seat = -1;
  /** Changed since the last commit. */
  dirty = false;
  /** Wall time of the last commit. */
  savedAtMs = 0;
  deleted = false;
  /** Market time when this process took it up, 0 = not known then: what is older, one before it may have booked. */
  readonly seatedMs: number;
  /** How often books and exchange were found to disagree on it. */
  drifts = 0;
  /** Its engine failed: it is shown as broken and told nothing more. */
  broken = false;
  /** Why its snapshot could not be read; then its row stays as it was. */
  unread: Error | null = null;
  /** Its exchange has been away for so long that the owner should know. */
  exchangeMissed = false;
  /** The bot whose leg it is; null = it is a bot of its own. */
  convoy: BotOfLeg | null = null;
  /** Its last trade here: what ends its round may happen after it, on a sibling or when the last order has ended. */
  lastTrade: LastTrade | null;

  constructor(record: BotRecord, bot: Bot, botMarket: BotMarket, dispatcher: OrderSender, curve: EquityCurve) {
    this.record = { ...record };
    this.engineBot = bot;
    this.botMarket = botMarket;
    this.seatedMs = botMarket.market.nowMs;
    this.stirredAtMs = this.seatedMs;
    this.dispatcher = dispatcher;
    this.curve = curve;
    this.lastTrade = guardTradeOf(bot);
  }

  get id(): number {
    return this.record.id;
  }

  /** Whole; wakes it. */
  get bot(): Bot {
    if (this.sleep !== null) this.wake(this.sleep);
    return this.engineBot;
  }

  set bot(bot: Bot) {
    if (this.sleep !== null) this.wake(this.sleep);
    this.engineBot = bot;
  }

  /** What can be read without waking it. */
  get head(): BotHead {
    return this.engineBot;
  }

  /** Live ones by client id; wakes it. */
  get orders(): Map<string, LiveOrder> {
    if (this.sleep !== null) this.wake(this.sleep);
    return this.rows;
  }

  get isAsleep(): boolean {
    return this.sleep !== null;
  }

  /** It has a state: it was started before, and what it did is not forgotten. */
  get hasBegun(): boolean {
    return this.sleep !== null || this.engineBot.state !== null;
  }

  /** It sleeps, if it may; only between two turns, when nothing of it is under way. Answers whether it fell asleep now. */
  rest(): boolean {
    const { botMarket, dispatcher, engineBot, parked, pendingAdds, rows, triggers } = this;
    if (this.sleep !== null || botMarket.market.nowMs - this.stirredAtMs < AWAKE_FOR_MS) return false;
    if (this.convoy !== null || this.broken || !this.hasBegun || !dispatcher.isIdle()) return false;
    if (parked.size + pendingAdds.size + triggers.size > 0) return false;
    this.sleep = { body: putToSleep(engineBot), rows: packer.pack([...rows.values()]) };
    this.rows = new Map();
    return true;
  }

  private wake({ body, rows }: Sleep): void {
    this.sleep = null;
    wakeUp(this.engineBot, body);
    for (const row of packer.unpack(rows) as LiveOrder[]) this.rows.set(row.cid, row);
  }

  /** Under which the venue's ids of its trades count. */
  get place(): AccountPlace {
    const { accountId, books } = this.record;
    return { accountId, books };
  }

  /** Whose it is in rows and answers. */
  get owner(): LiveBot | BotOfLeg {
    return this.convoy ?? this;
  }

  /** Where it holds something. */
  get holder(): LiveBot {
    return this;
  }

  /** As its owner sees it; a leg lives on while its bot is paused. */
  get status(): BotStatus {
    return this.convoy?.status ?? this.head.status;
  }

  get pauseReason(): PauseReason {
    return this.convoy?.pauseReason ?? this.head.pauseReason;
  }

  get marketMs(): number {
    return this.botMarket.market.nowMs;
  }

  /** As its owner sees it. */
  get phase(): Phase {
    if (this.convoy !== null) return this.convoy.phase;
    if (this.broken || (this.exchangeMissed && this.head.status === 'running')) return 'error';
    return this.head.phase;
  }

  /** The last round as the database has it. */
  adoptRound(row: LastRound, adds: readonly PositionAddWrite[]): void {
    const { instrument } = this.botMarket;
    const { books } = this.bot;
    this.round = {
      id: row.id,
      round: row.round,
      side: row.side,
      open: row.status !== 'closed',
      realizedAtoms: books.realizedAtoms - parseQuote(instrument, row.realized),
      feesAtoms: books.feesQuoteAtoms - parseQuote(instrument, row.fee),
      fundingAtoms: books.fundingAtoms - parseQuote(instrument, row.funding),
      openedMarketMs: row.openedMarketMs,
      adds: new Map(adds.map(({ positionId: _id, botId: _bot, round: _round, ...add }) => [add.cid, add])),
      freshAdds: new Set(),
      ended: null,
    };
    if (!this.round.open) this.markFlat();
  }

  /** `isOpening`: what it holds now was bought with fees that belong to the round which begins. */
  markFlat(isOpening = false): void {
    const { realizedAtoms, feesQuoteAtoms, fundingAtoms } = this.head.books;
    const feesAtoms = isOpening ? this.flatMark.feesAtoms : feesQuoteAtoms;
    this.flatMark = { realizedAtoms, feesAtoms, fundingAtoms };
  }

  cidOf(salt: number, order: Pick<OwnOrder, 'slot' | 'cycle' | 'attempt'>): string {
    const { slot, cycle, attempt } = order;
    return encodeClientOrderId({ salt, bot: this.id, slot, cycle, attempt });
  }

  /** The engine's live order of this id, or undefined when the id is of another order of the slot. */
  engineOrder(cid: string): BotOrder | undefined {
    const key = decodeClientOrderId(cid);
    // Another bot of the account may have an order of the same slot, cycle and attempt.
    if (key?.bot !== this.id) return undefined;
    const order = key.slot === GUARD_SLOT ? this.head.guard : this.bot.orders[key.slot];
    if (order === null || order === undefined || order.status === 'done') return undefined;
    return order.cycle === key.cycle && order.attempt === key.attempt ? order : undefined;
  }

  /** Tells its market what it reads: nothing before its first start, and nothing once it has stopped. */
  lookAround(isStarting = false): void {
    const { botMarket, head } = this;
    const awake = head.params !== null && (isStarting || head.status !== 'stopped');
    const wanted = awake ? this.wanted() : NOTHING_WATCHED;
    if (wanted === NOTHING_WATCHED && this.watched === NOTHING_WATCHED) return;
    botMarket.candles.change(this.watched, wanted);
    this.watched = wanted;
  }

  private wanted(): Watched {
    const { convoy, head, record } = this;
    if (convoy !== null && convoy.own === null) return { ...NOTHING_WATCHED, rates: record.market === 'futures' };
    const strategy = convoy?.own ?? strategyOf(record.kind);
    return { reads: strategy.reads?.(head.params) ?? [], windowMinutes: strategy.windowMinutes?.(head.params) ?? 0 };
  }

  lookAway(): void {
    if (this.watched === NOTHING_WATCHED) return;
    this.botMarket.candles.change(this.watched, NOTHING_WATCHED);
    this.watched = NOTHING_WATCHED;
  }

  /** Files what would wake it now, which a step may have changed. */
  refile(): void {
    this.stirredAtMs = this.botMarket.market.nowMs;
    const wake = this.convoy?.isWaiting === true ? EVERY_PRINT : this.head.wake;
    if (this.seat >= 0) this.botMarket.seats.file(this.seat, wake);
  }

  /**
   * Of a leg: it closed something whose result comes with its siblings'. Of a bot that its protective stop has closed: the
   * result comes when all its other orders have ended.
   */
  isUnsettled(): boolean {
    const { bot, botMarket, convoy } = this;
    if (convoy === null) {
      const isClosed = bot.guard !== undefined && bot.phase === 'closing' && bot.books.baseAtoms === 0;
      return isClosed && botMarket.engine.costAtoms(bot) !== 0;
    }
    return convoy.own === null && bot.state !== null && (bot.state as LegState).sale.lots > 0;
  }

  /** It has no position. What is left of a stopped bot because no order could sell it is none. */
  isFlat(): boolean {
    const { botMarket, head } = this;
    if (Math.abs(head.books.baseAtoms) < botMarket.instrument.baseAtomsPerLot) return true;
    return head.status === 'stopped' && !botMarket.engine.holds(this.bot);
  }

  /** 1 on spot, and before the first start. */
  leverage(): number {
    return this.margin()?.leverage ?? 1;
  }

  margin(): MarginTerms | null {
    return this.head.params === null ? null : this.botMarket.engine.margin(this.bot);
  }

  /** Adds of the present round, manual ones included. */
  addsUsed(): number {
    return this.round?.open === true ? [...this.round.adds.values()].filter(({ step }) => step > 0).length : 0;
  }

  /**
   * What it claims of its wallet while it lives. Spot: its cash, since its coin lies there as coin. Contracts: investment
   * and results, since its position takes nothing out of the wallet but margin.
   */
  claimAtoms(): number {
    const { books } = this.head;
    if (this.record.market === 'spot') return books.quoteAtoms;
    return books.investmentAtoms + books.realizedAtoms + books.pendingFundingAtoms;
  }

  /** Remembers a refusal; true when there were too many of them lately. */
  countRefusal(nowMs: number, most: number): boolean {
    this.refusedAtMs = this.refusedAtMs.filter((at) => nowMs - at < REFUSALS_REMEMBERED_MS);
    this.refusedAtMs.push(nowMs);
    if (this.refusedAtMs.length < most) return false;
    this.refusedAtMs = [];
    return true;
  }

  /** Remembers a stop loss; true when it is the second within a day. */
  countStopLoss(nowMs: number): boolean {
    this.stopLossesAtMs = this.stopLossesAtMs.filter((at) => nowMs - at < STOP_LOSSES_REMEMBERED_MS);
    this.stopLossesAtMs.push(nowMs);
    if (this.stopLossesAtMs.length < MOST_STOP_LOSSES) return false;
    this.stopLossesAtMs = [];
    return true;
  }

  newOrderRow(cid: string, order: OwnOrder & { readonly tif: TimeInForce }, marketMs: number): LiveOrder {
    const { price, qty } = sentAs(this.botMarket.instrument, this.record.symbolRules, order);
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
      reduceOnly: order.reduceOnly,
      // Of a protective stop it is that of its trigger.
      price: order.type === 'limit' || order.slot === GUARD_SLOT ? price : '0',
      qty,
      filled: '0',
      status: 'intended',
      reason: '',
      marketMs,
    };
  }

  toVenueOrder(row: LiveOrder): NewOrder {
    const { cid, purpose, side, slot, type, tif, price, qty, reduceOnly } = row;
    const order = {
      ...{ cid, symbol: this.record.symbolRules.symbol, side, type, tif, price, qty, reduceOnly },
      positionSide: this.record.positionSide,
      ...(purpose === 'unwind' && { unwinds: true as const }),
    };
    return slot === GUARD_SLOT ? { ...order, price: '0', trigger: { kind: 'stop', by: 'mark', price } } : order;
  }

  /** What the database should hold of the bot now. */
  write(): BotWrite {
    const { bot, record } = this;
    if (this.unread !== null) {
      record.phase = this.phase;
      return { ...record, deleted: false };
    }
    const { instrument, market } = this.botMarket;
    const { books } = bot;
    const equity = market.lastTicks > 0 ? equityAtoms(instrument, books, market.lastTicks) : books.investmentAtoms;
    record.status = bot.status;
    record.phase = this.phase;
    record.pauseReason = bot.pauseReason;
    record.stopReason = bot.stopReason;
    record.halted = bot.halted ?? '';
    record.kept = bot.status === 'stopped' && !this.isFlat();
    record.engine = bot;
    record.quote = formatQuote(instrument, books.quoteAtoms);
    record.base = formatBase(instrument, books.baseAtoms);
    record.realized = formatQuote(instrument, books.realizedAtoms);
    record.fees = formatQuote(instrument, books.feesQuoteAtoms);
    record.funding = formatQuote(instrument, books.fundingAtoms);
    record.pendingFunding = formatQuote(instrument, books.pendingFundingAtoms);
    record.addsUsed = this.addsUsed();
    record.rounds = bot.rounds;
    record.winRounds = bot.winRounds;
    record.peakEquity = formatQuote(instrument, Math.max(bot.peakEquityAtoms, equity));
    record.maxDrawdown = formatScaled(drawdownPpm(bot.drawdownPeakAtoms, bot.drawdownTroughAtoms), 4, true);
    record.startedMarketMs = bot.startedAtMs > 0 ? bot.startedAtMs : null;
    record.stoppedMarketMs = bot.stoppedAtMs > 0 ? bot.stoppedAtMs : null;
    return { ...record, deleted: this.deleted };
  }
}

/** Of a bot whose stop at the venue has closed all, and whose result waits for the end of its other orders. */
function guardTradeOf({ books, guard, phase }: BotHead): LastTrade | null {
  const isLast = phase === 'closing' && books.baseAtoms === 0 && guard !== undefined && guard.filledLots > 0;
  return isLast ? { price: null, purpose: 'stop_loss' } : null;
}

export function isFinal(status: OrderStatus): boolean {
  return status === 'filled' || status === 'cancelled' || status === 'refused';
}

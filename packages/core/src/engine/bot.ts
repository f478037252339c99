// A bot as data: everything the engine knows about one bot, plain JSON, so that JSON.stringify(bot) is its snapshot and
// engine/read-bot.ts gives the bot back. Only the engine changes it; its books follow from its fills, funding and
// liquidations alone.
//
// How a host (live runner, backtest, fleet) uses the engine:
//   const engine = new Engine(strategy, instrument, limits)         // one per market and kind, shared by its bots
//   const bot = openBot({ id, kind, symbol, params, investmentAtoms })
//   engine.step(bot, event, market, effects)                        // HostEvent in; effects are called synchronously
// - At a print: first the fills the venue made at it (market.lastTicks is that print), then engine.print(bot, …), which
//   delivers the timer and the touch if due. A host may skip bots whose `wake` the print does not meet (touch index).
// - effects.order / effects.cancel come in the order to send. A host commits bot + facts before it sends, sends after
//   step() has returned, and feeds every outcome back as a HostEvent, first in first out, until nothing is left; only
//   then comes the next print. Effects never call back into the engine.
// - An order is live from its intent until the host reports it filled, refused or cancelled. `unknown` keeps it live
//   and keeps its money locked. `cancelled` may arrive before the last fills: the engine waits for them.
// - Fills must be fed once each (the host drops trade ids it has seen). A fill of an order the bot does not have is
//   booked nowhere: step() returns false and the host quarantines the bot.
// - On contracts `funding` is fed once per settlement of the bot's own position, `liquidated` once with that whole
//   position: its live orders then end without an event, and outcomes that still come for them change nothing.

import type { IndicatorRead } from '../indicators/read.ts';
import type { Atoms, Lots, Ticks, TimeMs } from '../money/units.ts';
import type { ApprovedOrder } from '../risk/approve.ts';
import type {
  Books,
  BotKind,
  BotStatus,
  Command,
  HaltedFrom,
  LogAction,
  MarginTerms,
  OwnOrder,
  PauseReason,
  Phase,
  RefusalReason,
  Side,
  StopReason,
  TimeInForce,
} from '../strategy/strategy.ts';
import type { HandTrade } from './hand-trade.ts';
import { SNAPSHOT_VERSION } from './snapshot-version.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export interface BotOrder extends Mutable<OwnOrder> {
  tif: TimeInForce;
  /** What it still ties up: quote for a buy (fee reserve included), base for a sell; on contracts margin or claim. */
  lockedAtoms: Atoms;
  /** Set when the venue says it is gone before all its fills arrived: the filled quantity to wait for; else -1. */
  finalLots: Lots;
  /**
   * The id of the slot's next order: a new cycle; the next attempt of this one, after the venue's proven refusal; or the
   * very same, because risk refused it and it was never sent.
   */
  next: 'cycle' | 'attempt' | 'same';
}

/** The protective stop at the venue (engine/guard.ts). */
export interface Guard extends BotOrder {
  /** After a refusal none is tried before. */
  retryAtMs: TimeMs;
}

/** Prices and time that wake the bot; NEVER_ABOVE, NEVER_BELOW and NEVER_AT stand for "does not". */
export interface WakePoints {
  aboveTicks: Ticks;
  belowTicks: Ticks;
  atMs: TimeMs;
}
export const NEVER_ABOVE = Number.MAX_SAFE_INTEGER;
export const NEVER_BELOW = 0;
export const NEVER_AT = Number.MAX_SAFE_INTEGER;

export interface Bot<Params = unknown, State = unknown> {
  /** Of this shape, as it is written down (engine/snapshot-version.ts). */
  version: number;
  readonly id: number;
  readonly kind: BotKind;
  readonly symbol: string;
  params: Params;
  /** null until the first command arrives. */
  state: State | null;
  status: BotStatus;
  phase: Phase;
  pauseReason: PauseReason;
  stopReason: StopReason;
  /** Not '' = nothing is placed for it and no print wakes it (panic). Absent in older snapshots: ''. */
  halted?: HaltedFrom;
  readonly books: Mutable<Books>;
  /** Spot: cash that open buys may cost. Contracts: margin that open entries to buy tie up. */
  lockedQuoteAtoms: Atoms;
  /** Contracts: margin that open entries to sell tie up. */
  lockedShortAtoms: Atoms;
  /** Spot: coin of open sells. Contracts: how much of the position reduce-only orders claim. */
  lockedBaseAtoms: Atoms;
  /** Contracts: what the position was opened for, without fees; negative when short. */
  entryAtoms: Atoms;
  /** Contracts: how the params of the last command use margin; null = in full, as on spot. */
  margin: MarginTerms | null;
  openOrders: number;
  /** By slot; null where a slot was never used. Finished orders stay (status done) to carry cycle and attempt on. */
  readonly orders: (BotOrder | null)[];
  /** Its protective stop at the venue (engine/guard.ts). Absent = it has none, and places none. */
  guard?: Guard;
  readonly wake: WakePoints;
  /** Settlements so far, and those with a positive net. */
  rounds: number;
  winRounds: number;
  fills: number;
  /** Highest equity seen, and the pair (peak, trough) of the deepest fall in percent. */
  peakEquityAtoms: Atoms;
  drawdownPeakAtoms: Atoms;
  drawdownTroughAtoms: Atoms;
  startedAtMs: TimeMs;
  stoppedAtMs: TimeMs;
}

/** What a host feeds. Slot and cycle name the order. */
export type HostEvent =
  | { type: 'command'; command: Command }
  /** Panic: paused, every order cancelled, exits included; nothing is placed until a resume, stop, close or release. */
  | { type: 'halt' }
  /** Back to the pause that was before the halt: exits return. A bot that ran before stays halted until it is resumed. */
  | { type: 'release' }
  | { type: 'print' }
  | {
      type: 'fill';
      slot: number;
      cycle: number;
      priceTicks: Ticks;
      qtyLots: Lots;
      feeAtoms: Atoms;
      feeInBase: boolean;
      maker: boolean;
      /** What was paid where the price lies between two ticks, of which `priceTicks` is the lower. Absent = price x quantity. */
      paidAtoms?: Atoms;
    }
  | { type: 'accepted'; slot: number; cycle: number }
  | { type: 'refused'; slot: number; cycle: number; reason: RefusalReason }
  | { type: 'unknown'; slot: number; cycle: number }
  /** Only of contracts: funding of the position, already rounded by the venue; negative = paid. */
  /** rateE8: null = the venue told none. */
  | { type: 'funding'; amountAtoms: Atoms; rateE8: number | null }
  /** Only of contracts: the venue closed the whole position at the bankruptcy price and cancelled the bot's orders. */
  | { type: 'liquidated'; side: Side; qtyLots: Lots; priceTicks: Ticks; feeAtoms: Atoms }
  /** Trades of its owner that its open round takes in as one add (engine/adopt.ts); `side` makes what it holds larger. */
  | { type: 'adopt'; side: Side; trades: readonly HandTrade[] }
  /**
   * Also for an order that turned out to be filled when the cancel came: then filledLots is its whole quantity. `isLost`: the
   * venue had taken it and does not know it any more. `metOwn`: it met another order of the account.
   */
  | { type: 'cancelled'; slot: number; cycle: number; filledLots: Lots; isLost?: boolean; metOwn?: boolean };

/** Highest and lowest prints of the last minutes (Strategy.windowMinutes). */
export interface PriceWindow {
  highWithin(minutes: number): Ticks;
  lowWithin(minutes: number): Ticks;
}

/** Indicators of closed candles (Strategy.reads), computed once for all bots of a market. */
export interface IndicatorSource {
  value(read: IndicatorRead, back: 0 | 1): number;
}

/** The market as it stands; one mutable object per market, shared by its bots. */
export interface Market {
  lastTicks: Ticks;
  nowMs: TimeMs;
  /** Contracts: the mark price, to the tick. Absent = the last price. */
  markTicks?: Ticks;
  window?: PriceWindow;
  indicators?: IndicatorSource;
}

/** What a step wants done and wants known. Called synchronously, in order. Orders are live objects: copy what is kept. */
export interface Effects {
  order(bot: Bot, order: ApprovedOrder): void;
  cancel(bot: Bot, order: OwnOrder): void;
  fill(
    bot: Bot,
    order: OwnOrder,
    priceTicks: Ticks,
    qtyLots: Lots,
    notionalAtoms: Atoms,
    feeAtoms: Atoms,
    feeInBase: boolean,
    feeQuoteAtoms: Atoms,
    maker: boolean,
  ): void;
  settlement(
    bot: Bot,
    pairId: number,
    slot: number,
    qtyLots: Lots,
    grossAtoms: Atoms,
    feeAtoms: Atoms,
    fundingAtoms: Atoms,
  ): void;
  funding?(bot: Bot, amountAtoms: Atoms, rateE8: number | null): void;
  /** A trade that nobody here had ordered is the bot's now. */
  adopted?(bot: Bot, side: Side, trade: HandTrade, notionalAtoms: Atoms, feeQuoteAtoms: Atoms): void;
  liquidated?(bot: Bot, side: Side, qtyLots: Lots, priceTicks: Ticks, notionalAtoms: Atoms, feeAtoms: Atoms): void;
  /** By risk (before it was sent) or by the venue. */
  refused(bot: Bot, order: OwnOrder, reason: RefusalReason, by: 'risk' | 'venue'): void;
  /** Status, phase, pause or stop reason changed. */
  changed(bot: Bot): void;
  log(bot: Bot, action: LogAction, why: string, data: Readonly<Record<string, string | number>>): void;
}

export interface BotOpening<Params> {
  id: number;
  kind: BotKind;
  symbol: string;
  params: Params;
  investmentAtoms: Atoms;
}

/** A stopped bot with its investment in cash. It lives from its first `start`. */
export function openBot<Params, State>(opening: BotOpening<Params>): Bot<Params, State> {
  const { id, kind, symbol, params, investmentAtoms } = opening;
  return {
    version: SNAPSHOT_VERSION,
    id,
    kind,
    symbol,
    params,
    state: null,
    status: 'stopped',
    phase: 'idle',
    pauseReason: '',
    stopReason: '',
    halted: '',
    books: {
      quoteAtoms: investmentAtoms,
      baseAtoms: 0,
      feesQuoteAtoms: 0,
      realizedAtoms: 0,
      fundingAtoms: 0,
      pendingFundingAtoms: 0,
      investmentAtoms,
    },
    lockedQuoteAtoms: 0,
    lockedShortAtoms: 0,
    lockedBaseAtoms: 0,
    entryAtoms: 0,
    margin: null,
    openOrders: 0,
    orders: [],
    wake: { aboveTicks: NEVER_ABOVE, belowTicks: NEVER_BELOW, atMs: NEVER_AT },
    rounds: 0,
    winRounds: 0,
    fills: 0,
    peakEquityAtoms: investmentAtoms,
    drawdownPeakAtoms: 0,
    drawdownTroughAtoms: 0,
    startedAtMs: 0,
    stoppedAtMs: 0,
  };
}

/** A bot that holds nothing may be given more or less to work with; realised results stay in its cash. */
export function changeInvestment(bot: Bot, investmentAtoms: Atoms): void {
  if (bot.openOrders > 0) throw new Error(`bot ${bot.id} has open orders: its investment cannot change`);
  const { books } = bot;
  books.quoteAtoms += investmentAtoms - books.investmentAtoms;
  books.investmentAtoms = investmentAtoms;
}

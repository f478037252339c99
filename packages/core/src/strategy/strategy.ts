// THE interface between a trading strategy and everything else. A strategy is a pure, synchronous machine: it changes
// its own state and appends intents; clock, chance, I/O and the books of the bot belong to the engine.
// State is plain JSON (objects, arrays, strings, booleans, safe integers): it is the snapshot, as it stands.
// A machine trades one market. On a perpetual contract its books are kept as if it were spot, with coin that may be
// negative: cash + coin x price is the equity there too (docs/decisions/0024).
import type { IndicatorRead } from '../indicators/read.ts';
import type { Instrument } from '../market/instrument.ts';
import type { Atoms, Lots, Ticks, TimeMs } from '../money/units.ts';

export type BotKind = 'martin' | 'grid' | 'dca' | 'arbitrage' | 'custom' | 'ai';
export type Side = 'buy' | 'sell';
export type OrderType = 'limit' | 'market';
/** gtc rests; ioc fills what it can at once and cancels the rest; post is refused when it would take. */
export type TimeInForce = 'gtc' | 'ioc' | 'post';
/** Why an order exists; shown in logs and stored with it. */
export type Purpose =
  | 'entry'
  | 'grid'
  | 'add'
  | 'manual_add'
  | 'close'
  | 'take_profit'
  | 'stop_loss'
  | 'trail'
  | 'dust'
  | 'unstuck'
  | 'leg'
  | 'unwind';

export type Phase = 'idle' | 'waiting' | 'opening' | 'holding' | 'closing' | 'cooldown' | 'error';
export type BotStatus = 'running' | 'paused' | 'stopped';
export type PauseReason = '' | 'user' | 'fuel' | 'api' | 'maintenance' | 'risk' | 'balance' | 'exchange' | 'operator';
/** What a bot was when everything of it was stopped at once: running, or paused and why; '' = nothing of that happened. */
export type HaltedFrom = '' | 'running' | Exclude<PauseReason, ''>;
export type StopReason =
  | ''
  | 'user'
  | 'take_profit'
  | 'stop_loss'
  | 'rounds_done'
  | 'liquidated'
  | 'delisted'
  | 'operator';

export type Command =
  | { name: 'start' }
  | { name: 'pause'; reason: PauseReason }
  | { name: 'resume' }
  /** close: true sells what is held at market; false leaves it and marks it kept. */
  | { name: 'stop'; close: boolean; reason: StopReason }
  | { name: 'close' }
  /** 0 = the next size of the ladder. `leg`: of a bot of two sides, which of them. */
  | { name: 'add'; amountAtoms: Atoms; leg?: number }
  /** A webhook's or an adviser's wish; `id` was never seen before. amountAtoms 0 = the bot's own size. */
  | { name: 'signal'; id: string; action: SignalAction; side: Side | ''; amountAtoms: Atoms }
  /** The params of a paused or stopped bot changed; the new ones are in force when the event arrives. */
  | { name: 'edit' };

export type SignalAction = 'open' | 'add' | 'close';

/** What a machine is told. One mutable instance may be reused by the engine: a strategy never keeps it. */
export type BotEvent =
  | { type: 'command'; command: Command }
  /** A print met a price the machine said would wake it. */
  | { type: 'touch'; priceTicks: Ticks }
  | { type: 'timer' }
  | FillEvent
  /** Funding was settled; the books already contain it. Negative = paid. The rate in 1e-8, as venues give it. */
  | { type: 'funding'; amountAtoms: Atoms; rateE8: number | null }
  /**
   * The venue closed the whole position; the books already contain it, and every order of the bot has ended without an
   * event of its own. `side` is that of the closing trade.
   */
  | {
      type: 'liquidated';
      side: Side;
      qtyLots: Lots;
      priceTicks: Ticks;
      notionalAtoms: Atoms;
      /** What the venue kept for its insurance fund. */
      feeAtoms: Atoms;
    }
  /** Proven not to exist: refused by risk or by the venue. The slot is free again. */
  | { type: 'refused'; slot: number; cycle: number; reason: RefusalReason }
  /**
   * Gone from the book with `filledLots` of it traded before (those fills came as their own events). The slot is free. `metOwn`:
   * the venue ended it because it met another order of the account (decision 61), so it may come again.
   */
  | { type: 'cancelled'; slot: number; cycle: number; filledLots: Lots; metOwn: boolean };

/** Part or all of an order traded. The books already contain it. `leftLots` 0 = complete, and its slot is free again. */
export interface FillEvent {
  type: 'fill';
  slot: number;
  cycle: number;
  side: Side;
  purpose: Purpose;
  priceTicks: Ticks;
  qtyLots: Lots;
  leftLots: Lots;
  /** Of its whole order; 0 = of none of the machine's own, as one that it adopts. */
  orderLots: Lots;
  /** Quantity x price, without fee. */
  notionalAtoms: Atoms;
  /** In base atoms when `feeInBase`, else in quote atoms. */
  feeAtoms: Atoms;
  feeInBase: boolean;
  /** The fee valued in quote atoms at the fill's own price (equal to feeAtoms when it was taken in quote). */
  feeQuoteAtoms: Atoms;
  maker: boolean;
}

export type RefusalReason =
  | 'price_range'
  | 'price_filter'
  | 'lot_size'
  | 'qty_small'
  | 'qty_large'
  | 'notional_small'
  | 'budget'
  /** More leverage than the venue allows for a position of that size. */
  | 'leverage'
  | 'funds'
  | 'too_many_orders'
  | 'market_closed'
  | 'post_only'
  | 'price_insane'
  | 'kill_switch'
  | 'cancelled'
  | 'unknown';

/** done: it filled, was cancelled or was refused; kept only because the slot's next order continues its cycle. */
export type OrderStatus = 'intended' | 'open' | 'cancelling' | 'unknown' | 'done';

/** An order of the bot as the engine knows it. At most one live one per slot. */
export interface OwnOrder {
  readonly slot: number;
  readonly cycle: number;
  readonly attempt: number;
  readonly side: Side;
  readonly type: OrderType;
  readonly purpose: Purpose;
  /** Contracts only: may only make the position smaller. */
  readonly reduceOnly: boolean;
  readonly priceTicks: Ticks;
  readonly qtyLots: Lots;
  readonly filledLots: Lots;
  readonly status: OrderStatus;
}

/** The bot's virtual sub-account, kept by the engine from fills alone. */
export interface Books {
  /** Cash of the bot: investment plus what sells brought minus what buys cost, fees and funding included. */
  readonly quoteAtoms: Atoms;
  /** Coin of the bot, dust included. On a contract the position: negative when short. */
  readonly baseAtoms: Atoms;
  /** All fees paid so far, valued in quote at the fill's own price. */
  readonly feesQuoteAtoms: Atoms;
  /** Σ net of settlements, the funding they were given included. */
  readonly realizedAtoms: Atoms;
  /** All funding so far; negative = paid. */
  readonly fundingAtoms: Atoms;
  /** The part of it that no settlement has been given yet. */
  readonly pendingFundingAtoms: Atoms;
  readonly investmentAtoms: Atoms;
}

/** What a machine may read while it decides. */
export interface View {
  readonly instrument: Instrument;
  /** Last traded price. */
  readonly lastTicks: Ticks;
  /** Contracts: the price that margin and liquidation are counted at, to the tick; spot: the last price. */
  readonly markTicks: Ticks;
  /** Market time. */
  readonly nowMs: TimeMs;
  readonly books: Books;
  /** Spot: the books' cash less what open buys (with their fees) lock. Contracts: margin that no position or order uses. */
  readonly freeQuoteAtoms: Atoms;
  /** Spot: the books' coin less what open sells lock. Contracts: how much of the position no reduce-only order claims. */
  readonly freeBaseAtoms: Atoms;
  /** Live orders of the bot, those being cancelled included. */
  readonly openOrders: number;
  /** The live order in a slot. */
  order(slot: number): OwnOrder | undefined;
  /**
   * Highest and lowest print of the present minute and the `minutes - 1` before it. Only for what Strategy.windowMinutes
   * asked for.
   */
  highWithin(minutes: number): Ticks;
  lowWithin(minutes: number): Ticks;
  /**
   * An indicator of the market, which Strategy.reads named, as of the newest closed candle; `back` 1 = the one before.
   * Prices and volumes in whole coins, percentages as 12.5. NaN until enough candles have closed.
   */
  indicator(read: IndicatorRead, back?: 0 | 1): number;
}

/** Where a machine puts what it wants done and what it wants known. Implementations: live journal, typed columns. */
export interface Intents {
  /** Price 0 for market orders. The slot must be free (no live order of the bot in it). */
  place(
    slot: number,
    side: Side,
    type: OrderType,
    tif: TimeInForce,
    priceTicks: Ticks,
    qtyLots: Lots,
    purpose: Purpose,
    reduceOnly?: boolean,
  ): void;
  cancel(slot: number): void;
  /**
   * A realised result: one matched pair or one closed round. net = gross - fee + funding. pairId groups both legs.
   * `fundingAtoms` is taken out of the books' pending funding.
   */
  settle(pairId: number, qtyLots: Lots, grossAtoms: Atoms, feeAtoms: Atoms, fundingAtoms?: Atoms): void;
  phase(phase: Phase): void;
  /** The machine has ended (or paused) itself: take profit, stop loss, balance. */
  finish(status: 'paused' | 'stopped', reason: PauseReason | StopReason): void;
  /** A row of the bot's log beyond the ones the engine writes for fills and commands. `why` is a text key, `data` its figures. */
  log(action: LogAction, why: string, data: Readonly<Record<string, string | number>>): void;
}

export type LogAction =
  | 'create'
  | 'update'
  | 'delete'
  | 'start'
  | 'pause'
  | 'resume'
  | 'stop'
  | 'open'
  | 'add'
  | 'manual_add'
  | 'close'
  | 'manual_close'
  | 'manual'
  | 'success'
  | 'failed';

/**
 * What would wake the machine besides its own fills, refusals, cancels and commands, which always do. Rewritten after
 * every event. A condition that is already met when it is written wakes at the next print, not at once.
 */
export interface Wake {
  /** Wake when the last price is at or above. */
  above(priceTicks: Ticks): void;
  /** Wake when the last price is at or below. */
  below(priceTicks: Ticks): void;
  /** Wake at this market time. */
  at(timeMs: TimeMs): void;
}

/** One line of a ladder for the screen. Computed on demand, never stored. */
export interface LadderLine {
  readonly priceTicks: Ticks;
  readonly side: Side | '';
  /**
   * live: rests at the venue · waiting: held back on purpose (price, pause) · missing: refused, see reason · empty: nothing
   * belongs here now · filled: traded in this round.
   */
  readonly state: 'live' | 'waiting' | 'missing' | 'empty' | 'filled';
  readonly qtyLots: Lots;
  readonly reason: RefusalReason | '';
  /** Number of the order in a ladder of adds, from 1. */
  readonly step?: number;
  /** Its size in quote. */
  readonly amountAtoms?: Atoms;
  /** Of the position once it and those before it have filled, fees included; of those to come a taker's. */
  readonly averageTicks?: Ticks;
}

/** What a bot in a round waits for, for screens and charts. Prices 0 = none. Computed on demand, never stored. */
export interface Watch {
  readonly side: 'long' | 'short';
  /** Number of the present or last round, from 1; 0 = none yet. */
  readonly round: number;
  /** Orders of the ladder filled in this round, the first included, and how many there may be. */
  readonly adds: number;
  readonly maxAdds: number;
  /** What one coin of the position cost, fees included. */
  readonly averageTicks: Ticks;
  readonly nextAddTicks: Ticks;
  readonly takeProfitTicks: Ticks;
  readonly stopLossTicks: Ticks;
  /** A callback that is being followed: the best price so far, and where it fires. */
  readonly trail: { readonly of: 'add' | 'take_profit'; readonly bestTicks: Ticks; readonly fireTicks: Ticks } | null;
  /** Why adds or the entry wait although the price is there: text keys, 'guard_crash', 'guard_trend' … */
  readonly held: readonly string[];
  readonly nextAtMs: TimeMs;
}

/** How a bot on a contract uses margin; null on spot. */
export interface MarginTerms {
  readonly leverage: number;
  readonly mode: 'isolated' | 'cross';
  /** Margin that is added to the position and never used by orders. */
  readonly reserveAtoms: Atoms;
}

export interface Strategy<Params, State> {
  readonly kind: BotKind;
  /** A fresh state; places nothing. The first event is the command `start`. */
  open(params: Params, view: View): State;
  on(event: BotEvent, params: Params, state: State, view: View, out: Intents): void;
  wake(params: Params, state: State, out: Wake): void;
  /**
   * What the coin now held cost, in quote atoms (negative for a short: what selling it brought), opening fees included:
   * always cash = investment + realised + pending funding - cost.
   */
  costAtoms(state: State): Atoms;
  /** True while coin is held for an exit; a remainder that no exit can take does not count. */
  holds(state: State): boolean;
  /** The ladder as it stands, lowest price first. */
  ladder(params: Params, state: State, view: View): LadderLine[];
  /** What the present round waits for; null when the kind has no rounds. */
  watch?(params: Params, state: State, view: View): Watch | null;
  /** Prices at which a bot of a kind without rounds closes as a whole, whatever its state; 0 = none. */
  ends?(params: Params): Pick<Watch, 'takeProfitTicks' | 'stopLossTicks'>;
  margin?(params: Params): MarginTerms | null;
  /**
   * Contracts: where it closes a position of that side by its own stop; 0 = nowhere. The fills of a protective stop beyond
   * it come as fills in GUARD_SLOT. A kind without this never has one.
   */
  guardStop?(params: Params, state: State, side: 'long' | 'short'): Ticks;
  /**
   * The slot in which the fills of a trade that its owner made beside it are told, so that the open round takes it as an
   * add by hand; null = not now. Kinds whose coin belongs to lines of their own have none.
   */
  adoptSlot?(params: Params, state: State, view: View): number | null;
  /** The indicators it will ask for: hosts compute these and no others. Candle closes wake it by Wake.at. */
  reads?(params: Params): readonly IndicatorRead[];
  /**
   * Gives what was written before a field existed that field's meaning of then; called when a bot is read back whose
   * snapshot is of an older version (engine/snapshot-version.ts), with that version.
   */
  complete?(params: Params, state: State | null, from: number): void;
  /** Its market is counted in lots that are so many times smaller: the lots in its state become so many times as many. */
  finer?(state: State, times: number): void;
  /** The longest look-back it will ask highWithin and lowWithin for; 0 = none, at most 60. */
  windowMinutes?(params: Params): number;
}

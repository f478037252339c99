// THE interface between a trading strategy and everything else. A strategy is a pure, synchronous machine: it changes
// its own state and appends intents; clock, chance, I/O and the books of the bot belong to the engine.
// State is plain JSON (objects, arrays, strings, booleans, safe integers): it is the snapshot, as it stands.
import type { Instrument } from '../market/instrument.ts';
import type { Atoms, Lots, Ticks, TimeMs } from '../money/units.ts';

export type BotKind = 'martin' | 'grid' | 'dca' | 'arbitrage' | 'custom' | 'ai';
export type Side = 'buy' | 'sell';
export type OrderType = 'limit' | 'market';
/** gtc rests; ioc fills what it can at once and cancels the rest; post is refused when it would take. */
export type TimeInForce = 'gtc' | 'ioc' | 'post';
/** Why an order exists; shown in logs and stored with it. */
export type Purpose = 'entry' | 'grid' | 'add' | 'close' | 'take_profit' | 'stop_loss' | 'trail' | 'dust';

export type Phase = 'idle' | 'waiting' | 'opening' | 'holding' | 'closing' | 'cooldown' | 'error';
export type BotStatus = 'running' | 'paused' | 'stopped';
export type PauseReason = '' | 'user' | 'fuel' | 'api' | 'maintenance' | 'risk' | 'balance' | 'exchange' | 'operator';
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
  | { name: 'add'; amountAtoms: Atoms }
  /** The params of a paused or stopped bot changed; the new ones are in force when the event arrives. */
  | { name: 'edit' };

/** What a machine is told. One mutable instance may be reused by the engine: a strategy never keeps it. */
export type BotEvent =
  | { type: 'command'; command: Command }
  /** A print met a price the machine said would wake it. */
  | { type: 'touch'; priceTicks: Ticks }
  | { type: 'timer' }
  | FillEvent
  /** Proven not to exist: refused by risk or by the venue. The slot is free again. */
  | { type: 'refused'; slot: number; cycle: number; reason: RefusalReason }
  /** Gone from the book with `filledLots` of it traded before (those fills came as their own events). The slot is free. */
  | { type: 'cancelled'; slot: number; cycle: number; filledLots: Lots };

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
  readonly priceTicks: Ticks;
  readonly qtyLots: Lots;
  readonly filledLots: Lots;
  readonly status: OrderStatus;
}

/** The bot's virtual sub-account, kept by the engine from fills alone. */
export interface Books {
  /** Cash of the bot: investment plus what sells brought minus what buys cost, fees included. */
  readonly quoteAtoms: Atoms;
  /** Coin of the bot, dust included. */
  readonly baseAtoms: Atoms;
  /** All fees paid so far, valued in quote at the fill's own price. */
  readonly feesQuoteAtoms: Atoms;
  /** Σ net of settlements. */
  readonly realizedAtoms: Atoms;
  readonly investmentAtoms: Atoms;
}

/** What a machine may read while it decides. */
export interface View {
  readonly instrument: Instrument;
  /** Last traded price. */
  readonly lastTicks: Ticks;
  /** Market time. */
  readonly nowMs: TimeMs;
  readonly books: Books;
  /** The books' cash less what open buys (with their fees) lock. */
  readonly freeQuoteAtoms: Atoms;
  /** The books' coin less what open sells lock. */
  readonly freeBaseAtoms: Atoms;
  /** Live orders of the bot, those being cancelled included. */
  readonly openOrders: number;
  /** The live order in a slot. */
  order(slot: number): OwnOrder | undefined;
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
  ): void;
  cancel(slot: number): void;
  /** A realised result: one matched pair or one closed round. net = gross - fee. pairId groups both legs. */
  settle(pairId: number, qtyLots: Lots, grossAtoms: Atoms, feeAtoms: Atoms): void;
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
  /** live: rests at the venue · waiting: held back on purpose (price, pause) · missing: refused, see reason · empty: nothing belongs here now. */
  readonly state: 'live' | 'waiting' | 'missing' | 'empty';
  readonly qtyLots: Lots;
  readonly reason: RefusalReason | '';
}

export interface Strategy<Params, State> {
  readonly kind: BotKind;
  /** A fresh state; places nothing. The first event is the command `start`. */
  open(params: Params, view: View): State;
  on(event: BotEvent, params: Params, state: State, view: View, out: Intents): void;
  wake(params: Params, state: State, out: Wake): void;
  /** What the coin now held cost, in quote atoms: always cash = investment + realised - cost. */
  costAtoms(state: State): Atoms;
  /** True while coin is held for an exit; a remainder that no exit can take does not count. */
  holds(state: State): boolean;
  /** The ladder as it stands, lowest price first. */
  ladder(params: Params, state: State, view: View): LadderLine[];
}

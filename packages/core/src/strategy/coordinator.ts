// THE interface of a bot of several legs (docs/decisions/0027). A coordinator is a pure machine without orders of its own:
// each leg is an ordinary bot on its own market with its own books, orders and slots, and does only what the coordinator
// says. State is plain JSON. Amounts of a leg are in the atoms of that leg's own coins.
// Legs may also decide for themselves (`own`, docs/decisions/0034): each is then stepped by the machine of an ordinary bot, and
// the coordinator passes commands on, hears of what its legs did afterwards, and places nothing.
import type { MarketKind } from '../market/instrument.ts';
import type { Atoms, Lots, Ticks, TimeMs } from '../money/units.ts';
import type {
  BotEvent,
  BotKind,
  BotStatus,
  Command,
  LogAction,
  MarginTerms,
  OrderType,
  PauseReason,
  Phase,
  Purpose,
  Side,
  StopReason,
  Strategy,
  TimeInForce,
  View,
} from './strategy.ts';

export interface LegSpec {
  readonly exchange: 'a' | 'b';
  readonly market: MarketKind;
  readonly symbol: string;
  readonly side: 'long' | 'short';
  /** null on spot. */
  readonly margin: MarginTerms | null;
}

/** The best prices and what stands there. Under the candle law bid = ask = last, and the depth has no end. */
export interface BestQuote {
  readonly bidTicks: Ticks;
  readonly askTicks: Ticks;
  readonly bidLots: Lots;
  readonly askLots: Lots;
}

/** Of the leg's own bot; only legs that decide for themselves move in it. */
export interface LegStanding {
  readonly status: BotStatus;
  readonly phase: Phase;
  readonly pauseReason: PauseReason;
  readonly stopReason: StopReason;
}

/** What the coordinator may read of one leg. */
export interface LegView extends View {
  readonly quote: BestQuote;
  /** What the coin now held cost, in quote; negative for a short. Sales that wait for their settlement are not in it. */
  readonly basisAtoms: Atoms;
  /** Contracts: the mark that liquidates the leg; 0 = none. */
  readonly liquidationTicks: Ticks;
  /** Contracts: settled funding rates of at least three days in 1e-8, oldest first; empty when nothing is known. */
  readonly ratesE8: readonly number[];
  readonly standing: LegStanding;
}

/** What happened on a leg; its books contain it already. */
export type LegEvent = Extract<BotEvent, { type: 'fill' | 'refused' | 'cancelled' | 'funding' | 'liquidated' }>;

export type ConvoyEvent =
  | { type: 'command'; command: Command }
  | { type: 'leg'; leg: number; event: LegEvent }
  /** The price of a leg met what the coordinator waits for. */
  | { type: 'price'; leg: number }
  | { type: 'timer' }
  /** A leg that decides for itself has done so. */
  | { type: 'acted'; leg: number };

/** Where a coordinator puts what it wants. Orders pass risk in the leg's own engine; what it refuses comes as an event. */
export interface ConvoyIntents {
  /** The slot of that leg must be free. */
  place(
    leg: number,
    slot: number,
    side: Side,
    type: OrderType,
    tif: TimeInForce,
    priceTicks: Ticks,
    qtyLots: Lots,
    purpose: Purpose,
    reduceOnly?: boolean,
  ): void;
  cancel(leg: number, slot: number): void;
  /** A command for a leg that decides for itself; one that means nothing to it now changes nothing. */
  tell(leg: number, command: Command): void;
  /** Everything that the leg closed since its last settlement, and its pending funding; answers the net of it. */
  settle(leg: number, pairId: number): Atoms;
  /**
   * Coin or cash leaves a leg for a sibling: it takes its share of the leg's cost (and of its investment) with it, which
   * is answered. Only within one account, where no coin really moves.
   */
  take(leg: number, asset: 'base' | 'quote', atoms: Atoms): Atoms;
  /** The other side of `take`. The cost of cash is itself. */
  give(leg: number, asset: 'base' | 'quote', atoms: Atoms, costAtoms: Atoms): void;
  /** What the leg closed is no result of its own but goes on in a sibling: its investment changes instead. */
  carry(leg: number): void;
  phase(phase: Phase): void;
  /** A round has ended with this result in the home coin. */
  round(netAtoms: Atoms): void;
  finish(status: 'paused' | 'stopped', reason: PauseReason | StopReason): void;
  log(action: LogAction, why: string, data: Readonly<Record<string, string | number>>): void;
}

/** Rewritten after every event. */
export interface ConvoyWake {
  above(leg: number, priceTicks: Ticks): void;
  below(leg: number, priceTicks: Ticks): void;
  /** Every print of that leg. */
  everyPrint(leg: number): void;
  at(timeMs: TimeMs): void;
}

/** A row about a leg for screens: text key and figure. */
export interface LegFigure {
  readonly key: string;
  readonly unit: 'percent' | 'quote' | 'base' | 'price' | 'count';
  readonly value: string;
}

/** The machine of legs that decide for themselves. */
export interface OwnLegs<Params> {
  readonly strategy: Strategy<unknown, unknown>;
  params(params: Params, leg: number): unknown;
}

export interface Coordinator<Params, State> {
  readonly kind: BotKind;
  /** Absent = the legs do what the coordinator says. */
  readonly own?: OwnLegs<Params>;
  legs(params: Params): readonly LegSpec[];
  /** How the investment is split, in its own atoms; the sum is the investment. */
  shares(params: Params, investmentAtoms: Atoms): readonly Atoms[];
  open(params: Params, legs: readonly LegView[]): State;
  on(event: ConvoyEvent, params: Params, state: State, legs: readonly LegView[], out: ConvoyIntents): void;
  wake(params: Params, state: State, legs: readonly LegView[], out: ConvoyWake): void;
  /** Cost of what is on its way between legs, in home atoms. */
  transitAtoms(state: State): Atoms;
  /** What screens say beside the legs: delta, spread, counters. */
  figures(params: Params, state: State, legs: readonly LegView[]): LegFigure[];
}

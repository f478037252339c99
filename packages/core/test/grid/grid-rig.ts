// A grid bot on a venue made of a few lines of test code: it shares nothing with core/venue, and it can misbehave
// (refuse, fill in parts, lose the race against a cancel). After every event the rig checks what must always hold.

import { type Bot, type Effects, type HostEvent, type Market, openBot } from '@cormorant/core/engine/bot.ts';
import { profitOf } from '@cormorant/core/engine/profit.ts';
import { Engine, wakes } from '@cormorant/core/engine/step.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { type InstrumentSpec, makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import { defaultRiskLimits } from '@cormorant/core/risk/limits.ts';
import { grid } from '@cormorant/core/strategies/grid/machine.ts';
import type { GridParams } from '@cormorant/core/strategies/grid/params.ts';
import type { GridState } from '@cormorant/core/strategies/grid/state.ts';
import type { Command, OwnOrder, RefusalReason } from '@cormorant/core/strategy/strategy.ts';
import { plainGrid } from '../plain-grid.ts';

export const testSpec: InstrumentSpec = {
  symbol: 'BTC/USDT',
  tick: '1',
  step: '0.0001',
  minQty: '0.0001',
  maxQty: '900',
  minNotional: '5',
  minPrice: '1',
  maxPrice: '1000000',
  maxOpenOrders: 300,
  maker: '0.001',
  taker: '0.001',
};
export const testInstrument: Instrument = makeInstrument(testSpec);

export const testParams: GridParams = {
  lowerTicks: 1000,
  upperTicks: 2000,
  levels: 10,
  ...plainGrid,
};

interface Resting extends OwnOrder {
  leftLots: number;
}

/** How the test venue misbehaves; each answers false by default. */
export interface Mischief {
  refuse?(order: OwnOrder): RefusalReason | false;
  /** Lots of this order that trade at this print; the whole rest when absent. */
  part?(leftLots: number): number;
  /** Lots of a market order that find a counterpart; the venue takes the rest away. All when absent. */
  marketPart?(qtyLots: number): number;
  /** True = the cancel comes too late and the order trades first. */
  loseRace?(): boolean;
}

export class GridRig {
  readonly instrument: Instrument;
  readonly market: Market;
  readonly engine: Engine<GridParams, GridState>;
  bot: Bot<GridParams, GridState>;
  readonly resting = new Map<string, Resting>();
  readonly logs: { action: string; why: string; data: Readonly<Record<string, string | number>> }[] = [];
  readonly settlements: { qtyLots: number; grossAtoms: number; feeAtoms: number }[] = [];
  readonly fills: { side: 'buy' | 'sell'; priceTicks: number; qtyLots: number; purpose: string }[] = [];
  readonly sentIds: string[] = [];
  boughtAtoms = 0;
  soldAtoms = 0;
  baseFeeAtoms = 0;
  mischief: Mischief = {};
  private readonly pending: { kind: 'place' | 'cancel'; order: OwnOrder }[] = [];
  private readonly effects: Effects = {
    order: (_bot, order) => {
      this.pending.push({ kind: 'place', order: { ...order } });
      this.sentIds.push(`${order.slot}/${order.cycle}/${order.attempt}`);
    },
    cancel: (_bot, order) => this.pending.push({ kind: 'cancel', order: { ...order } }),
    fill: (_bot, order, priceTicks, qtyLots) =>
      this.fills.push({ side: order.side, priceTicks, qtyLots, purpose: order.purpose }),
    settlement: (_bot, _pair, _slot, qtyLots, grossAtoms, feeAtoms) =>
      this.settlements.push({ qtyLots, grossAtoms, feeAtoms }),
    refused: () => {},
    changed: () => {},
    log: (_bot, action, why, data) => this.logs.push({ action, why, data }),
  };

  constructor(params: Partial<GridParams> = {}, investment = 10_000, instrument = testInstrument) {
    this.instrument = instrument;
    this.market = { lastTicks: 0, nowMs: 1_700_000_000_000 };
    this.engine = new Engine(grid, instrument, defaultRiskLimits());
    const investmentAtoms = Math.round(investment * 10 ** instrument.quoteScale);
    const merged = { ...testParams, ...params };
    this.bot = openBot({ id: 7, kind: 'grid', symbol: instrument.symbol, params: merged, investmentAtoms });
  }

  get state(): GridState {
    if (this.bot.state === null) throw new Error('the bot has not been started');
    return this.bot.state;
  }

  /** Prices of the resting orders, lowest first. */
  prices(side: 'buy' | 'sell'): number[] {
    const orders = [...this.resting.values()].filter((order) => order.side === side);
    return orders.map((order) => order.priceTicks).sort((a, b) => a - b);
  }

  /** One print: crossing orders trade, then the engine's print, then what it wants. Time goes on by `stepMs`. */
  print(priceTicks: number, stepMs = 1000): void {
    this.market.lastTicks = priceTicks;
    this.market.nowMs += stepMs;
    const crossed = [...this.resting.values()].filter((order) =>
      order.side === 'buy' ? priceTicks < order.priceTicks : priceTicks > order.priceTicks,
    );
    for (const order of crossed) this.trade(order, order.priceTicks, this.mischief.part?.(order.leftLots), true);
    if (wakes(this.bot, this.market)) this.step({ type: 'print' });
    this.settleAll();
  }

  command(command: Command): void {
    this.step({ type: 'command', command });
    this.settleAll();
  }

  start(priceTicks: number): this {
    this.print(priceTicks);
    this.command({ name: 'start' });
    return this;
  }

  step(event: HostEvent): boolean {
    const known = this.engine.step(this.bot, event, this.market, this.effects);
    this.check();
    return known;
  }

  /** The bot as another process would find it: through its snapshot. */
  restart(): void {
    this.bot = JSON.parse(JSON.stringify(this.bot));
  }

  profit() {
    return profitOf(this.bot, this.engine.costAtoms(this.bot), this.instrument, this.market.lastTicks);
  }

  ladder() {
    return this.engine.ladder(this.bot, this.market);
  }

  private settleAll(): void {
    for (let turns = 0; this.pending.length > 0; turns++) {
      if (turns > 5000) throw new Error('the bot never comes to rest');
      const { kind, order } = this.pending.shift()!;
      if (kind === 'place') this.place(order);
      else this.cancel(order);
    }
  }

  private place(order: OwnOrder): void {
    const { slot, cycle } = order;
    const reason = this.mischief.refuse?.(order);
    if (reason) {
      this.step({ type: 'refused', slot, cycle, reason });
      return;
    }
    this.step({ type: 'accepted', slot, cycle });
    const resting = { ...order, leftLots: order.qtyLots };
    const { lastTicks } = this.market;
    const slip = Math.ceil(lastTicks * 0.0002);
    if (order.type === 'market') {
      this.resting.set(`${slot}/${cycle}`, resting);
      const part = this.mischief.marketPart?.(order.qtyLots);
      this.trade(resting, order.side === 'buy' ? lastTicks + slip : lastTicks - slip, part, false);
      if (resting.leftLots === 0) return;
      this.resting.delete(`${slot}/${cycle}`);
      this.step({ type: 'cancelled', slot, cycle, filledLots: order.qtyLots - resting.leftLots });
      return;
    }
    this.resting.set(`${slot}/${cycle}`, resting);
    const takes = order.side === 'buy' ? order.priceTicks >= lastTicks : order.priceTicks <= lastTicks;
    if (takes) this.trade(resting, order.priceTicks, undefined, false);
  }

  private cancel(order: OwnOrder): void {
    const resting = this.resting.get(`${order.slot}/${order.cycle}`);
    if (resting === undefined) return;
    if (this.mischief.loseRace?.()) {
      this.trade(resting, resting.priceTicks, undefined, true);
      return;
    }
    this.resting.delete(`${order.slot}/${order.cycle}`);
    const filledLots = resting.qtyLots - resting.leftLots;
    this.step({ type: 'cancelled', slot: order.slot, cycle: order.cycle, filledLots });
  }

  private trade(order: Resting, priceTicks: number, part: number | undefined, maker: boolean): void {
    const qtyLots = Math.min(order.leftLots, part ?? order.leftLots);
    if (qtyLots <= 0) return;
    const { slot, cycle } = order;
    const { baseAtomsPerLot, quoteAtomsPerTickLot, feeAsset } = this.instrument;
    order.leftLots -= qtyLots;
    if (order.leftLots === 0) this.resting.delete(`${slot}/${cycle}`);
    const feeInBase = feeAsset === 'received' && order.side === 'buy';
    const coinAtoms = qtyLots * baseAtomsPerLot;
    const received = feeInBase ? coinAtoms : qtyLots * priceTicks * quoteAtomsPerTickLot;
    const feeAtoms = Math.floor(received / 1000);
    if (order.side === 'buy') this.boughtAtoms += coinAtoms;
    else this.soldAtoms += coinAtoms;
    if (feeInBase) this.baseFeeAtoms += feeAtoms;
    this.step({ type: 'fill', slot, cycle, priceTicks, qtyLots, feeAtoms, feeInBase, maker });
  }

  /** Invariants of every moment: money adds up to the atom, nothing is negative, coin is where the fills left it. */
  private check(): void {
    const { bot } = this;
    const { books } = bot;
    const fail = (what: string) => {
      throw new Error(`${what}: ${JSON.stringify(bot)}`);
    };
    if (books.quoteAtoms < 0 || books.baseAtoms < 0) fail('a balance below zero');
    if (bot.lockedQuoteAtoms < 0 || bot.lockedQuoteAtoms > books.quoteAtoms) fail('more cash locked than held');
    if (bot.lockedBaseAtoms < 0 || bot.lockedBaseAtoms > books.baseAtoms) fail('more coin locked than held');
    if (books.baseAtoms !== this.boughtAtoms - this.soldAtoms - this.baseFeeAtoms) fail('coin from nowhere');
    const settled = this.settlements.reduce((sum, one) => sum + one.grossAtoms - one.feeAtoms, 0);
    if (settled !== books.realizedAtoms) fail('realised is not the sum of settlements');
    const live = bot.orders.filter((order) => order !== null && order.status !== 'done').length;
    if (live !== bot.openOrders) fail('open orders miscounted');
    if (bot.state !== null && this.market.lastTicks > 0) {
      const { equityAtoms, investmentAtoms, totalAtoms } = this.profit();
      if (equityAtoms !== investmentAtoms + totalAtoms) fail('equity is not investment plus profit');
      const { state } = bot;
      const perLot = this.instrument.baseAtomsPerLot;
      let coin = state.dustAtoms + state.opening.gotAtoms - state.sale.doneLots * perLot;
      for (const lots of state.cells.heldLots) coin += lots * perLot;
      for (const { cell, coinAtoms, lots } of state.parts)
        coin += state.cells.heldLots[cell]! > 0 ? -lots * perLot : coinAtoms;
      if (coin !== books.baseAtoms) fail('the machine lost sight of its coin');
    }
    if (JSON.stringify(JSON.parse(JSON.stringify(bot))) !== JSON.stringify(bot)) fail('not plain JSON');
  }
}

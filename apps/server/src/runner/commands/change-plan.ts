// The plan of a change: a copy of the bot is edited and started again at the present price, every order is answered as the
// market would answer it now, and what the copy then has is told. Pure: the bot itself is not touched.
import * as codes from '@cormorant/contract/codes.ts';
import { type Bot, changeInvestment, type Effects, type HostEvent, openBot } from '@cormorant/core/engine/bot.ts';
import { marginedPosition } from '@cormorant/core/engine/margin-use.ts';
import { Engine } from '@cormorant/core/engine/step.ts';
import { feeAtoms, formatPrice, formatQty, formatQuote, isFeeInBase } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { liquidationTicks } from '@cormorant/core/market/margin.ts';
import { mulDiv } from '@cormorant/core/money/mul-div.ts';
import { defaultRiskLimits } from '@cormorant/core/risk/limits.ts';
import { strategyOf } from '@cormorant/core/strategies/registry.ts';
import { slippedTicks } from '@cormorant/core/strategy/order-minimums.ts';
import type { OwnOrder } from '@cormorant/core/strategy/strategy.ts';
import type { ChangePlan, PlanLines, PlannedOrder } from '../../ports/bot-runner.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { bookCostAtoms } from '../turns/positions.ts';

/** A machine that never comes to rest is no plan. */
const MOST_EVENTS = 2_000;
const PPM = 1_000_000;

/** Answers what the copy does: orders are taken, and what would trade at once trades at the present price. */
class Rehearsal implements Effects {
  readonly placed = new Map<string, PlannedOrder>();
  readonly cancelled: PlannedOrder[] = [];
  readonly refusals: (PlannedOrder & { reason: string })[] = [];
  feesAtoms = 0;
  private readonly queue: HostEvent[] = [];
  private readonly copy: Bot;
  private readonly engine: Engine<unknown, unknown>;
  private readonly market: LiveBot['botMarket']['market'];

  constructor(copy: Bot, engine: Engine<unknown, unknown>, market: LiveBot['botMarket']['market']) {
    this.copy = copy;
    this.engine = engine;
    this.market = market;
  }

  run(event: HostEvent): void {
    this.queue.push(event);
    let events = 0;
    for (let next = this.queue.shift(); next !== undefined; next = this.queue.shift()) {
      events += 1;
      if (events > MOST_EVENTS) throw new Refusal(codes.bot_busy);
      this.engine.step(this.copy, next, this.market, this);
    }
  }

  private get instrument(): Instrument {
    return this.engine.instrument;
  }

  private plain(order: OwnOrder): PlannedOrder {
    const { priceTicks, purpose, qtyLots, reduceOnly, side, type } = order;
    const price = type === 'market' ? '0' : formatPrice(this.instrument, priceTicks);
    return { side, price, qty: formatQty(this.instrument, qtyLots), purpose, reduceOnly };
  }

  order(_bot: unknown, order: OwnOrder): void {
    const { slot, cycle } = order;
    const { lastTicks } = this.market;
    const takes =
      order.type === 'market' || (order.side === 'buy' ? order.priceTicks >= lastTicks : order.priceTicks <= lastTicks);
    this.placed.set(`${slot} ${cycle}`, this.plain(order));
    this.queue.push({ type: 'accepted', slot, cycle });
    if (takes) this.queue.push(this.fillOf(order));
  }

  private fillOf({ slot, cycle, side, qtyLots }: OwnOrder): HostEvent {
    const { instrument, market } = this;
    const priceTicks = slippedTicks(side, market.lastTicks, this.engine.limits.slippagePpm);
    const fee = feeAtoms(instrument, side, priceTicks, qtyLots, instrument.takerPpm);
    return {
      ...{ type: 'fill', slot, cycle, priceTicks, qtyLots, feeAtoms: fee },
      ...{ feeInBase: isFeeInBase(instrument, side), maker: false },
    };
  }

  cancel(_bot: unknown, order: OwnOrder): void {
    const { slot, cycle, filledLots } = order;
    // One that the rehearsal itself placed never existed.
    if (!this.placed.delete(`${slot} ${cycle}`)) this.cancelled.push(this.plain(order));
    this.queue.push({ type: 'cancelled', slot, cycle, filledLots });
  }

  fill(...args: Parameters<Effects['fill']>): void {
    this.feesAtoms += args[7];
  }

  refused(_bot: unknown, order: OwnOrder, reason: string): void {
    this.refusals.push({ ...this.plain(order), reason });
  }

  settlement(): void {}
  changed(): void {}
  log(): void {}
}

/** The copy as it would start: with the new params, and with another investment where that changes. */
function edited(live: LiveBot, params: unknown, investmentAtoms: number | null): Bot {
  const { bot, record } = live;
  if (bot.state === null) {
    const { kind, symbol } = record;
    return openBot({ id: bot.id, kind, symbol, params, investmentAtoms: investmentAtoms ?? bot.books.investmentAtoms });
  }
  const copy = structuredClone(bot);
  copy.params = params;
  // Its protective stop is none of the orders that a change is about.
  delete copy.guard;
  if (investmentAtoms !== null) changeInvestment(copy, investmentAtoms);
  return copy;
}

/** Where closing brings back what is held cost, with the fee of closing. */
function breakEvenTicks(copy: Bot, instrument: Instrument): number {
  const { baseAtoms } = copy.books;
  if (Math.abs(baseAtoms) < instrument.baseAtomsPerLot) return 0;
  const perTick = mulDiv(Math.abs(baseAtoms), instrument.quoteAtomsPerTickLot, instrument.baseAtomsPerLot, 'floor');
  const costAtoms = Math.abs(bookCostAtoms(copy));
  if (perTick <= 0) return 0;
  return baseAtoms > 0
    ? Math.ceil(mulDiv(costAtoms, PPM, PPM - instrument.takerPpm, 'ceil') / perTick)
    : Math.floor(mulDiv(costAtoms, PPM, PPM + instrument.takerPpm, 'floor') / perTick);
}

/** `present`: the params as they are; null where they cannot be read at the present price. */
export function planChange(
  live: LiveBot,
  present: unknown,
  params: unknown,
  investmentAtoms: number | null,
): ChangePlan {
  const { botMarket, record } = live;
  const { instrument } = botMarket;
  if (botMarket.market.lastTicks <= 0) throw new Refusal(codes.exchange_busy);
  const engine = new Engine<unknown, unknown>(strategyOf(record.kind), instrument, defaultRiskLimits());
  const copy = edited(live, params, investmentAtoms);
  const rehearsal = new Rehearsal(copy, engine, { ...botMarket.market });
  if (copy.state !== null) rehearsal.run({ type: 'command', command: { name: 'edit' } });
  const name = copy.status === 'paused' ? 'resume' : 'start';
  rehearsal.run({ type: 'command', command: { name } });
  return {
    price: formatPrice(instrument, botMarket.market.lastTicks),
    cancel: rehearsal.cancelled,
    place: [...rehearsal.placed.values()],
    refused: rehearsal.refusals,
    fees: formatQuote(instrument, rehearsal.feesAtoms),
    before: linesOf(live.bot, present, engine, botMarket.market),
    after: linesOf(copy, params, engine, botMarket.market),
  };
}

function linesOf(
  bot: Bot,
  params: unknown,
  engine: Engine<unknown, unknown>,
  market: LiveBot['botMarket']['market'],
): PlanLines {
  const { instrument } = engine;
  const ends = (params === null ? null : engine.ends(params)) ?? engine.watch(bot, market);
  const price = (ticks: number): string | null => (ticks > 0 ? formatPrice(instrument, ticks) : null);
  const isHeld = Math.abs(bot.books.baseAtoms) >= instrument.baseAtomsPerLot;
  const liquidation =
    instrument.contract !== null && isHeld ? liquidationTicks(instrument, marginedPosition(bot, instrument)) : 0;
  return {
    takeProfit: price(ends?.takeProfitTicks ?? 0),
    stopLoss: price(ends?.stopLossTicks ?? 0),
    liquidation: price(liquidation),
    breakEven: price(breakEvenTicks(bot, instrument)),
  };
}

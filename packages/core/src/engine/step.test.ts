// The engine event by event: books, locks, ids, outcomes that come late, and what it refuses to book.
import { describe, expect, it } from 'vitest';
import { btcSpec } from '../../test/btc-usdt.ts';
import { makeInstrument } from '../market/make-instrument.ts';
import { defaultRiskLimits } from '../risk/limits.ts';
import type { BotEvent, Intents, Strategy } from '../strategy/strategy.ts';
import { type Bot, changeInvestment, type Effects, type Market, NEVER_ABOVE, NEVER_AT, openBot } from './bot.ts';
import { CYCLES } from './client-order-id.ts';
import { markEquity, profitOf } from './profit.ts';
import { Engine, wakes } from './step.ts';

const instrument = makeInstrument({
  ...btcSpec,
  tick: '1',
  step: '0.001',
  minQty: '0.001',
  maxQty: '900',
  minPrice: '1',
  maxOpenOrders: 5,
});

interface Script {
  told: BotEvent[];
}

/** A strategy that does what the test says and remembers what it was told. */
function scripted(react: (event: BotEvent, out: Intents) => void): Strategy<null, Script> {
  return {
    kind: 'grid',
    open: () => ({ told: [] }),
    on: (event, _params, state, _view, out) => {
      state.told.push(structuredClone(event));
      react(event, out);
    },
    wake: (_params, _state, out) => {
      out.above(120);
      out.above(150);
      out.below(80);
      out.at(5000);
    },
    costAtoms: () => 0,
    holds: () => false,
    ladder: () => [],
  };
}

function setUp(react: (event: BotEvent, out: Intents) => void) {
  const engine = new Engine(scripted(react), instrument, defaultRiskLimits());
  const bot: Bot<null, Script> = openBot({
    id: 1,
    kind: 'grid',
    symbol: 'BTC/USDT',
    params: null,
    investmentAtoms: 1000e8,
  });
  const market: Market = { lastTicks: 100, nowMs: 1000 };
  const seen: string[] = [];
  const effects: Effects = {
    order: (_bot, { slot, cycle, attempt }) => seen.push(`order ${slot}/${cycle}/${attempt}`),
    cancel: (_bot, { slot, cycle }) => seen.push(`cancel ${slot}/${cycle}`),
    fill: (_bot, { slot }, priceTicks, qtyLots) => seen.push(`fill ${slot} ${qtyLots}@${priceTicks}`),
    settlement: () => seen.push('settlement'),
    refused: (_bot, { slot }, reason, by) => seen.push(`refused ${slot} ${reason} ${by}`),
    changed: ({ status, phase }) => seen.push(`${status} ${phase}`),
    log: (_bot, action, why) => seen.push(`log ${action} ${why}`),
  };
  const step = (event: Parameters<typeof engine.step>[1]) => engine.step(bot, event, market, effects);
  return { engine, bot, market, effects, seen, step };
}

const buyOnStart = (event: BotEvent, out: Intents) => {
  if (event.type === 'command') out.place(0, 'buy', 'limit', 'gtc', 90, 1000, 'grid');
};
const start = { type: 'command', command: { name: 'start' } } as const;
const fillOf = (qtyLots: number, cycle = 0) =>
  ({ type: 'fill', slot: 0, cycle, priceTicks: 90, qtyLots, feeAtoms: 0, feeInBase: true, maker: true }) as const;

describe('Engine', () => {
  it('locks what an order may cost until it trades, and books fills to the atom', () => {
    const { bot, step, seen } = setUp(buyOnStart);
    step(start);
    expect(seen).toEqual(['running idle', 'log start start', 'order 0/0/0']);
    expect(bot).toMatchObject({ lockedQuoteAtoms: 90e8, openOrders: 1 });
    step({ type: 'accepted', slot: 0, cycle: 0 });
    expect(step({ ...fillOf(400), feeAtoms: 40_000 })).toBe(true);
    expect(bot.books).toMatchObject({ quoteAtoms: 964e8, baseAtoms: 0.4e8 - 40_000, feesQuoteAtoms: 3_600_000 });
    expect(bot).toMatchObject({ lockedQuoteAtoms: 54e8, openOrders: 1 });
    step(fillOf(600));
    expect(bot).toMatchObject({ lockedQuoteAtoms: 0, openOrders: 0, fills: 2 });
    expect(bot.state!.told.at(-1)).toMatchObject({ type: 'fill', leftLots: 0, notionalAtoms: 54e8 });
  });

  it('books no fill of an order it does not have, none twice and none too large', () => {
    const { bot, step } = setUp(buyOnStart);
    step(start);
    const before = JSON.stringify(bot);
    expect(step(fillOf(1001))).toBe(false);
    expect(step({ ...fillOf(1), slot: 3 })).toBe(false);
    expect(step(fillOf(1, 1))).toBe(false);
    expect(step({ type: 'cancelled', slot: 0, cycle: 9, filledLots: 0 })).toBe(false);
    expect(JSON.stringify(bot)).toBe(before);
    expect(step(fillOf(1000))).toBe(true);
    expect(step(fillOf(1000))).toBe(false);
  });

  it('waits for the last fills when the cancel is reported first', () => {
    const { bot, step } = setUp(buyOnStart);
    step(start);
    step({ type: 'cancelled', slot: 0, cycle: 0, filledLots: 300 });
    expect(bot.openOrders).toBe(1);
    step(fillOf(300));
    expect(bot).toMatchObject({ openOrders: 0, lockedQuoteAtoms: 0 });
    expect(bot.state!.told.map(({ type }) => type)).toEqual(['command', 'fill', 'cancelled']);
  });

  it('keeps an unknown order live and its money locked until the host knows better', () => {
    const { bot, step } = setUp(buyOnStart);
    step(start);
    step({ type: 'unknown', slot: 0, cycle: 0 });
    expect(bot.orders[0]).toMatchObject({ status: 'unknown' });
    expect(bot.lockedQuoteAtoms).toBe(90e8);
    step({ type: 'accepted', slot: 0, cycle: 0 });
    expect(bot.orders[0]).toMatchObject({ status: 'open' });
  });

  it('counts cycles from zero again when an order id can hold no more', () => {
    const placeAgain = (event: BotEvent, out: Intents) => {
      if (event.type !== 'refused') out.place(0, 'buy', 'limit', 'gtc', 90, 1000, 'grid');
    };
    const { bot, seen, step } = setUp(placeAgain);
    step(start);
    bot.orders[0]!.cycle = CYCLES - 2;
    step(fillOf(1000, CYCLES - 2));
    step(fillOf(1000, CYCLES - 1));
    expect(seen.filter((row) => row.startsWith('order'))).toEqual([
      'order 0/0/0',
      `order 0/${CYCLES - 1}/0`,
      'order 0/0/0',
    ]);
  });

  it('raises the attempt only after the venue`s refusal, the cycle after an end, neither after risk`s', () => {
    const { step, seen } = setUp((event, out) => {
      if (event.type === 'command')
        out.place(0, 'buy', 'limit', 'gtc', 90, event.command.name === 'edit' ? 1e9 : 1000, 'grid');
    });
    step(start);
    step({ type: 'refused', slot: 0, cycle: 0, reason: 'funds' });
    const again = () => {
      step({ type: 'command', command: { name: 'pause', reason: 'user' } });
    };
    again();
    step({ type: 'cancelled', slot: 0, cycle: 0, filledLots: 0 });
    step({ type: 'command', command: { name: 'edit' } });
    step({ type: 'command', command: { name: 'resume' } });
    expect(seen.filter((line) => line.startsWith('order') || line.startsWith('refused'))).toEqual([
      'order 0/0/0',
      'refused 0 funds venue',
      'order 0/0/1',
      'refused 0 qty_large risk',
      'order 0/1/0',
    ]);
  });

  it('counts intents, not fills, against the venue`s limit of open orders', () => {
    const { bot, step } = setUp((event, out) => {
      if (event.type !== 'command') return;
      for (let slot = 0; slot < 7; slot++) out.place(slot, 'buy', 'limit', 'gtc', 90, 100, 'grid');
    });
    step(start);
    expect(bot.openOrders).toBe(5);
    expect(bot.state!.told.slice(1)).toEqual(
      [5, 6].map((slot) => ({ type: 'refused', slot, cycle: 0, reason: 'too_many_orders' })),
    );
  });

  it('three fills of one millisecond do not take it over the limit of open orders', () => {
    const { bot, step } = setUp((event, out) => {
      if (event.type === 'command')
        for (let slot = 0; slot < 5; slot++) out.place(slot, 'buy', 'limit', 'gtc', 90, 100, 'grid');
      if (event.type !== 'fill') return;
      for (const more of [10, 20]) out.place(more + event.slot, 'buy', 'limit', 'gtc', 80, 100, 'grid');
    });
    step(start);
    for (const slot of [0, 1, 2]) {
      step({ ...fillOf(100), slot });
      expect(bot.openOrders).toBe(5);
    }
    const refused = bot.state!.told.filter(({ type }) => type === 'refused');
    expect(refused.map((event) => 'reason' in event && `${event.slot} ${event.reason}`)).toEqual(
      [20, 21, 22].map((slot) => `${slot} too_many_orders`),
    );
  });

  it('never lets two orders of one bot spend the same money', () => {
    const { bot, step } = setUp((event, out) => {
      if (event.type !== 'command') return;
      for (let slot = 0; slot < 3; slot++) out.place(slot, 'buy', 'limit', 'gtc', 100, 4000, 'grid');
    });
    step(start);
    expect(bot).toMatchObject({ openOrders: 2, lockedQuoteAtoms: 800e8 });
    expect(bot.state!.told.at(-1)).toMatchObject({ type: 'refused', reason: 'budget' });
  });

  it('stops a machine that answers every refusal by placing again', () => {
    const { step } = setUp((_event, out) => out.place(0, 'buy', 'limit', 'gtc', 0, 1, 'grid'));
    expect(() => step(start)).toThrow(/places again/);
  });

  it('wakes a bot at its nearest prices and at its time, timer before touch', () => {
    const { bot, market, step } = setUp(() => {});
    expect(wakes(bot, { lastTicks: 1e9, nowMs: 1e15 })).toBe(false);
    step(start);
    expect(bot.wake).toEqual({ aboveTicks: 120, belowTicks: 80, atMs: 5000 });
    expect([79, 80, 81, 119, 120].map((lastTicks) => wakes(bot, { lastTicks, nowMs: 0 }))).toEqual([
      true,
      true,
      false,
      false,
      true,
    ]);
    market.lastTicks = 120;
    market.nowMs = 5000;
    step({ type: 'print' });
    expect(bot.state!.told.slice(1).map(({ type }) => type)).toEqual(['timer', 'touch']);
  });

  it('moves nobody at a price that is none: a zero is no crash of the market', () => {
    const { bot, market, step } = setUp(() => {});
    step(start);
    market.nowMs = 9000;
    for (const price of [0, -5, Number.NaN, 79.5, Number.POSITIVE_INFINITY]) {
      market.lastTicks = price;
      step({ type: 'print' });
    }
    expect(bot.state!.told).toHaveLength(1);
  });

  it('ignores commands that mean nothing in the state the bot is in', () => {
    const { bot, step } = setUp(() => {});
    for (const name of ['resume', 'close', 'edit'] as const) step({ type: 'command', command: { name } });
    expect(bot).toMatchObject({ state: null, status: 'stopped' });
    expect(bot.wake).toMatchObject({ aboveTicks: NEVER_ABOVE, atMs: NEVER_AT });
    step(start);
    step(start);
    expect(bot.state!.told).toHaveLength(1);
  });
});

describe('profit', () => {
  it('refuses to show figures when machine and books disagree about the cost of what is held', () => {
    const { bot, step } = setUp(buyOnStart);
    step(start);
    step(fillOf(1000));
    expect(() => profitOf(bot, 0, instrument, 100)).toThrow(/the books paid/);
    expect(profitOf(bot, 90e8, instrument, 110)).toMatchObject({
      equityAtoms: 1020e8,
      unrealizedAtoms: 20e8,
      totalAtoms: 20e8,
    });
  });

  it('keeps the running peak and the deepest relative fall', () => {
    const { bot, step } = setUp(buyOnStart);
    step(start);
    step(fillOf(1000));
    for (const price of [100, 190, 95, 300, 200]) markEquity(bot, instrument, price);
    expect(bot).toMatchObject({ peakEquityAtoms: 1210e8, drawdownPeakAtoms: 1100e8, drawdownTroughAtoms: 1005e8 });
  });

  it('changes the investment of a bot without open orders only', () => {
    const { bot, step } = setUp(buyOnStart);
    changeInvestment(bot, 1500e8);
    expect(bot.books).toMatchObject({ quoteAtoms: 1500e8, investmentAtoms: 1500e8 });
    step(start);
    expect(() => changeInvestment(bot, 1e8)).toThrow(/open orders/);
  });
});

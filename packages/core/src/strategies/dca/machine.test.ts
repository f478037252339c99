// A DCA bot's life on a venue of a few lines: what it places when, told from the orders it made.
import { describe, expect, it } from 'vitest';
import { type Bot, type Effects, type Market, openBot } from '../../engine/bot.ts';
import { Engine, wakes } from '../../engine/step.ts';
import { makeInstrument } from '../../market/make-instrument.ts';
import { defaultRiskLimits } from '../../risk/limits.ts';
import type { RawParams } from '../../strategy/field.ts';
import type { Command, OwnOrder } from '../../strategy/strategy.ts';
import { dca } from './machine.ts';
import { type DcaParams, parseDcaParams } from './params.ts';
import type { DcaState } from './state.ts';

const instrument = makeInstrument({
  symbol: 'BTC/USDT',
  tick: '0.01',
  step: '0.0001',
  minQty: '0.0001',
  maxQty: '900',
  minNotional: '5',
  minPrice: '0.01',
  maxPrice: '1000000',
  maxOpenOrders: 100,
  maker: '0',
  taker: '0',
});
const ladder: RawParams = {
  mode: 'ladder',
  base_amount: '100',
  safety_amount: '100',
  max_safety: '4',
  active_safety: '2',
  step: '2',
  take_profit: '1.5',
};

/** A venue of a few lines: market orders fill at the last price, limits when a print is beyond them. */
function life(raw: RawParams, startTicks: number) {
  const investmentAtoms = 1000 * 1e8;
  const parsed = parseDcaParams(raw, { instrument, lastTicks: startTicks, investmentAtoms });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const engine = new Engine<DcaParams, DcaState>(dca, instrument, defaultRiskLimits());
  const bot: Bot<DcaParams, DcaState> = openBot({
    id: 1,
    kind: 'dca',
    symbol: 'BTC/USDT',
    params: parsed.params,
    investmentAtoms,
  });
  const market: Market = { lastTicks: startTicks, nowMs: Date.UTC(2026, 10, 21) };
  const book = new Map<number, OwnOrder>();
  const queue: { order: OwnOrder; cancel: boolean }[] = [];
  const logs: string[] = [];
  const placed: string[] = [];
  const effects: Effects = {
    order: (_bot, order) => {
      queue.push({ order: { ...order }, cancel: false });
      placed.push(`${order.side} ${order.type === 'market' ? 'market' : order.priceTicks} ${order.purpose}`);
    },
    cancel: (_bot, order) => queue.push({ order: { ...order }, cancel: true }),
    fill: () => {},
    settlement: () => {},
    refused: () => {},
    changed: () => {},
    log: (_bot, _action, why) => logs.push(why),
  };
  const fill = (order: OwnOrder, priceTicks: number) => {
    book.delete(order.slot);
    const { slot, cycle, qtyLots } = order;
    const trade = { priceTicks, qtyLots, feeAtoms: 0, feeInBase: false, maker: true };
    engine.step(bot, { type: 'fill', slot, cycle, ...trade }, market, effects);
  };
  const settle = () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { order, cancel } = next;
      const { slot, cycle } = order;
      if (cancel && book.delete(slot))
        engine.step(bot, { type: 'cancelled', slot, cycle, filledLots: 0 }, market, effects);
      else if (!cancel && order.type === 'market') fill(order, market.lastTicks);
      else if (!cancel) {
        book.set(slot, order);
        engine.step(bot, { type: 'accepted', slot, cycle }, market, effects);
      }
    }
  };
  const print = (ticks: number, stepMs = 1000) => {
    market.lastTicks = ticks;
    market.nowMs += stepMs;
    const crossed = [...book.values()].filter(({ side, priceTicks }) =>
      side === 'buy' ? ticks < priceTicks : ticks > priceTicks,
    );
    for (const order of crossed) fill(order, order.priceTicks);
    settle();
    if (wakes(bot, market)) engine.step(bot, { type: 'print' }, market, effects);
    settle();
  };
  const command = (given: Command) => {
    engine.step(bot, { type: 'command', command: given }, market, effects);
    settle();
  };
  const resting = (side: 'buy' | 'sell') =>
    [...book.values()].filter((order) => order.side === side).map(({ priceTicks }) => priceTicks);
  command({ name: 'start' });
  return { bot, market, print, command, resting, logs, placed, watch: () => engine.watch(bot, market) };
}

describe('a ladder', () => {
  it('rests the safety orders that may rest and moves the target after every fill, by what really filled', () => {
    const { print, resting } = life(ladder, 10_000);
    expect(resting('buy')).toEqual([9_800, 9_600]);
    expect(resting('sell')).toEqual([10_150]);
    print(9_799);
    expect(resting('buy')).toEqual([9_600, 9_400]);
    // 0.9998 at 100 and 1.0204 at 98: average 98.9898, x 1.015.
    expect(resting('sell')).toEqual([10_048]);
  });

  it('places each level once when the price gaps through several', () => {
    const { print, bot, placed } = life(ladder, 10_000);
    print(9_300);
    print(9_100);
    expect(placed.filter((text) => text.endsWith('add'))).toHaveLength(4);
    expect(bot.state?.steps.map(({ status }) => status)).toEqual(['filled', 'filled', 'filled', 'filled']);
  });

  it('closes at the target, cools down and begins again', () => {
    const { print, bot, resting, watch } = life({ ...ladder, cooldown: '60' }, 10_000);
    print(10_151);
    expect([bot.phase, bot.rounds, bot.books.baseAtoms, resting('buy')]).toEqual(['cooldown', 1, 0, []]);
    print(10_160, 61_000);
    expect([bot.phase, watch()?.round]).toEqual(['holding', 2]);
  });

  it('keeps the target through a pause, and does not catch up what the price passed meanwhile', () => {
    const { print, command, resting, bot } = life({ ...ladder, active_safety: '4' }, 10_000);
    command({ name: 'pause', reason: 'user' });
    expect([resting('buy'), resting('sell')]).toEqual([[], [10_150]]);
    print(9_700);
    command({ name: 'resume' });
    expect(bot.state?.steps.map(({ status }) => status)).toEqual(['missed', 'live', 'live', 'live']);
    print(9_900);
    expect(resting('buy')).toContain(9_800);
  });

  it('stops a second stop loss within a day from becoming a third', () => {
    const { print, bot, logs } = life({ ...ladder, stop_loss: '10', cooldown: '60' }, 10_000);
    print(8_999);
    expect([bot.status, bot.books.baseAtoms, bot.phase]).toEqual(['running', 0, 'cooldown']);
    print(9_000, 61_000);
    print(8_000);
    expect([bot.status, bot.pauseReason, logs.includes('stopped_twice')]).toEqual(['paused', 'risk', true]);
  });

  it('takes its profit in parts', () => {
    const steps = [
      { profit: '1', share: '50' },
      { profit: '3', share: '50' },
    ];
    const { print, resting, bot } = life({ ...ladder, take_profit: '', tp_steps: JSON.stringify(steps) }, 10_000);
    expect(resting('sell')).toEqual([10_100, 10_300]);
    print(10_101);
    expect([resting('sell'), bot.rounds, bot.books.baseAtoms]).toEqual([[10_300], 1, 49_990_000]);
  });

  it('follows the price past the target and closes on its way back', () => {
    const { print, bot, watch } = life({ ...ladder, tp_callback: '0.5' }, 10_000);
    print(10_150);
    print(10_400);
    expect(watch()?.trail).toEqual({ of: 'take_profit', bestTicks: 10_400, fireTicks: 10_348 });
    print(10_349);
    expect(bot.rounds).toBe(0);
    print(10_348);
    expect([bot.rounds, bot.books.baseAtoms]).toEqual([1, 0]);
  });

  it('keeps its coin when it is stopped without closing, and adopts it at the next start', () => {
    const { command, bot, resting } = life(ladder, 10_000);
    command({ name: 'stop', close: false, reason: 'user' });
    expect([bot.status, resting('buy'), resting('sell'), bot.books.baseAtoms]).toEqual(['stopped', [], [], 99_980_000]);
    command({ name: 'start' });
    expect([resting('sell'), bot.books.baseAtoms]).toEqual([[10_150], 99_980_000]);
  });
});

describe('a calendar', () => {
  const calendar: RawParams = { mode: 'calendar', amount: '50', interval: '1d', at: '08:00', max_positions: '3' };
  const DAY = 86_400_000;

  it('buys at its slots and no more than it may', () => {
    const { print, bot, logs } = life(calendar, 10_000);
    for (let day = 0; day < 5; day++) print(10_000, DAY);
    expect([bot.fills, logs.filter((why) => why === 'buys_done')]).toEqual([3, ['buys_done']]);
  });

  it('does not catch up what was missed: one row, and the next slot', () => {
    const { print, bot, logs } = life(calendar, 10_000);
    print(10_000, DAY);
    print(10_000, 3 * DAY + 7_200_000);
    expect([bot.fills, logs.filter((why) => why === 'slots_missed')]).toEqual([1, ['slots_missed']]);
    print(10_000, DAY - 7_200_000);
    expect(bot.fills).toBe(2);
  });

  it('spends more in a dip', () => {
    const { print, bot } = life({ ...calendar, dip_drop: '5', multiplier: '2' }, 10_000);
    print(10_000, DAY);
    print(9_000, DAY);
    // 50 at 100 and 100 at 90, each with the slippage of a market order taken off: 0.4999 + 1.1108.
    expect(bot.books.baseAtoms).toBe(161_070_000);
  });
});

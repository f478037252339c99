// Panic on a real grid: nothing rests afterwards, exits included, no price wakes it, what trades late is booked and
// answered by no order; a resume brings every line back, a release only the exits.
import { describe, expect, it } from 'vitest';
import { btcSpec } from '../../test/btc-usdt.ts';
import { makeInstrument } from '../market/make-instrument.ts';
import { defaultRiskLimits } from '../risk/limits.ts';
import { parseParams, strategyOf } from '../strategies/registry.ts';
import type { OwnOrder } from '../strategy/strategy.ts';
import { type Bot, type Effects, type HostEvent, type Market, openBot } from './bot.ts';
import { Engine, wakes } from './step.ts';

const instrument = makeInstrument({ ...btcSpec, tick: '0.01', step: '0.001', minQty: '0.001', minPrice: '0.01' });

/** A grid of four lines between 90 and 110 at 100, its venue taking every order and cancel at once; or trading buys just before. */
function openGrid(tradesLate = false) {
  const context = { instrument, lastTicks: 10_000, investmentAtoms: 1000e8 };
  const parsed = parseParams('grid', { lower: '90', upper: '110', grid_levels: '4', grid_mode: 'arithmetic' }, context);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const engine = new Engine(strategyOf('grid'), instrument, defaultRiskLimits());
  const { params } = parsed;
  const bot: Bot = openBot({ id: 1, kind: 'grid', symbol: 'BTC/USDT', params, investmentAtoms: 1000e8 });
  const market: Market = { lastTicks: 10_000, nowMs: 1000 };
  const resting = new Map<number, OwnOrder>();
  const logs: string[] = [];
  const due: HostEvent[] = [];
  const effects: Effects = {
    order: (_bot, order) => {
      const { slot, cycle, type, qtyLots } = order;
      due.push({ type: 'accepted', slot, cycle });
      const paid = { feeAtoms: 0, feeInBase: true, maker: false, priceTicks: 10_000 };
      if (type === 'market') due.push({ type: 'fill', slot, cycle, qtyLots, ...paid });
      else resting.set(slot, { ...order });
    },
    cancel: (_bot, { slot, cycle, filledLots, priceTicks, qtyLots, side }) => {
      resting.delete(slot);
      const paid = { feeAtoms: 0, feeInBase: true, maker: true, priceTicks };
      if (tradesLate && side === 'buy') due.push({ type: 'fill', slot, cycle, qtyLots, ...paid });
      else due.push({ type: 'cancelled', slot, cycle, filledLots });
    },
    fill: () => {},
    settlement: () => {},
    refused: (_bot, _order, reason) => logs.push(`refused ${reason}`),
    changed: () => {},
    log: (_bot, action, why) => logs.push(`${action} ${why}`),
  };
  const step = (event: HostEvent) => {
    engine.step(bot, event, market, effects);
    for (let next = due.shift(); next !== undefined; next = due.shift()) engine.step(bot, next, market, effects);
  };
  const print = (lastTicks: number, nowMs: number) => {
    Object.assign(market, { lastTicks, nowMs });
    if (wakes(bot, market)) step({ type: 'print' });
  };
  const sides = () => [...resting.values()].map(({ side, priceTicks }) => `${side} ${priceTicks}`).sort();
  step({ type: 'command', command: { name: 'start' } });
  return { bot, resting, logs, step, print, sides };
}

describe('halt', () => {
  it('leaves no order and no wake point, and a resume brings every line back', () => {
    const { bot, logs, print, resting, sides, step } = openGrid();
    const before = sides();
    expect(before).toHaveLength(4);
    step({ type: 'halt' });
    expect(resting.size).toBe(0);
    expect(bot).toMatchObject({ status: 'paused', pauseReason: 'user', halted: 'running', openOrders: 0 });
    expect(logs.filter((row) => row.startsWith('refused') || row.startsWith('failed'))).toEqual([]);
    expect(logs.at(-1)).toBe('pause panic');
    print(8_000, 10_000_000);
    print(12_000, 90_000_000);
    expect(resting.size).toBe(0);
    step({ type: 'halt' });
    step({ type: 'release' });
    expect(bot.halted).toBe('running');
    print(10_000, 90_001_000);
    step({ type: 'command', command: { name: 'resume' } });
    expect(bot).toMatchObject({ status: 'running', halted: '' });
    expect(sides()).toEqual(before);
  });

  it('of a paused bot takes its exits too, and a release returns those alone under the old reason', () => {
    const { bot, print, sides, step } = openGrid();
    step({ type: 'command', command: { name: 'pause', reason: 'risk' } });
    const exits = sides();
    expect(exits.every((row) => row.startsWith('sell'))).toBe(true);
    step({ type: 'halt' });
    expect(sides()).toEqual([]);
    expect(bot).toMatchObject({ pauseReason: 'user', halted: 'risk' });
    step({ type: 'release' });
    expect(bot).toMatchObject({ status: 'paused', pauseReason: 'risk', halted: '' });
    print(10_000, 200_000);
    expect(sides()).toEqual(exits);
  });

  it('books what trades before its cancel arrives, and answers it with no order', () => {
    const { bot, logs, resting, step } = openGrid(true);
    const coin = bot.books.baseAtoms;
    step({ type: 'halt' });
    expect(bot.books.baseAtoms).toBeGreaterThan(coin);
    expect([resting.size, bot.openOrders]).toEqual([0, 0]);
    expect(logs.filter((row) => row.startsWith('refused') || row.startsWith('failed'))).toEqual([]);
    step({ type: 'command', command: { name: 'stop', close: true, reason: 'user' } });
    expect(bot).toMatchObject({ status: 'stopped', halted: '' });
    expect(Math.floor(bot.books.baseAtoms / instrument.baseAtomsPerLot)).toBe(0);
  });
});

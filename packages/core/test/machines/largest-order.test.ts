// What is larger than one order may be goes as several, whatever the kind: entries, adds by hand and the close. The most of a
// market order is a rule of its own, in coin or in quote, and may change while a bot holds more than it.
import { type Bot, type Effects, type Market, openBot } from '@cormorant/core/engine/bot.ts';
import { keepGuard } from '@cormorant/core/engine/guard.ts';
import { Engine } from '@cormorant/core/engine/step.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { defaultRiskLimits } from '@cormorant/core/risk/limits.ts';
import { parseParams, strategyOf } from '@cormorant/core/strategies/registry.ts';
import { GUARD_SLOT } from '@cormorant/core/strategy/guard.ts';
import type { BotKind, Command, OwnOrder } from '@cormorant/core/strategy/strategy.ts';
import { describe, expect, test } from 'vitest';
import { perpetual, spot } from './instruments.ts';

const MINUTE = 60_000;
const rsiBelow = { op: 'all', items: [{ left: { ind: 'rsi', args: [14] }, cmp: '<', right: { num: '30' }, tf: '1m' }] };
const martin = {
  ...{ first_amount: '100', max_positions: '3', multiplier: '2', add_drop: '3', take_profit: '1.3', stop_loss: '15' },
  ...{ cycle: 'loop', entry: 'now' },
};
const dca = {
  ...{ mode: 'ladder', base_amount: '100', safety_amount: '100', max_safety: '4', active_safety: '2', step: '2' },
  take_profit: '1.5',
};
const custom = { amount: '100', stop_loss: '10', take_profit: '1', open: rsiBelow, cooldown_s: '0' };
const grid = { lower: '80', upper: '120', grid_levels: '10' };
const cases: readonly (readonly [BotKind, Record<string, unknown>])[] = [
  ['martin', martin],
  ['dca', dca],
  ['custom', custom],
  ['grid', grid],
];
/** A third of the first order, and a little more: 0.3 coins of 1. */
const small: Partial<Instrument> = { maxMarketLots: 3_000 };
const cheap: Partial<Instrument> = { maxMarketNotionalAtoms: 31e8 };

function open(kind: BotKind, raw: Record<string, unknown>, instrument: Instrument) {
  const investmentAtoms = 1000e8;
  const parsed = parseParams(kind, raw, { instrument, lastTicks: 10_000, investmentAtoms });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  let engine = new Engine(strategyOf(kind), instrument, defaultRiskLimits());
  const bot: Bot = openBot({ id: 1, kind, symbol: 'BTC/USDT', params: parsed.params, investmentAtoms });
  if (instrument.contract !== null) keepGuard(bot);
  const market: Market = { lastTicks: 10_000, nowMs: 10 * MINUTE, indicators: { value: () => 20 } };
  const sent: OwnOrder[] = [];
  const queue: OwnOrder[] = [];
  const told: { why: string; data: Readonly<Record<string, string | number>> }[] = [];
  const silent = () => {};
  const effects: Effects = {
    order: (_bot, order) => {
      if (order.slot === GUARD_SLOT) return void queue.push({ ...order });
      sent.push({ ...order });
      if (order.type === 'market') queue.push({ ...order });
    },
    cancel: (_bot, order) => void queue.push({ ...order, status: 'cancelling' }),
    refused: (_bot, _order, reason, by) => void told.push({ why: `${by} ${reason}`, data: {} }),
    ...{ fill: silent, settlement: silent, changed: silent },
    log: (_bot, _action, why, data) => void told.push({ why, data }),
  };
  const settle = () => {
    for (let order = queue.shift(); order !== undefined; order = queue.shift()) {
      const { slot, cycle, qtyLots, side, status } = order;
      if (status === 'cancelling') engine.step(bot, { type: 'cancelled', slot, cycle, filledLots: 0 }, market, effects);
      else if (slot === GUARD_SLOT) engine.step(bot, { type: 'accepted', slot, cycle }, market, effects);
      else {
        const feeInBase = instrument.feeAsset === 'received' && side === 'buy';
        const fee = { feeAtoms: feeInBase ? qtyLots * 10 : 1_000, feeInBase, maker: false };
        engine.step(bot, { type: 'fill', slot, cycle, priceTicks: 10_000, qtyLots, ...fee }, market, effects);
      }
      const { books } = bot;
      expect(books.quoteAtoms).toBe(
        books.investmentAtoms + books.realizedAtoms + books.pendingFundingAtoms - engine.costAtoms(bot),
      );
    }
  };
  const command = (one: Command) => {
    engine.step(bot, { type: 'command', command: one }, market, effects);
    settle();
  };
  command({ name: 'start' });
  for (let wait = 0; wait < 3 && bot.fills === 0; wait++) {
    market.nowMs += MINUTE;
    engine.step(bot, { type: 'print' }, market, effects);
    settle();
  }
  return {
    ...{ bot, sent, told, command },
    atMarket: () => sent.filter(({ type }) => type === 'market').map(({ qtyLots }) => qtyLots),
    /** As a host does when the rules of its market have changed. */
    change: (rules: Partial<Instrument>) => {
      engine = new Engine(strategyOf(kind), { ...instrument, ...rules }, defaultRiskLimits());
      engine.step(bot, { type: 'print' }, market, effects);
    },
  };
}

const sum = (lots: readonly number[]) => lots.reduce((all, one) => all + one, 0);

describe.each(cases)('%s', (kind, raw) => {
  const own = kind === 'grid' ? {} : { direction: 'long', leverage: '2' };
  const markets = [
    ['spot', spot, raw],
    ['a contract', perpetual, kind === 'grid' ? { ...raw, direction: 'long', leverage: '2' } : { ...raw, ...own }],
  ] as const;

  test.each(markets)('on %s: entries and the close go in orders that the venue takes', (_name, instrument, params) => {
    const whole = open(kind, params, instrument);
    const wanted = sum(whole.atMarket());
    expect(wanted).toBeGreaterThan(9_000);
    for (const rule of [small, cheap]) {
      const life = open(kind, params, { ...instrument, ...rule });
      // At the most 0.01 % less: each of several orders is rounded down to a lot.
      expect(wanted - sum(life.atMarket())).toBeLessThanOrEqual(4);
      const entered = life.atMarket().length;
      expect(entered).toBeGreaterThanOrEqual(4);
      life.command({ name: 'stop', close: true, reason: 'user' });
      expect(life.bot.status).toBe('stopped');
      expect(Math.abs(life.bot.books.baseAtoms)).toBeLessThan(instrument.baseAtomsPerLot);
      expect(life.atMarket().length - entered).toBeGreaterThanOrEqual(4);
      expect(Math.max(...life.atMarket())).toBeLessThanOrEqual(3_100);
      expect(life.told.filter(({ why }) => why.startsWith('risk'))).toEqual([]);
    }
  });

  test.each(markets)(
    'on %s: a position above a maximum that has changed is closed all the same',
    (_name, instrument, params) => {
      const life = open(kind, params, instrument);
      life.change(small);
      const entered = life.sent.length;
      life.command({ name: 'stop', close: true, reason: 'user' });
      expect(life.bot.status).toBe('stopped');
      expect(Math.abs(life.bot.books.baseAtoms)).toBeLessThan(instrument.baseAtomsPerLot);
      expect(
        life.sent
          .slice(entered)
          .filter(({ type }) => type === 'market')
          .every(({ qtyLots }) => qtyLots <= 3_000),
      ).toBe(true);
    },
  );
});

describe.each(cases.filter(([kind]) => kind !== 'grid'))('%s', (kind, raw) => {
  test('an add by hand above the maximum goes in several orders', () => {
    const life = open(kind, raw, { ...spot, ...small });
    const before = sum(life.atMarket());
    life.command({ name: 'add', amountAtoms: 70e8 });
    expect(sum(life.atMarket()) - before).toBeGreaterThan(6_990);
  });
});

test('the protective stop is no larger than an order may be, and says what it does not cover', () => {
  const life = open('martin', { ...martin, direction: 'long', leverage: '2' }, { ...perpetual, ...small });
  expect(life.bot.guard).toMatchObject({ status: 'open', qtyLots: 3_000 });
  const held = life.bot.books.baseAtoms / perpetual.baseAtomsPerLot;
  const part = life.told.findLast(({ why }) => why === 'guard_part');
  expect(part?.data).toMatchObject({ qty: '0.3000', rest: ((held - 3_000) / 1e4).toFixed(4), base: 'BTC' });
});

test('a protective stop of all that is held stays when the maximum becomes smaller: none of less is better', () => {
  const life = open('martin', { ...martin, direction: 'long', leverage: '2' }, perpetual);
  const held = life.bot.books.baseAtoms / perpetual.baseAtomsPerLot;
  expect(life.bot.guard).toMatchObject({ status: 'open', qtyLots: held });
  life.change(small);
  expect(life.bot.guard).toMatchObject({ status: 'open', qtyLots: held });
});

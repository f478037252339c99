// A first order of which too little traded to be sold again begins no round, whatever the kind: what came is dust with its
// cost, the order is tried again a minute later, and the third failure pauses the bot.
import { type Bot, type Effects, type Market, openBot } from '@cormorant/core/engine/bot.ts';
import { Engine } from '@cormorant/core/engine/step.ts';
import { defaultRiskLimits } from '@cormorant/core/risk/limits.ts';
import { parseParams, strategyOf } from '@cormorant/core/strategies/registry.ts';
import type { BotKind, OwnOrder } from '@cormorant/core/strategy/strategy.ts';
import { describe, expect, test } from 'vitest';
import { spot } from './instruments.ts';

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
const cases: readonly (readonly [BotKind, Record<string, unknown>])[] = [
  ['martin', martin],
  ['dca', dca],
  ['custom', { amount: '100', stop_loss: '10', take_profit: '1', open: rsiBelow, cooldown_s: '0' }],
];

function open(kind: BotKind, raw: Record<string, unknown>) {
  const investmentAtoms = 1000e8;
  const parsed = parseParams(kind, raw, { instrument: spot, lastTicks: 10_000, investmentAtoms });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const engine = new Engine(strategyOf(kind), spot, defaultRiskLimits());
  const bot: Bot = openBot({ id: 1, kind, symbol: 'BTC/USDT', params: parsed.params, investmentAtoms });
  const market: Market = { lastTicks: 10_000, nowMs: 10 * MINUTE, indicators: { value: () => 20 } };
  const entries: OwnOrder[] = [];
  const logs: string[] = [];
  const silent = () => {};
  const effects: Effects = {
    order: (_bot, order) => void (order.purpose === 'entry' && entries.push({ ...order })),
    ...{ cancel: silent, fill: silent, settlement: silent, refused: silent, changed: silent },
    log: (_bot, _action, why) => void logs.push(why),
  };
  const minute = () => {
    market.nowMs += MINUTE;
    engine.step(bot, { type: 'print' }, market, effects);
  };
  /** So much of the newest entry trades, and the rest of it expires. */
  const trade = (qtyLots: number) => {
    const order = entries.at(-1);
    if (order === undefined) throw new Error('no entry');
    const { slot, cycle } = order;
    const fee = { feeAtoms: qtyLots * 10, feeInBase: true, maker: false };
    engine.step(bot, { type: 'fill', slot, cycle, priceTicks: 10_000, qtyLots, ...fee }, market, effects);
    if (qtyLots < order.qtyLots)
      engine.step(bot, { type: 'cancelled', slot, cycle, filledLots: qtyLots }, market, effects);
    const { books } = bot;
    const cash = books.investmentAtoms + books.realizedAtoms - engine.costAtoms(bot);
    expect(books.quoteAtoms).toBe(cash);
  };
  engine.step(bot, { type: 'command', command: { name: 'start' } }, market, effects);
  for (let wait = 0; wait < 3 && entries.length === 0; wait++) minute();
  return { bot, engine, entries, logs, minute, trade };
}

describe.each(cases)('%s', (kind, raw) => {
  test('a part too small to be sold is dust, and the round begins with the order that is tried again', () => {
    const { bot, engine, entries, logs, minute, trade } = open(kind, raw);
    // 1 USDT of 100, where an order has to be worth 5.
    trade(100);
    expect(engine.holds(bot)).toBe(false);
    expect([bot.books.baseAtoms, bot.phase, bot.status]).toEqual([
      100 * spot.baseAtomsPerLot - 1_000,
      'opening',
      'running',
    ]);
    expect(entries).toHaveLength(1);
    minute();
    expect(entries).toHaveLength(2);
    trade(entries[1]?.qtyLots ?? 0);
    expect(engine.holds(bot)).toBe(true);
    expect(bot.phase).toBe('holding');
    expect(engine.watch(bot, { lastTicks: 10_000, nowMs: 0 })?.round).toBe(1);
    expect(logs).not.toContain('opening_failed');
  });

  test('a part that can be sold is a position', () => {
    const { bot, engine, entries, trade } = open(kind, raw);
    trade(600);
    expect([engine.holds(bot), bot.phase, entries.length]).toEqual([true, 'holding', 1]);
  });

  test('three such parts pause it', () => {
    const { bot, engine, logs, minute, trade } = open(kind, raw);
    for (let time = 0; time < 3; time++) {
      if (time > 0) minute();
      trade(100);
    }
    expect([bot.status, bot.pauseReason, engine.holds(bot)]).toEqual(['paused', 'balance', false]);
    expect(logs.some((why) => why === 'opening_failed' || why === 'first_failed')).toBe(true);
  });
});

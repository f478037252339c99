// The martingale by worked figures, on indicators that the test sets: what the trend gate holds and lets through, how far
// volatility spaces the next add, where adds that hang on the first fill go after a pause, an entry by conditions, and the
// pause of a first order that nobody takes.
import { type Bot, type Effects, type Market, openBot } from '@cormorant/core/engine/bot.ts';
import { Engine, wakes } from '@cormorant/core/engine/step.ts';
import { defaultRiskLimits } from '@cormorant/core/risk/limits.ts';
import { martin } from '@cormorant/core/strategies/martin/machine.ts';
import { type MartinParams, parseMartinParams } from '@cormorant/core/strategies/martin/params.ts';
import type { MartinState } from '@cormorant/core/strategies/martin/state.ts';
import type { Command, OwnOrder } from '@cormorant/core/strategy/strategy.ts';
import { describe, expect, test } from 'vitest';
import { spot } from '../machines/instruments.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const calm = {
  ...{ first_amount: '20', max_positions: '4', add_drop: '1', multiplier: '1', add_callback: '0', tp_callback: '0' },
  ...{ take_profit: '1', guard_drop: '20', stop_loss: '20', cycle: 'loop', entry: 'now' },
};

/** What the indicators say, now and one candle before. */
interface Said {
  ema: readonly [now: number, before: number];
  ratio: number;
  rsi: number;
}

/** A venue without fees: market orders fill at the last price, limits when a print is beyond them. */
function life(
  raw: Record<string, unknown>,
  said: Said = { ema: [Number.NaN, Number.NaN], ratio: Number.NaN, rsi: 50 },
) {
  const investmentAtoms = 10_000e8;
  const parsed = parseMartinParams({ ...calm, ...raw }, { instrument: spot, lastTicks: 100_000, investmentAtoms });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const engine = new Engine<MartinParams, MartinState>(martin, spot, defaultRiskLimits());
  const bot: Bot<MartinParams, MartinState> = openBot({
    ...{ id: 1, kind: 'martin', symbol: 'BTC/USDT', params: parsed.params, investmentAtoms },
  });
  const values: Record<string, (back: 0 | 1) => number> = {
    ema: (back) => said.ema[back],
    atr: () => said.ratio,
    rsi: () => said.rsi,
  };
  const market: Market = {
    ...{ lastTicks: 100_000, nowMs: 100 * HOUR },
    indicators: { value: ({ ind }, back) => values[ind]?.(back) ?? Number.NaN },
  };
  const book = new Map<number, OwnOrder>();
  const queue: { order: OwnOrder; cancel: boolean }[] = [];
  const logs: { why: string; data: Readonly<Record<string, string | number>> }[] = [];
  const silent = () => {};
  const effects: Effects = {
    order: (_bot, order) => void queue.push({ order: { ...order }, cancel: false }),
    cancel: (_bot, order) => void queue.push({ order: { ...order }, cancel: true }),
    ...{ fill: silent, settlement: silent, refused: silent, changed: silent },
    log: (_bot, _action, why, data) => void logs.push({ why, data }),
  };
  const state = { refuses: false };
  const fill = ({ slot, cycle, qtyLots }: OwnOrder, priceTicks: number) => {
    book.delete(slot);
    const trade = { priceTicks, qtyLots, feeAtoms: 0, feeInBase: false, maker: true };
    engine.step(bot, { type: 'fill', slot, cycle, ...trade }, market, effects);
  };
  const settle = () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { order, cancel } = next;
      const { slot, cycle } = order;
      if (cancel && book.delete(slot))
        engine.step(bot, { type: 'cancelled', slot, cycle, filledLots: 0 }, market, effects);
      else if (!cancel && state.refuses)
        engine.step(bot, { type: 'refused', slot, cycle, reason: 'funds' }, market, effects);
      else if (!cancel && order.type === 'market') fill(order, market.lastTicks);
      else if (!cancel) {
        book.set(slot, order);
        engine.step(bot, { type: 'accepted', slot, cycle }, market, effects);
      }
    }
  };
  const print = (ticks: number, stepMs = 1_000) => {
    market.lastTicks = ticks;
    market.nowMs += stepMs;
    for (const order of [...book.values()])
      if (order.side === 'buy' ? ticks < order.priceTicks : ticks > order.priceTicks) fill(order, order.priceTicks);
    settle();
    if (wakes(bot, market)) engine.step(bot, { type: 'print' }, market, effects);
    settle();
  };
  const command = (given: Command) => {
    engine.step(bot, { type: 'command', command: given }, market, effects);
    settle();
  };
  command({ name: 'start' });
  const of = (why: string) => logs.filter((row) => row.why === why).map(({ data }) => data);
  return { bot, command, print, said, state, of, lots: () => bot.state?.lots.length, next: () => bot.state?.addTicks };
}

describe('the trend gate', () => {
  const gated = { trend_gate: '1', trend_tf: '1h', add_callback: '0.1' };
  const say = (now: number, before: number): Said => ({ ema: [now, before], ratio: Number.NaN, rsi: 50 });
  /** Down through the add at 990.00, and up again by more than the callback. */
  const dip = ({ print }: ReturnType<typeof life>, low = 98_000, up = 98_200) => {
    print(low);
    print(up);
  };

  test('holds an add below a falling average, and lets it through once the average rises', () => {
    const one = life(gated, say(1_005, 1_006));
    dip(one);
    expect(one.lots()).toBe(1);
    expect(one.of('add_held')).toEqual([expect.objectContaining({ guard: 'guard_trend' })]);
    one.said.ema = [1_005, 1_004];
    one.print(98_200, HOUR);
    expect(one.lots()).toBe(2);
  });

  test('holds nothing above the average, and everything while it is not known', () => {
    const above = life(gated, say(979, 980));
    dip(above);
    expect(above.lots()).toBe(2);
    const unknown = life(gated);
    dip(unknown);
    expect(unknown.lots()).toBe(1);
    expect(unknown.of('add_held')).toEqual([expect.objectContaining({ guard: 'guard_trend_unknown' })]);
  });
});

test.each([
  ['1.5 times its median', 1.5, 98_500],
  ['a fifth of it: never closer than half', 0.2, 99_500],
  ['nine times: never further than three', 9, 97_000],
  ['unknown: as it was entered', Number.NaN, 99_000],
])('volatility of %s spaces an add of 1 %%', (_what, ratio, level) => {
  const { next } = life({ vol_spacing: '1' }, { ema: [Number.NaN, Number.NaN], ratio, rsi: 50 });
  expect(next()).toBe(level);
});

describe('adds that hang on the first fill, 1000.00', () => {
  const paused = (ticks: number) => {
    const one = life({ add_base: 'first' });
    expect(one.next()).toBe(99_000);
    one.command({ name: 'pause', reason: 'user' });
    one.print(ticks);
    one.command({ name: 'resume' });
    return one;
  };

  test('go to the first of their levels that a pause has not let pass', () => {
    const one = paused(98_500);
    expect(one.next()).toBe(98_000);
    expect(one.of('add_rebased')).toEqual([{ step: 2, level: '980.00', price: '985.00' }]);
    expect(one.lots()).toBe(1);
  });

  test('go one drop below the price when it has passed them all', () => {
    const one = paused(85_000);
    expect(one.next()).toBe(84_150);
    expect(one.of('add_rebased')).toEqual([{ step: 2, level: '841.50', price: '850.00' }]);
  });

  test('stay where they are when none was passed', () => {
    const one = paused(99_500);
    expect([one.next(), one.of('add_rebased')]).toEqual([99_000, []]);
  });
});

test('an entry by conditions waits for them, and says which held', () => {
  const tree = { op: 'all', items: [{ left: { ind: 'rsi', args: [14] }, cmp: '<', right: { num: '30' }, tf: '1m' }] };
  const one = life({ entry: 'conditions', entry_conditions: tree });
  for (let minute = 0; minute < 3; minute++) one.print(100_000, MINUTE);
  expect([one.lots(), one.bot.phase]).toEqual([0, 'waiting']);
  one.said.rsi = 29;
  one.print(100_000, MINUTE);
  expect([one.lots(), one.bot.phase]).toEqual([1, 'holding']);
  const [opened] = one.of('martin_open_conditions');
  expect(opened).toMatchObject({ round: 1, price: '1000.00' });
  expect(String(opened?.['conditions'])).toMatch(/rsi/i);
});

test('a first order that is refused three times pauses the bot for its balance, and a start tries again', () => {
  const one = life({ entry: 'price', entry_price: '990' });
  one.state.refuses = true;
  one.print(98_900);
  for (let minute = 0; minute < 3; minute++) one.print(98_900, MINUTE);
  expect(one.bot).toMatchObject({ status: 'paused', pauseReason: 'balance' });
  expect(one.of('first_failed')).toEqual([{ reason: 'funds', tries: 3 }]);
  one.state.refuses = false;
  one.command({ name: 'resume' });
  one.print(98_900, MINUTE);
  expect([one.bot.status, one.lots()]).toEqual(['running', 1]);
});

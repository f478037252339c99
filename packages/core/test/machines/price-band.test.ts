// A wide grid where the exchange takes no order too far from its market: such lines are missing with their reason, nothing is
// sent for them, and they come when the price has come near enough.
import { type Bot, type Effects, type Market, openBot } from '@cormorant/core/engine/bot.ts';
import { Engine, wakes } from '@cormorant/core/engine/step.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { defaultRiskLimits } from '@cormorant/core/risk/limits.ts';
import { parseParams, strategyOf } from '@cormorant/core/strategies/registry.ts';
import { isOutOfBand, reachTicks, withinBand } from '@cormorant/core/strategy/price-band.ts';
import type { OwnOrder } from '@cormorant/core/strategy/strategy.ts';
import { expect, test } from 'vitest';
import { perpetual, spot } from './instruments.ts';

const fifth = { buyLeastPpm: 200_000, buyMostPpm: 5_000_000, sellLeastPpm: 200_000, sellMostPpm: 5_000_000 };
const narrow = { buyLeastPpm: 800_000, buyMostPpm: 1_200_000, sellLeastPpm: 800_000, sellMostPpm: 1_200_000 };

function open(instrument: Instrument, raw: Record<string, unknown>, kind: 'grid' | 'martin' = 'grid') {
  const investmentAtoms = 10_000e8;
  const parsed = parseParams(kind, raw, { instrument, lastTicks: 10_000, investmentAtoms });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const engine = new Engine(strategyOf(kind), instrument, defaultRiskLimits());
  const bot: Bot = openBot({ id: 1, kind, symbol: 'BTC/USDT', params: parsed.params, investmentAtoms });
  const market: Market = { lastTicks: 10_000, nowMs: 1_700_000_000_000 };
  const resting = new Map<number, OwnOrder>();
  const queue: { order: OwnOrder; ticks: number }[] = [];
  const refusals: string[] = [];
  let farthest = 0;
  const silent = () => {};
  const effects: Effects = {
    order: (_bot, order) => {
      if (order.type === 'market') return void queue.push({ order: { ...order }, ticks: market.lastTicks });
      if (isOutOfBand(instrument, order.side, order.priceTicks, market.lastTicks)) farthest++;
      resting.set(order.slot, { ...order });
    },
    cancel: silent,
    refused: (_bot, _order, reason, by) => void refusals.push(`${by} ${reason}`),
    ...{ fill: silent, settlement: silent, changed: silent, log: silent },
  };
  const settle = () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { slot, cycle, qtyLots, side } = next.order;
      const feeInBase = instrument.feeAsset === 'received' && side === 'buy';
      const fee = { feeAtoms: feeInBase ? qtyLots * 10 : 1_000, feeInBase, maker: true };
      engine.step(bot, { type: 'fill', slot, cycle, priceTicks: next.ticks, qtyLots, ...fee }, market, effects);
    }
  };
  engine.step(bot, { type: 'command', command: { name: 'start' } }, market, effects);
  settle();
  return {
    ...{ bot, market, resting, refusals },
    farthest: () => farthest,
    ladder: () => engine.ladder(bot, market),
    isAwake: () => wakes(bot, market),
    to: (ticks: number) => {
      market.lastTicks = ticks;
      market.nowMs += 1_000;
      for (const order of [...resting.values()])
        if (order.side === 'buy' ? ticks <= order.priceTicks : ticks >= order.priceTicks) {
          resting.delete(order.slot);
          queue.push({ order, ticks: order.priceTicks });
        }
      settle();
      engine.print(bot, market, effects);
      settle();
    },
  };
}

const wide = { lower: '10', upper: '900', grid_levels: '60', grid_mode: 'geometric' };
const markets = [
  ['spot', spot, fifth, wide],
  ['spot, a narrow band', spot, narrow, wide],
  ...(['long', 'short', 'neutral'] as const).map(
    (direction) =>
      [direction, perpetual, narrow, { ...wide, lower: '50', upper: '200', direction, leverage: '2' }] as const,
  ),
] as const;

test.each(markets)(
  '%s: lines out of the band are missing, unsent, and come with the price',
  (_name, plain, priceBand, raw) => {
    const life = open({ ...plain, priceBand }, raw);
    const missing = () => life.ladder().filter(({ state }) => state === 'missing');
    expect(missing().length).toBeGreaterThan(5);
    expect(new Set(missing().map(({ reason }) => reason))).toEqual(new Set(['price_range']));
    // Neither the time that passes nor a price that brings none nearer wakes it.
    life.market.nowMs += 86_400_000;
    expect(life.isAwake()).toBe(false);
    for (let round = 0; round < 3; round++) {
      for (let ticks = 10_000; ticks > 5_200; ticks = Math.floor(ticks * 0.97)) life.to(ticks);
      for (let ticks = 5_200; ticks < 19_000; ticks = Math.ceil(ticks * 1.03)) life.to(ticks);
      for (let ticks = 19_000; ticks > 10_000; ticks = Math.floor(ticks * 0.97)) life.to(ticks);
    }
    expect(life.bot.rounds).toBeGreaterThan(5);
    expect(life.farthest()).toBe(0);
    expect(life.refusals.filter((one) => one.endsWith('price_range'))).toEqual([]);
    // Whatever is within reach rests.
    const { lastTicks } = life.market;
    const near = missing().filter(
      ({ priceTicks, side }) =>
        !isOutOfBand({ ...plain, priceBand }, side === 'sell' ? 'sell' : 'buy', priceTicks, lastTicks),
    );
    expect(near).toEqual([]);
    expect(life.bot.status).toBe('running');
  },
);

test('the price at which a line may rest is the first at which it may', () => {
  for (const priceBand of [fifth, narrow])
    for (let priceTicks = 7; priceTicks < 3_000_000; priceTicks = Math.ceil(priceTicks * 1.37)) {
      const instrument = { ...spot, priceBand };
      const [buy, sell] = [reachTicks(instrument, 'buy', priceTicks), reachTicks(instrument, 'sell', priceTicks)];
      expect(isOutOfBand(instrument, 'buy', priceTicks, buy + 1)).toBe(true);
      expect(isOutOfBand(instrument, 'sell', priceTicks, sell - 1)).toBe(true);
      if (priceTicks < 100) continue;
      expect(isOutOfBand(instrument, 'buy', priceTicks, buy)).toBe(false);
      expect(isOutOfBand(instrument, 'sell', priceTicks, sell)).toBe(false);
    }
});

/** As OKX, Bybit and Bitget bound it: what rests may be as far away as it likes, what would take may not. */
const bandOf = (ppm: number) => ({ buyLeastPpm: 0, buyMostPpm: 1e6 + ppm, sellLeastPpm: 1e6 - ppm, sellMostPpm: 0 });

test('half of what a close band leaves can be used, and what would take goes no farther', () => {
  for (const ppm of [5_000, 10_000, 20_000, 50_000])
    for (let lastTicks = 7; lastTicks < 3_000_000; lastTicks = Math.ceil(lastTicks * 1.37)) {
      const instrument = { ...spot, priceBand: bandOf(ppm) };
      const half = Math.floor((lastTicks * ppm) / 2e6);
      expect(isOutOfBand(instrument, 'buy', lastTicks + half, lastTicks)).toBe(false);
      expect(isOutOfBand(instrument, 'sell', lastTicks - half, lastTicks)).toBe(false);
      // Whatever rests is free.
      expect(isOutOfBand(instrument, 'buy', 1, lastTicks)).toBe(false);
      expect(isOutOfBand(instrument, 'sell', lastTicks * 9, lastTicks)).toBe(false);
      const most = withinBand(instrument, 'buy', lastTicks * 2, lastTicks);
      const least = withinBand(instrument, 'sell', 1, lastTicks);
      expect(isOutOfBand(instrument, 'buy', most, lastTicks)).toBe(false);
      expect(isOutOfBand(instrument, 'buy', most + 1, lastTicks)).toBe(true);
      expect(isOutOfBand(instrument, 'sell', least, lastTicks)).toBe(false);
      expect(isOutOfBand(instrument, 'sell', least - 1, lastTicks)).toBe(true);
      expect(withinBand(instrument, 'buy', lastTicks, lastTicks)).toBe(lastTicks);
      expect(withinBand({ ...instrument, priceBand: null }, 'buy', lastTicks * 2, lastTicks)).toBe(lastTicks * 2);
    }
});

test.each(['long', 'short'] as const)('%s: an exit with a floor goes out inside a close band', (direction) => {
  const raw = {
    ...{ first_amount: '300', max_positions: '3', multiplier: '1.5', add_drop: '5', cycle: 'loop', take_profit: '5' },
    ...{ stop_loss: '30', loop_interval: '0', entry: 'now', guard_drop: '20', guard_minutes: '1', direction },
    ...{ leverage: '3', add_callback: '0', tp_callback: '1' },
  };
  const life = open({ ...perpetual, priceBand: bandOf(10_000) }, raw, 'martin');
  const up = direction === 'long' ? 1 : -1;
  life.to(10_000 + up * 900);
  life.to(10_000 + up * 700);
  expect(life.refusals).toEqual([]);
  const [exit] = [...life.resting.values()].filter(({ purpose }) => purpose === 'take_profit');
  expect(exit).toMatchObject({ tif: 'ioc', side: direction === 'long' ? 'sell' : 'buy' });
  expect(life.farthest()).toBe(0);
});

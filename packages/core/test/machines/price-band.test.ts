// A wide grid where the exchange takes no order too far from its market: such lines are missing with their reason, nothing is
// sent for them, and they come when the price has come near enough.
import { type Bot, type Effects, type Market, openBot } from '@cormorant/core/engine/bot.ts';
import { Engine, wakes } from '@cormorant/core/engine/step.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { defaultRiskLimits } from '@cormorant/core/risk/limits.ts';
import { parseParams, strategyOf } from '@cormorant/core/strategies/registry.ts';
import { isOutOfBand, reachTicks } from '@cormorant/core/strategy/price-band.ts';
import type { OwnOrder } from '@cormorant/core/strategy/strategy.ts';
import { expect, test } from 'vitest';
import { perpetual, spot } from './instruments.ts';

const fifth = { buyLeastPpm: 200_000, buyMostPpm: 5_000_000, sellLeastPpm: 200_000, sellMostPpm: 5_000_000 };
const narrow = { buyLeastPpm: 800_000, buyMostPpm: 1_200_000, sellLeastPpm: 800_000, sellMostPpm: 1_200_000 };

function open(instrument: Instrument, raw: Record<string, unknown>) {
  const investmentAtoms = 10_000e8;
  const parsed = parseParams('grid', raw, { instrument, lastTicks: 10_000, investmentAtoms });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const engine = new Engine(strategyOf('grid'), instrument, defaultRiskLimits());
  const bot: Bot = openBot({ id: 1, kind: 'grid', symbol: 'BTC/USDT', params: parsed.params, investmentAtoms });
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

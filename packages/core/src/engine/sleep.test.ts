// A bot that slept is the bot it was, and one that sleeps is never mistaken for a bot that has no orders. A fleet whose
// bots sleep trades as one whose bots do not. (tests/machines lets every kind sleep between any two events.)
import { describe, expect, it } from 'vitest';
import { btcSpec } from '../../test/btc-usdt.ts';
import { makeInstrument } from '../market/make-instrument.ts';
import { defaultRiskLimits } from '../risk/limits.ts';
import type { Strategy } from '../strategy/strategy.ts';
import { type Bot, type Effects, openBot } from './bot.ts';
import { Fleet } from './fleet.ts';
import { AWAKE_FOR_MS, putToSleep, wakeUp } from './sleep.ts';
import { Engine } from './step.ts';

const instrument = makeInstrument({
  ...btcSpec,
  tick: '1',
  step: '0.001',
  minQty: '0.001',
  maxQty: '900',
  minPrice: '1',
});

interface Told {
  told: string[];
}

/** Buys at 90 when it starts and after each of its fills; looks at its market at 120. */
const buyer: Strategy<null, Told> = {
  kind: 'grid',
  open: () => ({ told: [] }),
  on: (event, _params, state, _view, out) => {
    state.told.push(event.type);
    if (event.type !== 'touch') out.place(0, 'buy', 'limit', 'gtc', 90, 1_000, 'grid');
  },
  wake: (_params, _state, out) => out.above(120),
  costAtoms: () => 0,
  holds: () => false,
  ladder: () => [],
};

function fleetOf(count: number) {
  const sent: string[] = [];
  const none = () => {};
  const effects: Effects = {
    order: ({ id }, { slot, cycle }) => sent.push(`${id} ${slot}/${cycle}`),
    ...{ cancel: none, fill: none, settlement: none, refused: none, changed: none, log: none },
  };
  const fleet = new Fleet(new Engine(buyer, instrument, defaultRiskLimits()), effects);
  fleet.move(100, 1);
  for (let id = 0; id < count; id++) {
    fleet.add(openBot({ id, kind: 'grid', symbol: 'BTC/USDT', params: null, investmentAtoms: 1_000_000e8 }));
    fleet.command(id, { name: 'start' });
  }
  return { fleet, sent };
}

describe('a sleeping bot', () => {
  it('is the same again when it wakes, and keeps its head meanwhile', () => {
    const { fleet } = fleetOf(1);
    const bot = fleet.bot(0) as Bot;
    const before = structuredClone(bot);
    const packed = putToSleep(bot);
    expect(packed.length).toBeLessThan(60);
    expect(bot.books).toEqual(before.books);
    expect(bot.wake).toEqual(before.wake);
    wakeUp(bot, packed);
    expect(bot).toStrictEqual(before);
  });

  it('is written down by nobody', () => {
    const { fleet } = fleetOf(1);
    const bot = fleet.bot(0) as Bot;
    putToSleep(bot);
    expect(() => JSON.stringify(bot)).toThrow('a sleeping bot is no snapshot');
    expect(() => structuredClone(bot)).toThrow();
  });
});

describe('a fleet', () => {
  /** Prints until everybody who may sleep does. */
  const lull = (fleet: Fleet<null, Told>, priceTicks: number) => {
    fleet.move(priceTicks, fleet.market.nowMs + AWAKE_FOR_MS);
    for (let at = 0; at < 5; at++) fleet.move(priceTicks, fleet.market.nowMs);
  };

  it('puts to sleep whom nothing happens to, and trades on as if nobody slept', () => {
    const sleepy = fleetOf(3);
    const lively = fleetOf(3);
    for (const { fleet } of [sleepy, lively]) {
      for (let number = 0; number < 3; number++) fleet.accepted(number, 0, 0);
    }
    lull(sleepy.fleet, 100);
    expect(sleepy.fleet.awakeCount).toBe(0);
    lively.fleet.move(100, sleepy.fleet.market.nowMs);
    for (const { fleet } of [sleepy, lively]) {
      expect(fleet.fill(1, 0, 0, 90, 1_000, 5, true, true)).toBe(true);
      fleet.move(120, fleet.market.nowMs + 1);
      fleet.wake();
    }
    expect(sleepy.sent).toEqual(lively.sent);
    expect(sleepy.sent.at(-1)).toBe('1 0/1');
    for (let number = 0; number < 3; number++) expect(sleepy.fleet.bot(number)).toStrictEqual(lively.fleet.bot(number));
    expect(sleepy.fleet.bot(1).state?.told).toEqual(['command', 'fill', 'touch']);
  });

  it('lets those sleep on whom the others trade beside', () => {
    const { fleet } = fleetOf(3);
    lull(fleet, 100);
    fleet.fill(2, 0, 0, 90, 1_000, 5, true, true);
    expect(fleet.awakeCount).toBe(1);
    expect(fleet.heads.map(({ fills }) => fills)).toEqual([0, 0, 1]);
    for (let at = 0; at < 5; at++) fleet.move(100, fleet.market.nowMs + 1);
    expect(fleet.awakeCount).toBe(1);
    lull(fleet, 100);
    expect(fleet.awakeCount).toBe(0);
  });
});

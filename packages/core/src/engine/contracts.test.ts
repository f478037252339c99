// The engine on a perpetual: what orders tie up, what the books keep, funding, liquidation, and snapshots of before.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { btcSpec } from '../../test/btc-usdt.ts';
import { makeInstrument } from '../market/make-instrument.ts';
import { defaultRiskLimits } from '../risk/limits.ts';
import type { BotEvent, Intents, Strategy } from '../strategy/strategy.ts';
import { entryAfter } from './books.ts';
import { type Bot, type Effects, type Market, openBot } from './bot.ts';
import { freeMarginAtoms, walletAtoms } from './margin-use.ts';
import { readBot } from './read-bot.ts';
import { NewerSnapshot, SNAPSHOT_VERSION } from './snapshot-version.ts';
import { Engine } from './step.ts';

const instrument = makeInstrument({
  ...btcSpec,
  market: 'futures',
  tick: '1',
  step: '0.001',
  minQty: '0.001',
  maxQty: '900',
  minPrice: '1',
  taker: '0.0005',
  contract: {
    brackets: [
      { floor: '0', maxLeverage: 20, maintenance: '0.005', cum: '0' },
      { floor: '2000', maxLeverage: 5, maintenance: '0.02', cum: '30' },
    ],
    fundingHours: 8,
    liquidationFee: '0.005',
  },
});
const idle: Effects = {
  ...{ order: () => {}, cancel: () => {}, fill: () => {}, settlement: () => {} },
  ...{ refused: () => {}, changed: () => {}, log: () => {} },
};

function setUp(react: (event: BotEvent, out: Intents) => void) {
  const told: BotEvent[] = [];
  const strategy: Strategy<null, object> = {
    kind: 'grid',
    open: () => ({}),
    on: (event, _params, _state, _view, out) => {
      told.push(structuredClone(event));
      react(event, out);
    },
    wake: (_params, _state, out) => out.below(50),
    costAtoms: () => 0,
    holds: () => false,
    ladder: () => [],
    margin: () => ({ leverage: 10, mode: 'isolated', reserveAtoms: 5e8 }),
  };
  const engine = new Engine(strategy, instrument, defaultRiskLimits());
  const bot: Bot<null, object> = openBot({
    id: 1,
    kind: 'grid',
    symbol: 'BTC/USDT',
    params: null,
    investmentAtoms: 100e8,
  });
  const market: Market = { lastTicks: 100, nowMs: 1000 };
  const step = (event: Parameters<typeof engine.step>[1]) => engine.step(bot, event, market, idle);
  return { bot, market, step, told };
}
const start = { type: 'command', command: { name: 'start' } } as const;
const fill = (slot: number, priceTicks: number, qtyLots: number) =>
  ({ type: 'fill', slot, cycle: 0, priceTicks, qtyLots, feeAtoms: 0, feeInBase: false, maker: true }) as const;

describe('the engine on a contract', () => {
  it('ties up the margin of the dearer side of entries and the fees of both, and the position for reduce-only orders', () => {
    const { bot, step, told } = setUp((event, out) => {
      if (event.type === 'command') {
        out.place(0, 'buy', 'limit', 'gtc', 90, 5000, 'grid');
        out.place(1, 'sell', 'limit', 'gtc', 110, 5000, 'grid');
        out.place(2, 'sell', 'limit', 'gtc', 110, 1000, 'close', true);
      }
      if (event.type === 'fill' && event.slot === 0) {
        out.place(3, 'sell', 'limit', 'gtc', 95, 5000, 'close', true);
        out.place(4, 'sell', 'limit', 'gtc', 95, 1, 'close', true);
      }
    });
    step(start);
    expect(bot).toMatchObject({ lockedQuoteAtoms: 45e8 + 0.45e8, lockedShortAtoms: 55e8 + 0.55e8, openOrders: 2 });
    expect(told.at(-1)).toMatchObject({ type: 'refused', slot: 2, reason: 'budget' });
    // Each side keeps its fee, of the margins the dearer one counts.
    const free = (side: 'buy' | 'sell') => freeMarginAtoms(bot, instrument, side);
    expect([free('buy'), free('sell')]).toEqual([49e8, 39e8]);
    step(fill(0, 90, 5000));
    expect(bot).toMatchObject({ entryAtoms: 450e8, lockedQuoteAtoms: 0, lockedBaseAtoms: 5e8 });
    expect(walletAtoms(bot)).toBe(100e8);
    expect(free('buy')).toBe(50e8 - 0.55e8);
    expect(told.at(-1)).toMatchObject({ type: 'refused', slot: 4, reason: 'budget' });
  });

  it('refuses more leverage than the bracket of the whole notional allows', () => {
    const { told, step } = setUp((event, out) => {
      if (event.type !== 'command') return;
      out.place(0, 'buy', 'limit', 'gtc', 100, 5000, 'grid');
      out.place(1, 'sell', 'limit', 'gtc', 100, 4000, 'grid');
    });
    step(start);
    expect(told).toHaveLength(1);
    const rich = setUp((event, out) => {
      if (event.type === 'command') out.place(0, 'buy', 'limit', 'gtc', 100, 20_000, 'grid');
    });
    rich.bot.books.quoteAtoms = 1000e8;
    rich.step(start);
    expect(rich.told.at(-1)).toMatchObject({ type: 'refused', reason: 'leverage' });
  });

  it('books funding as pending, and a liquidation with everything that stood; a deaf machine is ended', () => {
    const { bot, step, told } = setUp((event, out) => {
      if (event.type !== 'command') return;
      out.place(0, 'sell', 'limit', 'gtc', 100, 5000, 'grid');
      out.place(1, 'buy', 'limit', 'gtc', 90, 1000, 'grid');
    });
    step(start);
    step(fill(0, 100, 5000));
    expect(bot).toMatchObject({ entryAtoms: -500e8, books: { baseAtoms: -5e8, quoteAtoms: 600e8 } });
    expect(step({ type: 'funding', amountAtoms: -2e8, rateE8: 40_000 })).toBe(true);
    expect(bot.books).toMatchObject({ quoteAtoms: 598e8, fundingAtoms: -2e8, pendingFundingAtoms: -2e8 });
    const forced = { type: 'liquidated', side: 'buy', priceTicks: 111, feeAtoms: 1e8 } as const;
    expect(step({ ...forced, qtyLots: 4000 })).toBe(false);
    expect(step({ ...forced, qtyLots: 5000 })).toBe(true);
    expect(told.at(-1)).toMatchObject({ type: 'liquidated', notionalAtoms: 555e8 });
    expect(bot).toMatchObject({ status: 'stopped', stopReason: 'liquidated', openOrders: 0, entryAtoms: 0 });
    expect(bot).toMatchObject({
      lockedQuoteAtoms: 0,
      lockedShortAtoms: 0,
      lockedBaseAtoms: 0,
      wake: { belowTicks: 0 },
    });
    expect(bot.books).toMatchObject({ baseAtoms: 0, quoteAtoms: 42e8 });
  });

  it('keeps the entry notional through reducing and through zero', () => {
    const trade = fc.record({
      buy: fc.boolean(),
      ticks: fc.integer({ min: 50, max: 150 }),
      lots: fc.integer({ min: 1, max: 900 }),
    });
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 40 }), (trades) => {
        let [held, entry] = [0, 0];
        for (const { buy, ticks, lots } of trades) {
          const before = entry;
          const signed = buy ? lots : -lots;
          const notional = ticks * lots * instrument.quoteAtomsPerTickLot;
          const side = buy ? 'buy' : 'sell';
          entry = entryAfter(entry, held * instrument.baseAtomsPerLot, instrument, side, ticks, lots, notional);
          if (held * signed >= 0) expect(entry).toBe(before + Math.sign(signed) * notional);
          else if (lots > Math.abs(held))
            expect(Math.abs(entry)).toBe(ticks * Math.abs(held + signed) * instrument.quoteAtomsPerTickLot);
          else expect(Math.abs(entry / before - (held + signed) / held)).toBeLessThan(1e-6);
          held += signed;
          expect(Math.sign(entry)).toBe(Math.sign(held));
        }
      }),
    );
  });

  it('reads a snapshot of before contracts with their defaults', () => {
    const { bot, step } = setUp((event, out) => {
      if (event.type === 'command') out.place(0, 'buy', 'limit', 'gtc', 90, 1000, 'grid');
    });
    step(start);
    const old = JSON.parse(JSON.stringify(bot));
    for (const key of ['version', 'margin', 'entryAtoms', 'lockedShortAtoms']) delete old[key];
    for (const key of ['fundingAtoms', 'pendingFundingAtoms']) delete old.books[key];
    delete old.orders[0].reduceOnly;
    expect(readBot(old)).toEqual({ ...bot, margin: null });
  });

  it('tells its machine the version it was written in, and reads nothing of a later one', () => {
    const { bot } = setUp(() => {});
    const written = { ...JSON.parse(JSON.stringify(bot)), params: {} };
    const asked: number[] = [];
    const complete = (_params: unknown, _state: unknown, from: number) => void asked.push(from);
    readBot({ ...written, orders: [] }, { complete });
    expect(asked).toEqual([]);
    const { version, ...old } = written;
    expect(readBot(old, { complete })).toMatchObject({ version });
    expect(asked).toEqual([0]);
    // One that was saved before its first start has no params to complete.
    readBot({ ...old, version: 0, params: null }, { complete });
    expect(asked).toEqual([0]);
    expect(() => readBot({ ...written, version: SNAPSHOT_VERSION + 1 })).toThrow(NewerSnapshot);
    for (const odd of [null, 'bot', { version: '1' }, { version: -1 }, { version: 0.5 }]) {
      expect(() => readBot(odd)).toThrow(Error);
    }
  });
});

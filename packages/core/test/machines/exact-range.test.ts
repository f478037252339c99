// Every kind on coins from 1e-8 to 1e6, whatever their steps, whatever is invested: figures that cannot be counted exactly
// are refused by the field that asks for them, with the largest one that works, and never met by a preview or a machine.

import { runConvoyBacktest } from '@cormorant/core/backtest/convoy-backtest.ts';
import { runBacktest } from '@cormorant/core/backtest/run-backtest.ts';
import { CandleColumns } from '@cormorant/core/market/candles.ts';
import { formatPrice, formatQuote, parseQuote } from '@cormorant/core/market/conversions.ts';
import type { Instrument, MarketKind } from '@cormorant/core/market/instrument.ts';
import { coinDecimalsOf, makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import { coordinatorOf, parseParams, previewOf, strategyOf } from '@cormorant/core/strategies/registry.ts';
import type { FieldIssue, ParamsContext, ParamsResult, RawParams } from '@cormorant/core/strategy/field.ts';
import type { BotKind } from '@cormorant/core/strategy/strategy.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const RUNS = Number(process.env['MACHINE_RUNS'] ?? 120);
const CANDLES = 60;
const HOUR_MS = 3_600_000;
/** Of price and quantity together. */
const MOST_DECIMALS = 10;

interface Market {
  readonly instrument: Instrument;
  readonly lastTicks: number;
}

const decimal = (exponent: number) => (exponent >= 0 ? `1${'0'.repeat(exponent)}` : `0.${'0'.repeat(-exponent - 1)}1`);

/** A price of 1e-8 to 1e6 in one to a million ticks, and a step worth at most about one USDT. */
function marketOf(kind: MarketKind): fc.Arbitrary<Market> {
  return fc
    .record({
      price: fc.integer({ min: -8, max: 6 }),
      fineness: fc.integer({ min: 0, max: 5 }),
      digits: fc.integer({ min: 1, max: 9 }),
      coarseness: fc.integer({ min: 0, max: 4 }),
      largest: fc.constantFrom(5_000, 1_000_000, 1_000_000_000),
      highest: fc.constantFrom(10, 1e9, 1e12),
    })
    .map(({ price, fineness, digits, coarseness, largest, highest }) => {
      const tick = Math.max(price - fineness, -MOST_DECIMALS);
      const step = Math.max(
        Math.min(-price - coarseness, 3),
        Math.min(0, -tick - MOST_DECIMALS),
        tick < 0 ? -MOST_DECIMALS - tick : -8,
      );
      const lastTicks = digits * 10 ** (price - tick);
      const lots = BigInt(largest) * 10n ** BigInt(Math.max(0, -price - step));
      const mostTicks = BigInt(lastTicks) * BigInt(highest);
      const units = (many: bigint, exponent: number) => {
        const whole = exponent >= 0 ? `${many * 10n ** BigInt(exponent)}` : `${many}`.padStart(1 - exponent, '0');
        return exponent >= 0 ? whole : `${whole.slice(0, exponent)}.${whole.slice(exponent)}`;
      };
      const cap = (many: bigint, exponent = 0) => {
        const most = 9_000_000_000_000_000n / 10n ** BigInt(Math.max(0, exponent));
        return many > most ? most : many;
      };
      const instrument = makeInstrument({
        ...{ symbol: 'COIN/USDT', market: kind, tick: decimal(tick), step: decimal(step), minQty: decimal(step) },
        ...{ maxQty: units(cap(lots > 0n ? lots : 1n, step), step), minNotional: '5', minPrice: decimal(tick) },
        ...{ maxPrice: units(cap(mostTicks, tick), tick), maxOpenOrders: 200, maker: '0.0002', taker: '0.001' },
      });
      return { instrument, lastTicks };
    });
}

interface Wish {
  readonly kind: BotKind;
  readonly market: MarketKind;
  raw(context: ParamsContext, share: number): RawParams;
}

const money = ({ instrument, investmentAtoms }: ParamsContext, share: number) =>
  formatQuote(instrument, Math.floor(investmentAtoms / share));
const around = ({ instrument, lastTicks }: ParamsContext) => ({
  lower: formatPrice(instrument, Math.max(1, Math.floor(lastTicks / 2))),
  upper: formatPrice(instrument, lastTicks * 2),
  grid_levels: '10',
});
const open = { op: 'all', items: [{ left: { ind: 'price' }, cmp: '>', right: { num: '0' }, tf: '1h', on: 'tick' }] };

function gridWish(direction?: string): Wish {
  const market = direction === undefined ? 'spot' : 'futures';
  return {
    kind: 'grid',
    market,
    raw: (context) => ({ ...around(context), ...(direction && { direction, leverage: '3' }) }),
  };
}

function martinWish(direction?: string): Wish {
  const market = direction === undefined ? 'spot' : 'futures';
  return {
    ...{ kind: 'martin', market },
    raw: (context, share) => ({
      ...{
        first_amount: money(context, share * 40),
        max_positions: '6',
        multiplier: '1.5',
        add_drop: '3',
        take_profit: '2',
      },
      ...(direction === undefined ? { stop_off: '1' } : { direction, leverage: '2' }),
    }),
  };
}

function dcaWish(mode: string, direction?: string): Wish {
  const market = direction === undefined ? 'spot' : 'futures';
  return {
    ...{ kind: 'dca', market },
    raw: (context, share) => ({
      ...{ mode, take_profit: '2', ...(direction && { direction, leverage: '2' }) },
      ...(mode === 'calendar'
        ? { amount: money(context, share * 10), interval: '1h', at: '00:00', max_positions: '10' }
        : {
            base_amount: money(context, share * 20),
            safety_amount: money(context, share * 20),
            max_safety: '5',
            active_safety: '5',
            step: '2',
          }),
    }),
  };
}

function customWish(direction?: string): Wish {
  const market = direction === undefined ? 'spot' : 'futures';
  return {
    ...{ kind: 'custom', market },
    raw: (context, share) => ({
      ...{
        amount: money(context, share * 10),
        max_positions: '3',
        multiplier: '1.5',
        take_profit: '2',
        stop_loss: '10',
        open,
      },
      ...(direction && { direction, leverage: '2' }),
    }),
  };
}

const wishes: Record<string, Wish> = {
  'grid spot': gridWish(),
  'grid long': gridWish('long'),
  'grid short': gridWish('short'),
  'grid neutral': gridWish('neutral'),
  'martin spot': martinWish(),
  'martin long': martinWish('long'),
  'martin short': martinWish('short'),
  'martin dual': martinWish('dual'),
  'dca ladder spot': dcaWish('ladder'),
  'dca ladder long': dcaWish('ladder', 'long'),
  'dca ladder short': dcaWish('ladder', 'short'),
  'dca calendar spot': dcaWish('calendar'),
  'dca calendar short': dcaWish('calendar', 'short'),
  'custom spot': customWish(),
  'custom long': customWish('long'),
  'custom short': customWish('short'),
  'arbitrage funding': { kind: 'arbitrage', market: 'futures', raw: () => ({ kind: 'funding', leverage: '2' }) },
  'arbitrage cross': { kind: 'arbitrage', market: 'spot', raw: () => ({ kind: 'cross', exchange_b: 'okx' }) },
  'arbitrage triangular': { kind: 'arbitrage', market: 'spot', raw: () => ({ kind: 'triangular', via: 'BTC' }) },
};

/** Prices that fall and rise by up to five times, from a seed. */
function tapeOf(seed: number, { instrument, lastTicks }: Market): CandleColumns {
  const columns = new CandleColumns(HOUR_MS, CANDLES);
  let state = seed >>> 0;
  let close = lastTicks;
  for (let row = 0; row < CANDLES; row++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const open = close;
    const factor = 0.9 + (state / 2 ** 32) * 0.21;
    const bounded = Math.min(lastTicks * 5, instrument.maxPriceTicks, Math.round(open * factor));
    close = Math.max(Math.ceil(lastTicks / 5), bounded, 1);
    const atMs = 1_699_999_200_000 + row * HOUR_MS;
    columns.push(atMs, open, Math.max(open, close), Math.min(open, close), close, 1);
  }
  return columns;
}

/** No range is empty. */
function assertRanges(issues: readonly FieldIssue[]): void {
  for (const { min, max } of issues)
    if (min !== undefined && max !== undefined) expect(Number(max)).toBeGreaterThanOrEqual(Number(min));
}

type Change = (raw: RawParams) => RawParams;

/** What a refusal says is the most is taken, as far as this field goes. */
function assertWayOut(
  issues: readonly FieldIssue[],
  context: ParamsContext,
  again: (change: Change, context: ParamsContext) => ParamsResult<unknown>,
): void {
  assertRanges(issues);
  for (const { field, max, min } of issues) {
    if (max === undefined || min !== undefined) continue;
    const isMoney = field === 'investment';
    const { instrument } = context;
    const result = isMoney
      ? again((raw) => raw, { ...context, investmentAtoms: parseQuote(instrument, max) })
      : again((raw) => ({ ...raw, [field]: max }), context);
    const left = result.ok ? [] : result.issues.filter((issue) => issue.field === field && issue.max !== undefined);
    expect(left).toEqual([]);
  }
}

it.each(Object.entries(wishes))('%s never leaves the exact range', (_, { kind, market, raw }) => {
  let [ran, refused] = [0, 0];
  fc.assert(
    fc.property(
      marketOf(market),
      fc.constantFrom(20, 300, 1_000, 20_000, 100_000, 2_000_000),
      fc.constantFrom(1, 1, 3),
      fc.integer(),
      (at, invested, share, seed) => {
        const { instrument, lastTicks } = at;
        const investmentAtoms = invested * 10 ** instrument.quoteScale;
        fc.pre(Number.isSafeInteger(investmentAtoms));
        const context = { instrument, lastTicks, investmentAtoms };
        const parsed = parseParams(kind, raw(context, share), context);
        if (!parsed.ok) {
          refused++;
          assertWayOut(parsed.issues, context, (changed, again) =>
            parseParams(kind, changed(raw(again, share)), again),
          );
          return;
        }
        const preview = previewOf(kind, parsed.params, { ...context, worst: null, funding: null });
        assertRanges(preview?.refusals ?? []);
        const tape = { instrument, candles: tapeOf(seed, at) };
        const coordinator = coordinatorOf(kind, parsed.params);
        ran++;
        if (coordinator === null)
          runBacktest({ strategy: strategyOf(kind), params: parsed.params, investmentAtoms, ...tape });
        else if (kind === 'martin')
          runConvoyBacktest({ coordinator, params: parsed.params, investmentAtoms, tapes: [tape, tape] });
      },
    ),
    { numRuns: RUNS },
  );
  expect(Math.min(ran, refused)).toBeGreaterThan(RUNS / 10);
});

it.each([1e-8, 6.5e-7, 9.99e-6, 0.0123])('100,000 USDT work at %d where coin is counted by its worth', (price) => {
  const spec = { ...{ symbol: 'COIN/USDT', tick: '0.0000000001', step: '1', minQty: '1', maxQty: '90000000000000' } };
  const rest = {
    minNotional: '5',
    minPrice: '0.0000000001',
    maxPrice: '1',
    maxOpenOrders: 200,
    maker: '0.001',
    taker: '0.001',
  };
  const lastTicks = Math.round(price * 1e10);
  for (const market of ['spot', 'futures'] as const) {
    const draft = makeInstrument({ ...spec, ...rest, market });
    const instrument = makeInstrument({ ...spec, ...rest, market, coinDecimals: coinDecimalsOf(lastTicks, draft) });
    const context = { instrument, lastTicks, investmentAtoms: 100_000 * 10 ** instrument.quoteScale };
    for (const wish of Object.values(wishes).filter((one) => one.market === market)) {
      const parsed = parseParams(wish.kind, wish.raw(context, 1), context);
      expect(parsed, wish.kind).toMatchObject({ ok: true });
    }
  }
  const fine = makeInstrument({ ...spec, ...rest });
  const context = { instrument: fine, lastTicks, investmentAtoms: 100_000 * 10 ** fine.quoteScale };
  const grid = parseParams('grid', around(context), context);
  // Where it is counted in 1e-8, the most is named, or how few lines may be had, or that there is no such grid.
  const named = ['range grid_levels', 'range investment', 'untradable investment'];
  const said = grid.ok ? [] : grid.issues.map(({ field, rule }) => `${rule} ${field}`);
  if (price < 0.01) expect(named).toEqual(expect.arrayContaining(said));
  expect(grid.ok).toBe(price > 0.01);
});

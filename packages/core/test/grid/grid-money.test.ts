// A grid that was sized for its investment never lacks money for a line, whichever way the price goes inside the range:
// the engine that guards its budget and the venue that margins it are asked on random paths that dwell at either end.
import { runBacktest } from '@cormorant/core/backtest/run-backtest.ts';
import { CandleColumns, MINUTE_MS } from '@cormorant/core/market/candles.ts';
import { formatPrice } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import { grid } from '@cormorant/core/strategies/grid/machine.ts';
import { type GridParams, parseGridParams } from '@cormorant/core/strategies/grid/params.ts';
import { previewGrid } from '@cormorant/core/strategies/grid/preview.ts';
import { previewOf } from '@cormorant/core/strategies/registry.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gridLong } from '../machines/grid-case.ts';
import { perpetual } from '../machines/instruments.ts';
import { MachineRig } from '../machines/machine-rig.ts';

const START_MS = 1_700_006_400_000;
const LAST_TICKS = 100_000;
const MONEY: readonly unknown[] = ['budget', 'funds'];

const fees = fc.constantFrom(['0.0002', '0.0005'], ['0.0005', '0.0005'], ['0.0006', '0.0004'], ['0', '0.001']);
/** Stretches of a path: around a place in the range (0 = its lower end), so far to either side, for so many candles. */
const path = fc.array(
  fc.record({
    place: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
    swing: fc.double({ min: 0.01, max: 0.4, noNaN: true }),
    candles: fc.integer({ min: 1, max: 80 }),
  }),
  { minLength: 2, maxLength: 12 },
);
const shape = fc.record({
  below: fc.double({ min: 0.01, max: 0.3, noNaN: true }),
  above: fc.double({ min: 0.01, max: 0.3, noNaN: true }),
  grid_levels: fc.integer({ min: 2, max: 24 }).map(String),
  grid_mode: fc.constantFrom('arithmetic', 'geometric'),
  leverage: fc.integer({ min: 1, max: 10 }).map(String),
  reserve: fc.constantFrom('', '150'),
  investment: fc.integer({ min: 1_000, max: 60_000 }),
});

function instrumentOf(
  market: 'spot' | 'futures',
  [maker, taker]: readonly string[],
  feeAsset: 'received' | 'quote',
  maintenance = '0.0001',
) {
  return makeInstrument({
    ...{ symbol: 'BTC/USDT', market, tick: '0.01', step: '0.0001', minQty: '0.0001', maxQty: '9000' },
    ...{ minNotional: '5', minPrice: '0.01', maxPrice: '1000000', maxOpenOrders: 300 },
    ...{ maker: maker!, taker: taker!, feeAsset },
    // Hardly any maintenance: a grid that is liquidated asks for no money.
    ...(market === 'futures'
      ? {
          contract: {
            brackets: [{ floor: '0', maxLeverage: 125, maintenance, cum: '0' }],
            fundingHours: 8,
            liquidationFee: '0.001',
          },
        }
      : {}),
  });
}

/** The first candle stands still at the price of the start; each later one goes to the far side of its stretch and back. */
function tapeOf(
  { lowerTicks, upperTicks }: GridParams,
  stretches: readonly { place: number; swing: number; candles: number }[],
): CandleColumns {
  const tape = new CandleColumns(MINUTE_MS);
  tape.push(START_MS, LAST_TICKS, LAST_TICKS, LAST_TICKS, LAST_TICKS, 100);
  const at = (share: number) => Math.round(lowerTicks + Math.min(1, Math.max(0, share)) * (upperTicks - lowerTicks));
  let [open, row] = [LAST_TICKS, 0];
  for (const { candles, place, swing } of stretches) {
    for (let k = 0; k < candles; k++) {
      const close = at(place + (k % 2 === 0 ? swing : -swing));
      tape.push(START_MS + ++row * MINUTE_MS, open, Math.max(open, close), Math.min(open, close), close, 100);
      open = close;
    }
  }
  return tape;
}

function lackingLines(
  instrument: Instrument,
  raw: Record<string, string>,
  investment: number,
  stretches: Parameters<typeof tapeOf>[1],
) {
  const investmentAtoms = investment * 10 ** instrument.quoteScale;
  const parsed = parseGridParams(raw, { instrument, lastTicks: LAST_TICKS, investmentAtoms });
  if (!parsed.ok) return null;
  const { params } = parsed;
  const candles = tapeOf(params, stretches);
  const { bot, journal } = runBacktest({
    ...{ strategy: grid, params, instrument, candles, investmentAtoms, slippagePpm: 200, stride: 'print' as const },
  });
  const lines = journal.logs.filter(({ data, why }) => why === 'line_missing' && MONEY.includes(data.reason));
  return { lines, rounds: bot.rounds };
}

describe('a grid whose price stays inside its range', () => {
  it.each(['long', 'short', 'neutral'] as const)('%s on a contract: no line lacks money', (direction) => {
    let rounds = 0;
    fc.assert(
      fc.property(shape, fees, path, ({ above, below, investment, ...given }, fee, stretches) => {
        const instrument = instrumentOf('futures', fee, 'quote');
        const at = (share: number) => formatPrice(instrument, Math.round(LAST_TICKS * share));
        const raw = { ...given, direction, lower: at(1 - below), upper: at(1 + above) };
        const found = lackingLines(instrument, raw, investment, stretches);
        rounds += found?.rounds ?? 0;
        expect(found?.lines ?? []).toEqual([]);
      }),
      { numRuns: 150 },
    );
    expect(rounds).toBeGreaterThan(1_000);
  });

  it.each(['received', 'quote'] as const)('on spot, fees in what is %s: no line lacks money', (feeAsset) => {
    fc.assert(
      fc.property(shape, fees, path, ({ above, below, investment, grid_levels, grid_mode }, fee, stretches) => {
        const instrument = instrumentOf('spot', fee, feeAsset);
        const at = (share: number) => formatPrice(instrument, Math.round(LAST_TICKS * share));
        const raw = { grid_levels, grid_mode, lower: at(1 - below), upper: at(1 + above) };
        // A fee in coin takes up to a lot of each purchase: a pair that hardly earns does not pay for it.
        fc.pre(feeAsset === 'quote' || below + above > 0.1);
        expect(lackingLines(instrument, raw, investment, stretches)?.lines ?? []).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});

/** The path, and then away from the range in steps of so many thousandths, until nothing of the grid is left. */
function driveAway(candles: CandleColumns, end: number, thousandths: number): CandleColumns {
  let last = candles.closeTicks[candles.length - 1]!;
  while (last !== end) {
    const next =
      end < last
        ? Math.max(end, Math.floor((last * (1_000 - thousandths)) / 1_000))
        : Math.min(end, Math.ceil((last * (1_000 + thousandths)) / 1_000));
    const openMs = candles.openTimeMs[candles.length - 1]! + MINUTE_MS;
    candles.push(openMs, last, Math.max(last, next), Math.min(last, next), next, 100);
    last = next;
  }
  return candles;
}

describe('the worst case of a grid on a contract', () => {
  const within = fc.record({
    path,
    toLow: fc.boolean(),
    stop: fc.constantFrom(0, 0.02, 0.08),
    trail: fc.constantFrom(0, 0.3),
  });

  it.each(['long', 'short', 'neutral'] as const)('%s: it never loses more than was named', (direction) => {
    let [liquidated, near] = [0, 0];
    fc.assert(
      fc.property(
        shape,
        fees,
        within,
        ({ above, below, investment, ...given }, fee, { path: stretches, stop, toLow, trail }) => {
          const instrument = instrumentOf('futures', fee, 'quote', '0.005');
          const at = (share: number) => formatPrice(instrument, Math.round(LAST_TICKS * share));
          const stops = {
            ...(stop === 0 ? {} : { stop_loss: at(direction === 'short' ? 1 + above + stop : 1 - below - stop) }),
            ...(stop > 0 && direction === 'neutral' ? { take_profit: at(1 + above + stop) } : {}),
            ...(trail > 0 && direction === 'long' ? { trailing_up: '1', trail_limit: at(1 + above + trail) } : {}),
          };
          const raw = { ...given, ...stops, direction, lower: at(1 - below), upper: at(1 + above) };
          const investmentAtoms = investment * 10 ** instrument.quoteScale;
          const parsed = parseGridParams(raw, { instrument, lastTicks: LAST_TICKS, investmentAtoms });
          if (!parsed.ok) return;
          const { params } = parsed;
          const context = { instrument, lastTicks: LAST_TICKS, investmentAtoms, worst: null, funding: null };
          // A stop that a liquidation comes before is refused.
          if (previewOf('grid', params, context)!.refusals.length > 0) return;
          const { sides, worstLossAtoms: named } = previewGrid(instrument, params, LAST_TICKS, investmentAtoms);
          // One that moves up may do so, and come back.
          const top = params.trailingUp ? params.trailLimitTicks : params.upperTicks;
          const falls = direction === 'long' || (direction === 'neutral' && toLow);
          const far = stop === 0 ? 100 : params.lowerTicks / 2;
          const stay = { place: falls ? 0 : 1, swing: 0.3, candles: 60 };
          const candles = tapeOf({ ...params, upperTicks: top }, [...stretches, stay]);
          const { bot } = runBacktest({
            ...{ strategy: grid, params, instrument, investmentAtoms, slippagePpm: 200, stride: 'print' as const },
            candles: driveAway(
              candles,
              Math.round(falls ? far : LAST_TICKS * (stop === 0 ? 20 : 2)),
              stop === 0 ? 20 : 1,
            ),
          });
          // A stop trades at the print that meets it, here up to a thousandth beyond its price.
          const beyond = stop === 0 ? 0 : Math.max(...sides.map(({ entryAtoms }) => entryAtoms)) / 500;
          const lost = -bot.books.realizedAtoms;
          expect(lost).toBeLessThanOrEqual(named + beyond);
          if (bot.stopReason === 'liquidated') liquidated++;
          if (lost > named * 0.9) near++;
        },
      ),
      { numRuns: 100 },
    );
    expect(liquidated).toBeGreaterThan(10);
    expect(near).toBeGreaterThan(5);
  });
});

describe('a line that lacked money', () => {
  const BUY_BELOW = 6;
  const rigOf = (reason: 'budget' | 'funds') => {
    const context = { instrument: perpetual, lastTicks: 10_000, investmentAtoms: 3_000e8 };
    const raw = { lower: '92', upper: '108', grid_levels: '8', direction: 'long', leverage: '3' };
    const parsed = parseGridParams(raw, context);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
    const rig = new MachineRig(gridLong, perpetual, parsed.params, context.investmentAtoms, Date.UTC(2026, 0, 1));
    rig.mischief = { refuse: ({ slot }) => slot === BUY_BELOW && reason };
    rig.print(10_000);
    rig.command({ name: 'start' });
    for (let minute = 0; minute < 4; minute++) rig.print(10_000, MINUTE_MS);
    rig.mischief = {};
    return { rig, stands: () => [...rig.resting.values()].some(({ slot }) => slot === BUY_BELOW) };
  };

  it.each(['budget', 'funds'] as const)('(%s) has its order as soon as a close brings money', (reason) => {
    const { rig, stands } = rigOf(reason);
    expect(stands()).toBe(false);
    rig.print(10_201);
    expect(stands()).toBe(true);
  });

  it('has its order as soon as funding brings money', () => {
    const { rig, stands } = rigOf('budget');
    rig.fund(-10_000);
    expect(stands()).toBe(true);
  });
});

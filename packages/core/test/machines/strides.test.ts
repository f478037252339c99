// Every kind over random tapes through the backtest: print by print, candle by candle and leaping give one result to the
// last bit, with mark prices and funding where there are any, and its figures add up.
import type { BacktestOptions, Stride } from '@cormorant/core/backtest/backtest-options.ts';
import { TapeTooCoarse } from '@cormorant/core/backtest/indicator-feed.ts';
import { reportBacktest } from '@cormorant/core/backtest/report.ts';
import { runBacktest } from '@cormorant/core/backtest/run-backtest.ts';
import type { ParamsContext } from '@cormorant/core/strategy/field.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MachineCase } from './case.ts';
import { cases } from './cases.ts';
import { fundingTape, markTape, randomTape } from './tapes.ts';

const RUNS = Number(process.env['MACHINE_RUNS'] ?? 25);

/** Bounded on both ends, as Binance's spot is, and closely where an order would take, as OKX, Bybit and Bitget bound it. */
const WIDE = { buyLeastPpm: 960_000, buyMostPpm: 1_040_000, sellLeastPpm: 960_000, sellMostPpm: 1_040_000 };
const CLOSE = { buyLeastPpm: 0, buyMostPpm: 1_010_000, sellLeastPpm: 990_000, sellMostPpm: 0 };

/** Null: the parser refused the params. */
type Task = Omit<BacktestOptions<unknown, unknown>, 'strategy' | 'stride'> | null;

function taskOf(given: MachineCase): fc.Arbitrary<Task> {
  const [least, most] = given.investment ?? [500, 50_000];
  return fc
    .record({
      instrument: fc.constantFrom(...given.instruments),
      seed: fc.integer(),
      length: fc.integer({ min: 1, max: 1_500 }),
      wildness: fc.constantFrom(0.0005, 0.003, 0.02),
      minutes: fc.constantFrom(1, 5),
      investment: fc.integer({ min: least, max: most }),
      marked: fc.boolean(),
      priceBand: fc.constantFrom(null, null, WIDE, CLOSE),
      startPrint: fc.integer({ min: 1, max: 4 }),
    })
    .chain(({ instrument: plain, priceBand, seed, length, wildness, minutes, investment, marked, startPrint }) => {
      const instrument = { ...plain, priceBand };
      const candles = randomTape(seed, length, wildness, minutes);
      const investmentAtoms = investment * 10 ** instrument.quoteScale;
      const context: ParamsContext = { instrument, lastTicks: candles.openTicks[0]!, investmentAtoms };
      const futures = instrument.contract !== null;
      return given.raw(context).map((raw) => {
        const parsed = given.parse(raw, context);
        if (!parsed.ok) return null;
        return {
          ...{ instrument, candles, investmentAtoms, startPrint, params: parsed.params },
          ...(futures ? { funding: fundingTape(seed, candles) } : {}),
          ...(futures && marked ? { mark: markTape(seed, candles) } : {}),
        };
      });
    });
}

function run(given: MachineCase, task: Task & {}, stride: Stride) {
  try {
    const result = runBacktest({ ...task, strategy: given.strategy, stride });
    const { journal, bot, profit } = result;
    const settled = Array.from({ length: journal.settlementCount }, (_, row) => journal.settlementAt(row));
    const net = settled.reduce((sum, one) => sum + one.grossAtoms - one.feeAtoms + one.fundingAtoms, 0);
    expect(net).toBe(profit.realizedAtoms);
    expect(journal.fundings.reduce((sum, one) => sum + one.amountAtoms, 0)).toBe(profit.fundingAtoms);
    const { investmentAtoms, realizedAtoms, unrealizedAtoms, pendingFundingAtoms, equityAtoms } = profit;
    expect(investmentAtoms + realizedAtoms + unrealizedAtoms + pendingFundingAtoms).toBe(equityAtoms);
    return { report: reportBacktest(result, task.instrument, task.candles), bot, settled, logs: journal.logs };
  } catch (error) {
    // Which is no answer of the walk, but of the params: every stride gives it.
    if (error instanceof TapeTooCoarse) return error.message;
    throw error;
  }
}

describe.each(cases)('$name over any tape', (given) => {
  it('gives the same print by print, candle by candle and leaping', () => {
    fc.assert(
      fc.property(taskOf(given), (task) => {
        fc.pre(task !== null);
        const plain = run(given, task, 'print');
        expect(run(given, task, 'candle')).toEqual(plain);
        expect(run(given, task, 'block')).toEqual(plain);
      }),
      { numRuns: RUNS },
    );
  });
});

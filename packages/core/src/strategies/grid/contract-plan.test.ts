// The sizes and liquidation values of futures grids by hand, from strategies.md 2.2.
import { describe, expect, it } from 'vitest';
import { makeInstrument } from '../../market/make-instrument.ts';
import type { PreviewContext } from '../../strategy/preview.ts';
import { planContract, quantityByMargin } from './contract-plan.ts';
import { parseGridParams } from './params.ts';
import { previewOf } from './preview.ts';

const perpetual = makeInstrument({
  symbol: 'BTC/USDT',
  market: 'futures',
  tick: '0.01',
  step: '0.0001',
  minQty: '0.0001',
  maxQty: '900',
  minNotional: '5',
  minPrice: '0.01',
  maxPrice: '1000000',
  maxOpenOrders: 300,
  maker: '0.0002',
  taker: '0.0005',
});
const lines = [90, 95, 100, 105, 110].map((price) => price * 100);
const shape = { leverage: 5, reserveAtoms: 0, slippagePpm: 0 } as const;
const units = 1e8;

function previewed(raw: Record<string, string>) {
  const context: PreviewContext = {
    instrument: perpetual,
    lastTicks: 10_000,
    investmentAtoms: 1000 * units,
    worst: null,
    funding: null,
  };
  const given = { lower: '90', upper: '110', grid_levels: '4', ...raw };
  const result = parseGridParams(given, { instrument: perpetual, lastTicks: 10_000, investmentAtoms: 1000 * units });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  const preview = previewOf(result.params, context);
  return { ...preview, value: (key: string) => preview.figures.find((figure) => figure.key === key)?.value };
}

describe('a grid on a contract', () => {
  it('sizes by margin x leverage over the line prices of the worst side', () => {
    // Long: 90 + 95 + 105 + 110 = 400; 1000 x 5 / 400 = 12.5. Neutral: max(185, 215); 5000 / 215 = 23.2558.
    expect(quantityByMargin(perpetual, lines, 2, 1000 * units, { ...shape, direction: 'long' })).toBe(125_000);
    expect(quantityByMargin(perpetual, lines, 2, 1000 * units, { ...shape, direction: 'neutral' })).toBe(232_558);
  });

  it('opens what the far side closes, nothing when neutral, and keeps the reserve out of orders', () => {
    const plan = (direction: 'long' | 'short' | 'neutral', reserveAtoms = 0) =>
      planContract(perpetual, lines, 10_000, 1000 * units, { ...shape, direction, reserveAtoms });
    expect(plan('long').initialLots).toBe(2 * plan('long').qtyLots);
    expect(plan('short').initialLots).toBe(2 * plan('short').qtyLots);
    expect(plan('neutral').initialLots).toBe(0);
    for (const direction of ['long', 'short', 'neutral'] as const) {
      const { qtyLots, initialAtoms, restingAtoms } = plan(direction, 400 * units);
      expect(initialAtoms + restingAtoms).toBeLessThanOrEqual(600 * units);
      expect(qtyLots).toBeLessThan(plan(direction).qtyLots * 0.61);
    }
  });

  it('says the liquidation of now and of the worst case, which lies nearer for what fills deeper', () => {
    const { value } = previewed({ direction: 'long', leverage: '5' });
    // Now: 100.02 (1 - 1/5) / 0.995; all filled: the average is (2 x 100.02 + 95 + 90) / 4.
    expect(Number(value('liquidation_now_long'))).toBeCloseTo((100.02 * 0.8) / 0.995, 1);
    expect(Number(value('liquidation_long'))).toBeCloseTo((96.26 * 0.8) / 0.995, 1);
    const short = previewed({ direction: 'short', leverage: '5' });
    expect(Number(short.value('liquidation_short'))).toBeCloseTo(((2 * 100 + 105 + 110) / 4) * (1.2 / 1.005), 1);
  });

  it('refuses a stop past the liquidation and takes the furthest it names; warns of a liquidation inside the range', () => {
    const late = previewed({ direction: 'long', leverage: '5', stop_loss: '70' });
    expect(late.refusals).toMatchObject([{ field: 'stop_loss', rule: 'range', max: '89.99' }]);
    expect(previewed({ direction: 'long', leverage: '5', stop_loss: String(late.refusals[0]?.min) }).refusals).toEqual(
      [],
    );
    expect(late.notes).toEqual([]);
    const near = previewed({ direction: 'neutral', leverage: '10', lower: '60', upper: '140' });
    expect(near.notes.map(({ key }) => key)).toContain('liquidation_inside');
  });

  it('without a stop names all that it needs as its worst loss, with why; a stop on every side ends it before', () => {
    for (const direction of ['long', 'short', 'neutral'] as const) {
      const { notes, value } = previewed({ direction, leverage: '5', reserve: '50' });
      const plan = planContract(perpetual, lines, 10_000, 1000 * units, {
        ...{ direction, leverage: 5, reserveAtoms: 50 * units, slippagePpm: 200 },
      });
      const need = (plan.initialAtoms + plan.restingAtoms) / units + 50;
      expect(Number(value('worst_loss'))).toBeCloseTo(need, 6);
      expect(need).toBeGreaterThan(990);
      expect(notes).toEqual([{ key: 'grid_long_stay', level: 'warn', data: { amount: value('worst_loss') } }]);
    }
    // Twice 90 and 95, twice 100.02, closed at 84.983 and each way at the higher fee.
    const stopped = previewed({ direction: 'long', leverage: '5', stop_loss: '85' });
    expect(stopped.notes).toEqual([]);
    const [qty, entry, exit] = [Number(stopped.value('qty')), 90 + 95 + 2 * 100.02, 4 * 84.98];
    expect(Number(stopped.value('worst_loss'))).toBeCloseTo(qty * (entry - exit + (entry + exit) * 0.0005), 1);
    const half = previewed({ direction: 'neutral', leverage: '5', stop_loss: '85' });
    expect(half.notes.map(({ key }) => key)).toEqual(['grid_long_stay']);
  });

  it('that moves up may stand at the top of its trailing when the price comes back', () => {
    const loss = (raw: Record<string, string>) =>
      Number(previewed({ direction: 'long', leverage: '2', stop_loss: '80', ...raw }).value('worst_loss'));
    const [still, moved] = [loss({}), loss({ trailing_up: '1', trail_limit: '125' })];
    // At 125 it stands three lines higher: all that it buys then falls further to the same stop.
    expect(moved).toBeGreaterThan(still * 1.8);
    expect(loss({ trailing_up: '1', trail_limit: '400' })).toBeLessThanOrEqual(1000);
  });

  it('says what its first trade is worth, not the margin behind it', () => {
    for (const direction of ['long', 'short', 'neutral']) {
      const { value } = previewed({ direction, leverage: '5' });
      const worth = direction === 'neutral' ? 0 : 2 * Number(value('qty')) * 100;
      expect(Number(value('initial'))).toBeCloseTo(worth, 8);
      expect(Number(value('fees_open'))).toBeCloseTo(worth * 0.0005, 8);
    }
  });

  it('mirrors the stops of a short, and trails only long', () => {
    const parse = (raw: Record<string, string>) =>
      parseGridParams(
        { lower: '90', upper: '110', grid_levels: '4', ...raw },
        { instrument: perpetual, lastTicks: 10_000, investmentAtoms: 1000 * units },
      );
    expect(parse({ direction: 'short', stop_loss: '115', take_profit: '85' }).ok).toBe(true);
    expect(parse({ direction: 'short', stop_loss: '85' })).toMatchObject({ issues: [{ field: 'stop_loss' }] });
    for (const direction of ['short', 'neutral']) {
      expect(parse({ direction, trailing_up: '1', trail_limit: '120' })).toMatchObject({
        issues: [{ field: 'trailing_up', rule: 'option', options: ['0'] }],
      });
    }
  });
});

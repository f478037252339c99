// A martingale of two sides is read as one and as two: the same ladder both ways on half the money each, and what either
// side refuses is refused with the range that both allow.
import { describe, expect, it } from 'vitest';
import { btcSpec } from '../../../test/btc-usdt.ts';
import { makeInstrument } from '../../market/make-instrument.ts';
import type { RawParams } from '../../strategy/field.ts';
import { coordinatorOf, hasLegs } from '../registry.ts';
import { type DualParams, dualShares, isDual, parseAnyMartin } from './dual-params.ts';
import { previewAnyMartin } from './dual-preview.ts';
import { parseMartinParams } from './params.ts';

const perp = makeInstrument({ ...btcSpec, market: 'futures' });
const contextOf = (investment: number) => ({
  ...{ instrument: perp, lastTicks: 10_000, investmentAtoms: Math.round(investment * 1e8) },
});
const parse = (raw: RawParams, investment = 100_000) =>
  parseAnyMartin({ direction: 'dual', ...raw }, contextOf(investment));

function dualOf(raw: RawParams, investment?: number): DualParams {
  const parsed = parse(raw, investment);
  if (!parsed.ok || !isDual(parsed.params)) throw new Error(JSON.stringify(parsed));
  return parsed.params;
}

describe('parseAnyMartin', () => {
  it('reads both sides from the same fields', () => {
    const raw = { leverage: '3', first_amount: '10', max_positions: '4', add_drop: '2' };
    const { leverage, sides, symbol } = dualOf(raw);
    expect([leverage, symbol]).toEqual([3, 'BTC/USDT']);
    expect(sides.map(({ direction }) => direction)).toEqual(['long', 'short']);
    const [long, short] = sides;
    expect(short).toEqual({ ...long, direction: 'short' });
    expect(hasLegs('martin', 'dual')).toBe(true);
    expect(hasLegs('martin', 'long')).toBe(false);
    expect(coordinatorOf('martin', dualOf(raw))?.kind).toBe('martin');
    const one = parseAnyMartin({ ...raw, direction: 'long' }, contextOf(1_000));
    expect(one.ok && coordinatorOf('martin', one.params)).toBe(null);
  });

  it('gives each side half, the odd atom to the long one', () => {
    expect(dualShares(101)).toEqual([51, 50]);
    // Seven orders of 10 doubled come to 1,270: 470.37 at 3x within nine tenths, and twice that for both sides.
    const short = parse({ first_amount: '10' }, 940);
    expect(short).toEqual({ ok: false, issues: [{ field: 'investment', rule: 'range', min: '940.74074076' }] });
    expect(parse({ first_amount: '10' }, 940.75).ok).toBe(true);
  });

  it('each side has the stop that its own liquidation leaves room for', () => {
    // 10x and 0.5 % maintenance: 9.5477 % below a long, (1.1 / 1.005 - 1) = 9.4527 % above a short; 70 % of each.
    const { sides } = dualOf({ leverage: '10' });
    expect(sides.map(({ stopLossPpm }) => stopLossPpm)).toEqual([66_833, 66_168]);
  });

  it('the range that is named is the one that both sides allow', () => {
    expect(parse({ leverage: '10', stop_loss: '9.5' })).toEqual({
      ok: false,
      issues: [{ field: 'stop_loss', rule: 'range', min: '1', max: '9.4526' }],
    });
    expect(parse({ leverage: '10', stop_loss: '9.4' }).ok).toBe(true);
    // The long side's triggers have a floor, the short side's have none.
    const steep = parse({ add_drop: '30', drop_scale: '3', add_base: 'first', leverage: '1', max_positions: '4' });
    expect(steep.ok).toBe(false);
  });

  it('names every field that is wrong once', () => {
    const wrong = parse({ leverage: '11', multiplier: 'x', take_profit: '0' });
    expect(wrong.ok ? [] : wrong.issues.map(({ field }) => field)).toEqual(['leverage', 'multiplier', 'take_profit']);
  });

  it('is for contracts only, and one side is never read as both', () => {
    const spot = makeInstrument(btcSpec);
    const asSpot = parseAnyMartin({ direction: 'dual' }, { ...contextOf(1_000), instrument: spot });
    expect(asSpot.ok ? [] : asSpot.issues[0]).toMatchObject({ field: 'direction', rule: 'option', options: ['long'] });
    expect(parseMartinParams({ direction: 'dual' }, contextOf(1_000)).ok).toBe(false);
  });
});

describe('previewAnyMartin', () => {
  const raw = {
    leverage: '10',
    first_amount: '100',
    max_positions: '3',
    multiplier: '2',
    add_drop: '2',
    stop_loss: '5',
  };
  const context = { ...contextOf(1_000), worst: null, funding: null };
  const figuresOf = (investment = 1_000) => {
    const preview = previewAnyMartin(dualOf(raw, investment), { ...context, investmentAtoms: investment * 1e8 });
    return { preview, value: (key: string) => preview.figures.find((one) => one.key === key)?.value };
  };

  it('draws both ladders, and counts the money of both', () => {
    const { preview, value } = figuresOf();
    expect(preview.table?.columns[0]).toEqual({ key: 'side', unit: 'side' });
    expect(preview.table?.rows.map(([side, step, trigger]) => [side, step, trigger])).toEqual([
      ...[
        ['long', '1', '100.00'],
        ['long', '2', '98.00'],
        ['long', '3', '96.04'],
      ],
      ...[
        ['short', '1', '100.00'],
        ['short', '2', '102.00'],
        ['short', '3', '104.04'],
      ],
    ]);
    // 700 of orders a side at 10x within nine tenths: 77.78 each, rounded up.
    expect(value('capital')).toBe('155.55555556');
    expect([value('drop_covered'), value('rise_covered')]).toEqual(['3.96', '4.04']);
  });

  it('lets the worse side lead, and tells what both stops in turn would cost', () => {
    const { preview, value } = figuresOf();
    const alone = (direction: string) => {
      const parsed = parseMartinParams({ ...raw, direction }, contextOf(500));
      if (!parsed.ok) throw new Error(direction);
      const { figures } = previewAnyMartin(parsed.params, { ...context, investmentAtoms: 500e8 });
      return Number(figures.find(({ key }) => key === 'worst_loss')?.value);
    };
    const [long, short] = [alone('long'), alone('short')];
    expect(short).toBeGreaterThan(long);
    expect(Number(value('worst_loss'))).toBe(short);
    expect(Number(value('worst_loss_both'))).toBeCloseTo(long + short, 8);
    expect(preview.notes.map(({ key }) => key)).toContain('note_dual_worst_short');
    expect([value('liquidation_long'), value('liquidation_short')].every(Boolean)).toBe(true);
  });

  it('refuses what either side refuses', () => {
    // Only the short ladder leaves the prices that the market takes.
    const lastTicks = Math.floor(perp.maxPriceTicks / 1.03);
    const preview = previewAnyMartin(dualOf(raw), { ...context, lastTicks });
    expect(preview.refusals).toContainEqual({ field: 'max_positions', rule: 'range', min: '1', max: '2' });
  });
});

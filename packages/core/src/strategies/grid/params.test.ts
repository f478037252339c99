// Every field of a grid refused outside its range, with the range it names being the true one.
import { describe, expect, it } from 'vitest';
import { btc } from '../../../test/btc-usdt.ts';
import { makeInstrument } from '../../market/make-instrument.ts';
import type { FieldIssue, RawParams } from '../../strategy/field.ts';
import { gridFields } from './fields.ts';
import { parseGridParams } from './params.ts';

const good: RawParams = { lower: '50000', upper: '70000', grid_levels: '20', grid_mode: 'arithmetic' };
const parse = (raw: RawParams, investment = 1000, lastTicks = 6_000_000) =>
  parseGridParams(raw, { instrument: btc, lastTicks, investmentAtoms: Math.round(investment * 1e8) });

function issuesOf(raw: RawParams, investment?: number, lastTicks?: number): FieldIssue[] {
  const result = parse(raw, investment, lastTicks);
  return result.ok ? [] : result.issues;
}

/** One price is a tick of one whole coin. */
const coarse = makeInstrument({
  symbol: 'X/USDT',
  tick: '1',
  step: '1',
  minQty: '1',
  maxQty: '100000',
  minNotional: '5',
  minPrice: '1',
  maxPrice: '1000000',
  maxOpenOrders: 200,
  maker: '0',
  taker: '0',
});

describe('parseGridParams', () => {
  it('reads strings and numbers, fills defaults, and lets optional prices be empty or zero', () => {
    const result = parse({ lower: 50000, upper: '70000.00', stop_loss: '', take_profit: '0', trailing_up: 0 });
    expect(result).toEqual({
      ok: true,
      params: {
        lowerTicks: 5_000_000,
        upperTicks: 7_000_000,
        levels: 20,
        mode: 'arithmetic',
        triggerTicks: 0,
        stopLossTicks: 0,
        takeProfitTicks: 0,
        trailingUp: false,
        trailLimitTicks: 0,
        slippagePpm: 200,
        direction: 'long',
        leverage: 1,
        reserveAtoms: 0,
      },
    });
  });

  it('names what is missing, all at once, in the order of the fields', () => {
    expect(issuesOf({}).map(({ field, rule }) => [field, rule])).toEqual([
      ['lower', 'required'],
      ['upper', 'required'],
    ]);
  });

  it.each([
    [{ lower: 'abc' }, { field: 'lower', rule: 'format' }],
    [{ lower: '1e5' }, { field: 'lower', rule: 'format' }],
    [{ lower: '-1' }, { field: 'lower', rule: 'range', min: '0.01', max: '1000000.00' }],
    [{ lower: '0' }, { field: 'lower', rule: 'range', min: '0.01', max: '1000000.00' }],
    [{ upper: '99999999999999999999' }, { field: 'upper', rule: 'range', min: '0.01', max: '1000000.00' }],
    [{ upper: '50400' }, { field: 'upper', rule: 'range', min: '60000.00', max: '1000000.00' }],
    [{ lower: '65000' }, { field: 'lower', rule: 'range', min: '0.01', max: '60000.00' }],
    [{ grid_levels: '1' }, { field: 'grid_levels', rule: 'range', min: '2', max: '200' }],
    [{ grid_levels: '201' }, { field: 'grid_levels', rule: 'range', min: '2', max: '200' }],
    [{ grid_levels: '2.5' }, { field: 'grid_levels', rule: 'format', min: '2', max: '200' }],
    [{ grid_mode: 'cubic' }, { field: 'grid_mode', rule: 'option' }],
    [{ stop_loss: '50000' }, { field: 'stop_loss', rule: 'range', min: '0.01', max: '49999.99' }],
    [{ take_profit: '70000' }, { field: 'take_profit', rule: 'range', min: '70000.01', max: '1000000.00' }],
    [{ trailing_up: '1' }, { field: 'trail_limit', rule: 'required' }],
    [
      { trailing_up: '1', trail_limit: '70000' },
      { field: 'trail_limit', rule: 'range', min: '70000.01', max: '1000000.00' },
    ],
    [{ trailing_up: 'maybe' }, { field: 'trailing_up', rule: 'option' }],
    [
      { trigger_price: '45000', stop_loss: '46000' },
      { field: 'trigger_price', rule: 'range', min: '46000.01', max: '1000000.00' },
    ],
  ])('refuses %o with its field and range', (change, issue) => {
    expect(issuesOf({ ...good, ...change })).toEqual([expect.objectContaining(issue)]);
  });

  it('lets the price stand outside the range only when a trigger is set', () => {
    expect(issuesOf(good, 1000, 8_000_000)).toEqual([
      { field: 'upper', rule: 'range', min: '80000.00', max: '1000000.00' },
    ]);
    expect(issuesOf({ ...good, trigger_price: '65000' }, 1000, 8_000_000)).toEqual([]);
  });

  it('refuses a grid whose pairs do not earn their fees, naming how many grids would', () => {
    const [issue] = issuesOf({ ...good, lower: '59000', upper: '61000' });
    expect(issue).toMatchObject({ field: 'grid_levels', rule: 'range', min: '2' });
    const most = Number(issue!.max);
    expect(issuesOf({ ...good, lower: '59000', upper: '61000', grid_levels: most }, 10_000)).toEqual([]);
    expect(issuesOf({ ...good, lower: '59000', upper: '61000', grid_levels: most + 1 }, 10_000)).toHaveLength(1);
  });

  it('refuses lines that fall on one tick', () => {
    const raw = { lower: '100', upper: '110', grid_levels: '20' };
    const result = parseGridParams(raw, { instrument: coarse, lastTicks: 105, investmentAtoms: 1e13 });
    expect(result).toEqual({ ok: false, issues: [{ field: 'grid_levels', rule: 'range', min: '2', max: '10' }] });
  });

  it('names the field that leaves no room, never an empty range', () => {
    const at = (raw: RawParams) => parseGridParams(raw, { instrument: coarse, lastTicks: 100, investmentAtoms: 1e13 });
    const narrow = at({ lower: '100', upper: '101', grid_levels: '2' });
    const wider = { field: 'upper', rule: 'range', min: '102', max: '1000000' };
    expect(narrow).toEqual({ ok: false, issues: [wider] });
    expect(at({ lower: '100', upper: '102', grid_levels: '2' }).ok).toBe(true);
    const lowest = at({ lower: '1', upper: '200', grid_levels: '2', stop_loss: '1' });
    expect(lowest).toEqual({ ok: false, issues: [{ field: 'stop_loss', rule: 'range', min: '0', max: '0' }] });
    const highest = at({ lower: '999999', upper: '1000000', trigger_price: '999999', grid_levels: '2' });
    expect(highest).toEqual({ ok: false, issues: [{ field: 'lower', rule: 'range', min: '1', max: '990099' }] });
  });

  it('says the smallest investment, and takes exactly that', () => {
    const [issue] = issuesOf(good, 50);
    expect(issue).toMatchObject({ field: 'investment', rule: 'range' });
    expect(issuesOf(good, Number(issue!.min))).toEqual([]);
    expect(issuesOf(good, Number(issue!.min) - 0.00000001)).toHaveLength(1);
  });

  it('has one entry in its table for every key it reads', () => {
    const read = new Set<string>();
    const spy = new Proxy(good as Record<string, unknown>, {
      get: (target, key) => {
        read.add(String(key));
        return target[String(key)];
      },
    });
    parse(spy);
    const perpetual = { ...btc, market: 'futures' as const };
    parseGridParams(spy, { instrument: perpetual, lastTicks: 6_000_000, investmentAtoms: 1e11 });
    expect([...read].sort()).toEqual([...new Set(gridFields.map((field) => field.key))].sort());
  });
});

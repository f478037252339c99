// The worked figures of product.md 1.8 and 4.10 and of strategies.md 2.4, and what the worst-case card says.
import { describe, expect, it } from 'vitest';
import { btc, btcSpec } from '../../../test/btc-usdt.ts';
import { makeInstrument } from '../../market/make-instrument.ts';
import type { RawParams } from '../../strategy/field.ts';
import type { PreviewContext } from '../../strategy/preview.ts';
import { parseMartinParams } from './params.ts';
import { martinPresets } from './presets.ts';
import { previewMartin } from './preview.ts';
import { sizeByCapital, sizeByFirst } from './size.ts';

/** Fine enough that rounding to ticks and lots does not show, and without fees unless said. */
const fine = (taker = '0', market: 'spot' | 'futures' = 'spot') =>
  makeInstrument({ ...btcSpec, tick: '0.00001', step: '0.000001', minQty: '0.000001', maker: taker, taker, market });

function preview(raw: RawParams, instrument = fine(), more: Partial<PreviewContext> = {}, at = 100) {
  const lastTicks = Math.round((at * 10 ** instrument.priceDecimals) / instrument.tickUnits);
  const investmentAtoms = 5000 * 10 ** instrument.quoteScale;
  const context = { instrument, lastTicks, investmentAtoms };
  const parsed = parseMartinParams({ add_callback: '0', ...raw }, context);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  return previewMartin(parsed.params, { ...context, worst: null, funding: null, ...more });
}

const figure = (shown: ReturnType<typeof preview>, key: string) => shown.figures.find((one) => one.key === key);
function column(shown: ReturnType<typeof preview>, key: string): number[] {
  const at = shown.table?.columns.findIndex((one) => one.key === key) ?? -1;
  return shown.table?.rows.map((row) => Number(row[at])) ?? [];
}
const near = (found: number[], wanted: number[], digits: number) => {
  expect(found).toHaveLength(wanted.length);
  for (const [at, value] of wanted.entries()) expect(found[at], `row ${at + 1}`).toBeCloseTo(value, digits);
};

describe('previewMartin', () => {
  it('the worked ladder of product.md 1.8', () => {
    const shown = preview({ first_amount: '10' });
    near(column(shown, 'trigger'), [100, 97, 94.09, 91.2673, 88.5293, 85.8734, 83.2972], 3);
    expect(column(shown, 'order')).toEqual([10, 20, 40, 80, 160, 320, 640]);
    expect(column(shown, 'cumulative')).toEqual([10, 30, 70, 150, 310, 630, 1270]);
    near(column(shown, 'average'), [100, 97.9798, 95.7186, 93.2919, 90.7715, 88.2157, 85.6666], 3);
    near(column(shown, 'bounce'), [1.3, 2.32, 3.05, 3.55, 3.87, 4.06, 4.18], 2);
    expect(Number(figure(shown, 'drop_covered')?.value)).toBeCloseTo(16.7028, 3);
  });

  it('worst case of product.md 4.10: 254.00 without fees, 256.29 with 0.1 % a side', () => {
    expect(figure(preview({}), 'worst_loss')?.value).toBe('254');
    expect(Number(figure(preview({}, fine('0.001')), 'worst_loss')?.value).toFixed(2)).toBe('256.29');
    expect(preview({}).notes).toContainEqual({ key: 'note_worst_loss', level: 'warn', data: { amount: '254' } });
  });

  it('averages, targets and stops carry the opening fees, as those of the running bot: avg = cost with fees / coin', () => {
    const spot = preview({ first_amount: '10' }, fine('0.001'));
    // 85.6666 / 0.999, because the fee is taken of the coin; then 1.3 % and the closing fee on top.
    expect(column(spot, 'average').at(-1)).toBeCloseTo(85.7524, 3);
    expect(column(spot, 'target').at(-1)).toBeCloseTo((85.7524 * 1.013) / 0.999, 2);
    expect(Number(figure(spot, 'stop_price')?.value)).toBeCloseTo(85.7524 * 0.8, 3);
    const short = { direction: 'short', max_positions: '1', leverage: '3', first_amount: '100' };
    const sold = preview(short, fine('0.0005', 'futures'));
    expect([figure(sold, 'rise_covered')?.value, figure(sold, 'drop_covered')]).toEqual(['0', undefined]);
    expect(column(sold, 'average')[0]).toBeCloseTo(100 * 0.9995, 4);
    expect(column(sold, 'target')[0]).toBeCloseTo((100 * 0.9995 * 0.987) / 1.0005, 4);
  });

  it('strategies.md 2.4, basis average: 10000, 1 %, x1.2 adds at 9900, 9845.753, 9806.566', () => {
    const raw = { add_base: 'avg', add_drop: '1', multiplier: '1.2', max_positions: '4' };
    const shown = preview(
      raw,
      makeInstrument({ ...btcSpec, tick: '0.001', step: '0.00000001', minQty: '0.00000001' }),
      {},
      10_000,
    );
    near(column(shown, 'trigger'), [10_000, 9900, 9845.753, 9806.566], 2);
  });

  it('basis first adds the drops up', () => {
    const shown = preview({ add_base: 'first', add_drop: '2', drop_scale: '1.5', max_positions: '4' });
    near(column(shown, 'trigger'), [100, 98, 95, 90.5], 4);
  });

  it('a short is the mirror', () => {
    const shown = preview({ direction: 'short', max_positions: '3', leverage: '3' }, fine('0', 'futures'));
    near(column(shown, 'trigger'), [100, 103, 106.09], 4);
    expect(column(shown, 'liquidation')[0]).toBeCloseTo((100 * (1 + 1 / 3)) / 1.005, 3);
    expect(Number(figure(shown, 'stop_price')?.value)).toBeGreaterThan(106.09);
  });

  it('says the liquidation after each order: strategies.md 2.2 at the first', () => {
    const shown = preview({ leverage: '10', max_positions: '2', first_amount: '20' }, fine('0', 'futures'), {}, 2000);
    expect(column(shown, 'liquidation')[0]).toBeCloseTo(1809.045, 2);
    expect(shown.refusals).toEqual([]);
  });

  it('says whether the ladder survives the worst day, week and month', () => {
    const worst = { fallPpm: [120_000, 200_000, 400_000], risePpm: [0, 0, 0] } as const;
    const levels = ['worst_1d', 'worst_7d', 'worst_30d'].map(
      (key) => figure(preview({}, fine(), { worst }), key)?.level,
    );
    expect(levels).toEqual(['good', 'warn', 'bad']);
  });

  it('counts a day of funding for the full ladder', () => {
    const funding = { lastE8: 10_000, threeDaysE8: 90_000, settlements: 9 };
    const shown = preview({}, fine('0', 'futures'), { funding });
    // 0.03 % a day of 1270.
    expect(Number(figure(shown, 'funding_day')?.value)).toBeCloseTo(0.381, 6);
  });

  it('warns where a stop comes before an add, and when there is none', () => {
    const keys = (raw: RawParams) => preview(raw).notes.map(({ key }) => key);
    expect(keys({ stop_loss: '2' })).toContain('note_stop_before_add');
    expect(keys({ stop_off: '1' })).toContain('note_no_stop');
    expect(keys({})).not.toContain('note_stop_before_add');
  });
});

describe('presets', () => {
  it.each(['spot', 'futures'] as const)('are valid on %s for 5000 USDT', (market) => {
    const instrument = market === 'spot' ? btc : makeInstrument({ ...btcSpec, market });
    for (const { key, params } of martinPresets(market)) {
      const context = { instrument, lastTicks: 10_000_000, investmentAtoms: 5_200e8 };
      const result = parseMartinParams({ first_amount: '10', ...params }, context);
      expect(result.ok ? [] : result.issues, key).toEqual([]);
    }
  });
});

describe('size', () => {
  const rule = { multiplierPpm: 2_000_000, maxOrders: 7, leverage: 1 };
  it('by first order: 10 doubled seven times is 1270, with fees 1271.27', () => {
    const sized = sizeByFirst(btc, 10e8, rule);
    expect([sized.totalAtoms, sized.needAtoms, sized.isTooSmall]).toEqual([1270e8, 1271.27e8, false]);
  });
  it('by capital: first = I / sum m^i, floored so that the capital pays for all of it', () => {
    expect(sizeByCapital(btc, 1271.27e8, rule).firstAtoms).toBe(10e8);
    expect(sizeByCapital(btc, 1271.26e8, rule).firstAtoms).toBe(9.99e8);
    expect(sizeByCapital(btc, 300e8, rule)).toMatchObject({ isTooSmall: true });
    expect(sizeByCapital(btc, 0, rule).firstAtoms).toBe(0);
    const perp = makeInstrument({ ...btcSpec, market: 'futures' });
    expect(sizeByCapital(perp, 470.38e8, { ...rule, leverage: 3 }).firstAtoms).toBe(10e8);
  });
});

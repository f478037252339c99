// The ladder of strategies.md 2.3 figure by figure, and what a preview refuses and warns of.
import { describe, expect, it } from 'vitest';
import { makeInstrument } from '../../market/make-instrument.ts';
import type { RawParams } from '../../strategy/field.ts';
import type { PreviewContext } from '../../strategy/preview.ts';
import { type DcaParams, parseDcaParams } from './params.ts';
import { dcaPresets } from './presets.ts';
import { previewDca } from './preview.ts';

const filters = {
  symbol: 'BTC/USDT',
  tick: '0.0001',
  step: '0.000001',
  minQty: '0.000001',
  maxQty: '9000',
  minNotional: '5',
  minPrice: '0.0001',
  maxPrice: '1000000',
  maxOpenOrders: 100,
  maker: '0',
  taker: '0',
};
const free = makeInstrument(filters);
const perpetual = makeInstrument({ ...filters, step: '0.0001', minQty: '0.0001', market: 'futures' });
const raw: RawParams = {
  mode: 'ladder',
  base_amount: '100',
  safety_amount: '100',
  max_safety: '5',
  step: '2',
  step_mult: '1.2',
  vol_mult: '1.5',
  take_profit: '1.5',
};
const context: PreviewContext = {
  instrument: free,
  lastTicks: 1_000_000,
  investmentAtoms: 2000 * 10 ** free.quoteScale,
  worst: null,
  funding: null,
};

function paramsOf(given: RawParams, instrument = free, investment = 2000): DcaParams {
  const result = parseDcaParams(given, {
    instrument,
    lastTicks: 1_000_000,
    investmentAtoms: investment * 10 ** instrument.quoteScale,
  });
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.params;
}

describe('the preview of a DCA bot', () => {
  it('gives the table of strategies.md 2.3, all its figures', () => {
    const { table } = previewDca(paramsOf(raw), context);
    const cells = (table?.rows ?? []).map((row) => row.map(Number));
    const shown = cells.map(([step, deviation, trigger, amount, cumulative, average, target, bounce]) => [
      step,
      deviation,
      trigger,
      amount,
      cumulative,
      average,
      target,
      Number(bounce?.toFixed(3)),
    ]);
    expect(shown).toEqual([
      [0, 0, 100, 100, 100, 100, 101.5, 1.5],
      [1, 2, 98, 100, 200, 98.9899, 100.4747, 2.525],
      [2, 4.4, 95.6, 150, 350, 97.5081, 98.9707, 3.526],
      [3, 7.28, 92.72, 225, 575, 95.5768, 97.0104, 4.627],
      [4, 10.736, 89.264, 337.5, 912.5, 93.1405, 94.5376, 5.908],
      [5, 14.8832, 85.1168, 506.25, 1418.75, 90.1095, 91.4611, 7.454],
    ]);
  });

  it('sums the need and says how deep it reaches', () => {
    const { figures } = previewDca(paramsOf(raw), context);
    const value = (key: string) => figures.find((figure) => figure.key === key)?.value;
    expect([value('capital'), value('drop_covered'), value('orders')]).toEqual(['1418.75', '14.8832', '6']);
  });

  it('shows where a contract is liquidated after each order, and refuses a stop beyond it', () => {
    const futures = { ...context, instrument: perpetual, investmentAtoms: 2000 * 10 ** perpetual.quoteScale };
    const params = paramsOf({ ...raw, leverage: '3' }, perpetual);
    const preview = previewDca(params, futures);
    const liquidations = preview.table?.rows.map((row) => Number(row.at(-1))) ?? [];
    // 3x at 100 with 0.5 % maintenance: 100 (1 - 1/3) / 0.995.
    expect(liquidations[0]).toBeCloseTo(67.0017, 2);
    expect(liquidations.every((price, k) => k === 0 || price < liquidations[k - 1]!)).toBe(true);
    expect(preview.refusals).toEqual([]);
    const late = previewDca({ ...params, stopLossPpm: 600_000 }, futures);
    expect(late.refusals).toMatchObject([{ field: 'stop_loss', rule: 'range' }]);
    // The stop it names as the furthest is taken.
    const furthest = Math.round(Number(late.refusals[0]?.max) * 10_000);
    expect(previewDca({ ...params, stopLossPpm: furthest }, futures).refusals).toEqual([]);
  });

  it('says what the worst days of the pair would do to the ladder', () => {
    const worst = { fallPpm: [100_000, 200_000, null], risePpm: [null, null, null] } as const;
    const { notes } = previewDca(paramsOf(raw), { ...context, worst });
    expect(notes).toEqual([
      { key: 'worst_beyond_ladder', level: 'warn', data: { days: '7', move: '20', covered: '14.8832' } },
    ]);
  });

  it('draws the next buys of a calendar and warns when the money does not last', () => {
    const params = paramsOf({ mode: 'calendar', amount: '50', interval: '1M', monthday: '31', at: '09:30' });
    const nowMs = Date.UTC(2028, 0, 31, 2);
    const preview = previewDca(params, { ...context, nowMs, investmentAtoms: 1000 * 10 ** free.quoteScale });
    expect(preview.table?.rows.slice(0, 3).map(([, at]) => new Date(Number(at)).toISOString())).toEqual([
      '2028-02-29T01:30:00.000Z',
      '2028-03-31T01:30:00.000Z',
      '2028-04-30T01:30:00.000Z',
    ]);
    expect(preview.notes).toEqual([{ key: 'calendar_short', level: 'warn', data: { need: '1500', amount: '1000' } }]);
    expect(preview.figures.find(({ key }) => key === 'months_covered')?.value).toBe('20');
  });

  it('refuses a calendar whose stop lies beyond its liquidation, and takes the furthest one it names', () => {
    const raw = {
      mode: 'calendar',
      amount: '50',
      interval: '1d',
      direction: 'long',
      leverage: '3',
      max_positions: '10',
    };
    const futures = { ...context, instrument: perpetual };
    const late = paramsOf({ ...raw, stop_loss: '60' }, perpetual);
    const { refusals } = previewDca(late, futures);
    expect(refusals).toMatchObject([{ field: 'stop_loss', rule: 'range', min: '0.1' }]);
    const furthest = Math.round(Number(refusals[0]?.max) * 10_000);
    expect(previewDca({ ...late, stopLossPpm: furthest }, futures).refusals).toEqual([]);
  });

  it('without a stop loses what was put in, and the fees of putting it in', () => {
    const charged = { ...filters, taker: '0.001', feeAsset: 'quote' as const };
    const spot = makeInstrument(charged);
    const contract = makeInstrument({ ...charged, step: '0.0001', minQty: '0.0001', market: 'futures' });
    const loss = (given: RawParams, instrument: typeof free) => {
      const { figures } = previewDca(paramsOf({ ...raw, ...given }, instrument), { ...context, instrument });
      return Number(figures.find(({ key }) => key === 'worst_loss')?.value);
    };
    // 1418.75 in six orders.
    expect(loss({ stop_loss: '0' }, spot)).toBeCloseTo(1418.75 * 1.001, 6);
    for (const direction of ['long', 'short'])
      expect(loss({ stop_loss: '0', direction, leverage: '2' }, contract)).toBeCloseTo(1418.75 * 0.501, 6);
  });

  describe('the worst loss of a calendar', () => {
    const calendar: RawParams = { mode: 'calendar', amount: '60', interval: '1d', max_positions: '10' };
    const charged = makeInstrument({ ...filters, taker: '0.001', feeAsset: 'quote' });
    const contract = makeInstrument({
      ...filters,
      step: '0.0001',
      minQty: '0.0001',
      market: 'futures',
      taker: '0.001',
    });
    const loss = (raw: RawParams, instrument: typeof free, investment: number) => {
      const params = paramsOf({ ...calendar, ...raw }, instrument, investment);
      const investmentAtoms = investment * 10 ** instrument.quoteScale;
      const { figures } = previewDca(params, { ...context, instrument, investmentAtoms });
      return figures.find(({ key }) => key === 'worst_loss')?.value;
    };

    it('counts only the buys that the money pays for, fees included', () => {
      expect(loss({}, free, 500)).toBe('480');
      expect(loss({}, free, 1000)).toBe('600');
      expect(loss({}, charged, 500)).toBe('480.48');
      // 480 pay for seven buys with their fees, not for eight.
      expect(loss({}, charged, 480)).toBe('420.42');
    });

    it('of dearer buys takes the mix that spends most', () => {
      const dips = { dip_drop: '5', multiplier: '2' };
      expect(loss(dips, free, 450)).toBe('420');
      expect(loss(dips, free, 5000)).toBe('1200');
    });

    it('with a stop is what the stop loses, and the fees of both ways', () => {
      // 480 x 25 %, 0.48 on the way in and 0.1 % of 360 on the way out.
      expect(loss({ stop_loss: '25' }, charged, 500)).toBe('120.84');
    });

    it('on a contract is never more than the money behind it', () => {
      const short = { direction: 'short', leverage: '3' };
      // 20.06 each: nothing is left for a fifth.
      expect(loss(short, contract, 100)).toBe('80.24');
      expect(loss({ ...short, stop_loss: '30' }, contract, 100)).toBe('72.552');
      expect(Number(loss({ ...short, stop_loss: '95' }, contract, 100))).toBe(100);
    });
  });

  it('draws what a calendar can know of its exits: after the first buy at the present price, fees included', () => {
    const charged = makeInstrument({ ...filters, taker: '0.001', feeAsset: 'quote' });
    const raw = { mode: 'calendar', amount: '60', interval: '1d', max_positions: '10', stop_loss: '25' };
    const at = { ...context, instrument: charged };
    const { lines } = previewDca(paramsOf({ ...raw, take_profit: '10' }, charged), at);
    expect(lines).toEqual([
      { kind: 'entry', price: '100.0000' },
      { kind: 'take_profit', price: '110.2203' },
      { kind: 'stop_loss', price: '75.0750' },
    ]);
    const open = previewDca(paramsOf({ ...raw, stop_loss: '' }, charged), at).lines;
    expect(open).toEqual([{ kind: 'entry', price: '100.0000' }]);
    const levered = paramsOf({ ...raw, direction: 'long', leverage: '3' }, perpetual);
    const kinds = previewDca(levered, { ...context, instrument: perpetual }).lines.map(({ kind }) => kind);
    expect(kinds).toEqual(['entry', 'stop_loss', 'liquidation']);
  });

  it('has presets that the parser takes', () => {
    for (const market of ['spot', 'futures'] as const) {
      const instrument = market === 'spot' ? free : perpetual;
      for (const preset of dcaPresets(market)) {
        const params = paramsOf(preset.params, instrument, 1000);
        const investmentAtoms = 1000 * 10 ** instrument.quoteScale;
        expect(previewDca(params, { ...context, instrument, investmentAtoms }).refusals).toEqual([]);
      }
    }
  });
});

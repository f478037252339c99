// Indicators of a symbol as screens get them: of closed candles only, kept for two seconds, right after a jump or a new
// beginning of the tape, and never a figure that is not known.
import { TIMEFRAME_MS } from '@cormorant/core/market/candles.ts';
import { describe, expect, it } from 'vitest';
import type { VenueCandle, VenueSymbol } from '../../ports/venue.ts';
import { decimalOf, symbolIndicators } from './symbol-indicators.ts';

const HOUR_MS = TIMEFRAME_MS['1h'];
const T0 = Date.UTC(2026, 0, 1);
const rules: VenueSymbol = {
  symbol: 'BTC/USDT',
  market: 'spot',
  base: 'BTC',
  quote: 'USDT',
  tick: '0.01',
  step: '0.001',
  minQty: '0.001',
  maxQty: '1000',
  minNotional: '5',
  minPrice: '0.01',
  maxPrice: '1000000',
  maxOpenOrders: 100,
  maker: '0.001',
  taker: '0.001',
  feeAsset: 'received',
  status: 'trading',
};

/** A venue whose candle n closes at 100 + n; the newest of `count` is forming. */
function rig(count: number) {
  const clock = { wall: 0, nowMs: () => clock.wall };
  const state = { from: 0, count, asked: [] as number[] };
  const read = async (_symbol: string, _tf: string, limit: number): Promise<VenueCandle[]> => {
    state.asked.push(limit);
    return Array.from({ length: state.count }, (_, row): VenueCandle => {
      const close = String(100 + state.from + row);
      return [T0 + (state.from + row) * HOUR_MS, close, close, close, close, '1'];
    }).slice(-limit);
  };
  const ask = symbolIndicators(read, clock as never);
  const nowMs = () => T0 + (state.from + state.count - 1) * HOUR_MS + 1;
  return { state, clock, ask: () => ask(rules, '1h', nowMs()) };
}

describe('symbolIndicators', () => {
  it('leaves the forming candle out', async () => {
    const answer = await rig(61).ask();
    expect(answer).toMatchObject({ ma7: '156.0000', rsi14: '100.00', tf: '1h' });
    expect(answer.boll.mid).toBe('149.5000');
  });

  it('says null where too few candles have closed', async () => {
    const answer = await rig(8).ask();
    expect(answer).toMatchObject({ ma7: '103.0000', ma25: null, rsi14: null, adx14: null, macd: { dif: null } });
    expect((await rig(0).ask()).ma7).toBeNull();
  });

  it('asks at most once in two seconds, and then only for what has closed since', async () => {
    const { ask, state, clock } = rig(61);
    await ask();
    await ask();
    expect(state.asked).toHaveLength(1);
    clock.wall = 2_000;
    state.count = 63;
    expect(await ask()).toMatchObject({ ma7: '158.0000' });
    expect(state.asked).toHaveLength(2);
    expect(state.asked[1]).toBeLessThan(10);
  });

  it('reads everything anew when more has closed than it asked for, or the tape began again', async () => {
    const ahead = rig(61);
    await ahead.ask();
    ahead.clock.wall = 2_000;
    const slow = ahead.state.count;
    ahead.state.count = 200;
    const late = symbolIndicators(async (_s, _t, limit) => {
      const rows = Array.from({ length: ahead.state.count }, (_, row): VenueCandle => {
        const close = String(100 + row);
        return [T0 + row * HOUR_MS, close, close, close, close, '1'];
      });
      return rows.slice(-limit);
    }, ahead.clock as never);
    ahead.state.count = slow;
    await late(rules, '1h', T0 + 60 * HOUR_MS);
    ahead.clock.wall = 4_000;
    ahead.state.count = 200;
    // The clock it is told has not moved, the tape has.
    expect(await late(rules, '1h', T0 + 60 * HOUR_MS)).toMatchObject({ ma7: '295.0000', ma25: '286.0000' });

    const again = rig(61);
    await again.ask();
    again.clock.wall = 2_000;
    again.state.count = 31;
    expect(await again.ask()).toMatchObject({ ma7: '126.0000' });
  });

  it('keeps no failure', async () => {
    let broken = true;
    const ask = symbolIndicators(
      async () => {
        if (broken) throw new Error('silent');
        return [];
      },
      { nowMs: () => 0 } as never,
    );
    await expect(ask(rules, '1h', T0)).rejects.toThrow('silent');
    broken = false;
    expect((await ask(rules, '1h', T0)).ma7).toBeNull();
  });
});

it('decimals are plain: no exponent, no minus nothing, null for what is not a number', () => {
  expect([decimalOf(-0.0001, 2), decimalOf(1e-7, 4), decimalOf(Number.NaN, 2), decimalOf(1e22, 2)]).toEqual([
    '0.00',
    '0.0000',
    null,
    null,
  ]);
});

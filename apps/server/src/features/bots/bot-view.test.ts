// The figures of a bot that the specification names at the top level tell what is in force, whether it was entered or not.
import { parseParams } from '@cormorant/core/strategies/registry.ts';
import { expect, it } from 'vitest';
import { contractRules, rules } from '../../../test/runner-rig.ts';
import type { BotRow } from '../../ports/bot-store.ts';
import { instrumentOf } from '../../ports/venue-market.ts';
import { mirroredOf } from './bot-view.ts';

function shown(kind: BotRow['kind'], market: 'spot' | 'futures', params: BotRow['params']) {
  const instrument = instrumentOf(market === 'spot' ? rules : contractRules);
  return mirroredOf({ kind, market, params, investment: '5000' } as BotRow, instrument);
}

it.each(['long', 'short', 'dual'])(
  'a %s martingale on a contract shows the stop that it has without one entered',
  (direction) => {
    const given = { direction, leverage: '3', first_amount: '20', max_positions: '3' };
    const instrument = instrumentOf(contractRules);
    const parsed = parseParams('martin', given, { instrument, lastTicks: 0, investmentAtoms: 5_000e8 });
    expect(parsed.ok).toBe(true);
    const { stop_loss: stop, take_profit: target } = shown('martin', 'futures', given);
    expect(Number(stop)).toBeGreaterThan(1);
    expect(JSON.stringify(parsed)).toContain(`"stopLossPpm":${Math.round(Number(stop) * 10_000)}`);
    expect(target).toBe('1.3');
    expect(shown('martin', 'futures', { ...given, stop_loss: '9' }).stop_loss).toBe('9');
  },
);

it('what is left to its default is shown, and what is off is null', () => {
  expect(shown('martin', 'spot', {})).toMatchObject({
    stop_loss: '20',
    take_profit: '1.3',
    multiplier: '2',
    max_positions: 7,
  });
  expect(shown('martin', 'spot', { stop_off: '1', stop_loss: '30' }).stop_loss).toBeNull();
  expect(shown('custom', 'spot', {})).toMatchObject({ stop_loss: '20', take_profit: null, max_positions: 1 });
  expect(shown('dca', 'spot', { mode: 'ladder', stop_loss: '0' })).toMatchObject({ stop_loss: null, multiplier: null });
  expect(shown('grid', 'spot', { lower: '1', upper: '2' })).toMatchObject({
    stop_loss: null,
    multiplier: null,
    grid_levels: 20,
  });
});

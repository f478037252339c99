// The states of a bot of several legs, break-even progress and the next settlement.
import type { BotLeg } from '@cormorant/contract/entities/bot.ts';
import { expect, it } from 'vitest';
import { arbitrageKind } from '../arbitrage-kind.ts';
import { breakEvenProgress, legState, nextFunding, sideOf } from './legs.ts';

function leg(change: Partial<BotLeg>): BotLeg {
  return {
    ...{ leg: 'a', bot_id: 2, exchange: 'local', market: 'spot', symbol: 'ETH/USDT', side: 'long', leverage: 1 },
    ...{ qty: '0', avg_price: '0', cost: '0', mark_price: '2000', liq_price: null, unrealized: '0', realized: '0' },
    ...{ fee: '0', funding: '0', orders: [], status: 'running' },
    ...change,
  } as BotLeg;
}

const held = [
  leg({ qty: '0.1', fee: '0.2' }),
  leg({ leg: 'b', market: 'futures', side: 'short', leverage: 2, qty: '0.1', fee: '0.1', funding: '0.15' }),
];

function bot(change: object) {
  return {
    ...{ legs: held, figures: [], params: { kind: 'funding' }, market: 'futures' as const },
    ...{ phase: 'holding' as const, status: 'running' as const },
    ...change,
  };
}

const apart = { key: 'delta', label: 'Legs apart by', unit: 'base' as const };

it('says naked, uneven, hedged, waiting and kept', () => {
  const stateOf = (change: object, step: string | null = '0.001') => legState(bot(change), step);
  expect(stateOf({})).toBe('hedged');
  expect(stateOf({ figures: [{ ...apart, value: '0.00000000' }] })).toBe('hedged');
  expect(stateOf({ figures: [{ ...apart, value: '-0.01' }] })).toBe('uneven');
  expect(stateOf({ phase: 'error', status: 'paused' })).toBe('naked');
  expect(stateOf({ phase: 'closing' })).toBe('closing');
  expect(stateOf({ legs: [leg({})], phase: 'waiting' })).toBe('waiting');
  expect(stateOf({ legs: [leg({})], phase: 'idle', status: 'paused' })).toBe('flat');
  expect(stateOf({ status: 'stopped', phase: 'idle' })).toBe('kept');
  // Dust that no order can sell is not held.
  expect(stateOf({ status: 'stopped', phase: 'idle', legs: [leg({ qty: '0.0000108' })] })).toBe('flat');
  // Less than a step of the contract is no difference, and before the step is known nothing is said.
  expect(stateOf({ figures: [{ ...apart, value: '0.0009' }] })).toBe('hedged');
  expect(stateOf({ figures: [{ ...apart, value: '-0.01' }] }, null)).toBe('hedged');
});

it('knows a kind that its params leave out by the market', () => {
  expect(arbitrageKind({ params: {}, market: 'spot' })).toBe('triangular');
  expect(arbitrageKind({ params: {}, market: 'futures' })).toBe('funding');
  expect(arbitrageKind({ params: { kind: 'cross' }, market: 'spot' })).toBe('cross');
});

it('counts the fees paid and those of closing against the funding', () => {
  const taker = ({ market }: BotLeg) => (market === 'spot' ? '0.1' : '0.05');
  // 0.3 paid, 200 × 0.15 % = 0.3 to close; 0.15 of 0.6.
  const progress = breakEvenProgress(held, taker);
  expect(progress?.fees).toBeCloseTo(0.6, 10);
  expect(progress?.share).toBeCloseTo(0.25, 10);
  expect(breakEvenProgress([leg({}), leg({})], taker)).toBeNull();
  expect(breakEvenProgress(held, () => null)).toBeNull();
});

it('expects what a short is paid, and what it pays at a negative rate', () => {
  const next = (funding_rate: string) => nextFunding(held, { funding_rate, next_funding_at: 1_795_305_600_000 });
  expect(next('0.01')?.amount).toBeCloseTo(0.02, 10);
  expect(next('-0.02')?.amount).toBeCloseTo(-0.04, 10);
  expect(nextFunding(held, {})).toBeNull();
});

it('a leg of a triangle has a side while it holds something, the legs of other kinds always', () => {
  const triangle = { params: { kind: 'triangular' }, market: 'spot' as const };
  expect(sideOf(triangle, leg({}))).toBeNull();
  expect(sideOf(triangle, leg({ qty: '0.000' }))).toBeNull();
  expect(sideOf(triangle, leg({ qty: '0.1' }))).toBe('long');
  expect(sideOf(bot({}), leg({ side: 'short' }))).toBe('short');
});

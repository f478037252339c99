// The amount of an add by hand: no words, nothing below what the exchange takes, nothing beyond what the bot has free.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import { beforeAll, expect, it } from 'vitest';
import { symbol } from '../editor/sample-form.ts';
import { type AddLimits, amountIssue, isHalfTyped, loadAddLimits } from './add-amount.ts';

let limitsOf: Awaited<ReturnType<typeof loadAddLimits>>;
beforeAll(async () => {
  limitsOf = await loadAddLimits();
});

const order = (side: 'buy' | 'sell', price: string, qty: string, filled = '0') => ({ side, price, qty, filled });
const bot = (more: object) =>
  ({ market: 'spot', margin: null, holdings: { quote_amount: '1280' }, orders: [], ...more }) as unknown as BotDetail;

it('a spot bot may add what its waiting buys leave it', () => {
  const orders = [order('buy', '50000', '0.01', '0.004'), order('sell', '70000', '0.01'), order('buy', '0', '0.01')];
  // Fees are taken in quote: 300 and a thousandth of it.
  expect(limitsOf(bot({ orders }), symbol, '60000')).toEqual({ min: '5.25', max: '979.7' });
  expect(limitsOf(bot({}), { ...symbol, min_qty: '0.001' }, '60000')).toEqual({ min: '60', max: '1280' });
});

it('a contract may add its free margin times its leverage, and nothing when none is left', () => {
  const margin = { leverage: 3, free: '100.009' };
  expect(limitsOf(bot({ market: 'futures', margin }), symbol, '60000').max).toBe('300.02');
  const none = { leverage: 3, free: '-2' };
  expect(limitsOf(bot({ market: 'futures', margin: none }), symbol, '60000').max).toBe('0');
});

const limits: AddLimits = { min: '5.25', max: '1280' };
it.each([
  ['', { rule: 'required' }, true],
  ['abc', { rule: 'format' }, false],
  ['1e3', { rule: 'format' }, false],
  ['0.123456789', { rule: 'format' }, false],
  ['-5', { rule: 'range', min: '5.25' }, true],
  ['0', { rule: 'range', min: '5.25' }, true],
  ['1', { rule: 'range', min: '5.25' }, true],
  ['5.24', { rule: 'range', min: '5.25' }, true],
  ['99999', { rule: 'range', max: '1280' }, false],
  ['1280.01', { rule: 'range', max: '1280' }, false],
] as const)('%j is told at its field', (typed, told, half) => {
  const issue = amountIssue(typed, limits)!;
  expect(issue).toEqual({ field: 'amount', ...told });
  expect(isHalfTyped(issue)).toBe(half);
});

it.each(['5.25', '1,280', '100.5', '１００'])('%j may be sent', (typed) => {
  expect(amountIssue(typed, limits)).toBeNull();
});

it('says what is free where that is less than the least, and asks for more than nothing while limits are not known', () => {
  expect(amountIssue('5', { min: '5.25', max: '3' })).toMatchObject({ max: '3' });
  expect([amountIssue('0', null)?.rule, amountIssue('-1', null)?.rule, amountIssue('1', null)]).toEqual([
    'range',
    'range',
    null,
  ]);
});

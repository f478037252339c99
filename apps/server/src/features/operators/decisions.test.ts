// What takes two persons, against rows in memory: settings, reversals, settlements, moves to cold storage, corrections and
// withdrawals. What cannot be carried out leaves nothing of its decision.
import { beforeEach, expect, test } from 'vitest';
import { createOperatorMemory, type OperatorMemory } from '../../../test/operator-memory.ts';
import type { Repayment } from '../../ports/fuel-books.ts';
import { NotCarriedOut } from '../../ports/operator-store.ts';
import type { WithdrawalRow } from '../../ports/withdrawal-store.ts';
import { askAdjustment, decideAdjustment } from './adjust-account.ts';
import { askColdSend, askReversal, askSettlement } from './ask-request.ts';
import { changeSetting, switchMaintenance } from './change-setting.ts';
import { type CarryingDeps, decideRequest } from './decide-request.ts';
import { allowWithdrawals, giveAlias, lockUser } from './handle-user.ts';
import { decideWithdrawal } from './review-withdrawal.ts';
import { rateBpOf, setRootRate } from './set-root-rate.ts';

const NOW_MS = 86_400_000;
const SN = '71234567';
const by = (name: string) => ({ by: name, reason: 'because', nowMs: NOW_MS });
const operator = (name: string, person: string, createdAtMs = 0) => ({
  ...{ name, person, createdAtMs, roles: [], tokenHash: new Uint8Array(32), tokenSeenBy: null, isActive: true },
});
const user = { id: 1, sn: SN, status: 'active', isPartner: false, alias: null, withdrawStop: '', sessions: 2 };
let memory: OperatorMemory;
beforeEach(() => {
  const operators = [
    operator('ann', 'ann'),
    operator('ann2', 'ann'),
    operator('eve', 'eve'),
    operator('new', 'new', 1),
  ];
  memory = createOperatorMemory({ operators, users: [user, { ...user, id: 2, sn: '79999999', alias: 'heron' }] });
});

const done = (what: string) => void memory.state.done.push(what);
/** What the fees do of it, in words. */
const fees: CarryingDeps = {
  reverseCharge: async (_books, chargeId) => {
    if (chargeId === 5) done('reverse 5');
    return chargeId === 5;
  },
  changeServiceRate: async (_work, value) => done(`fuel_rate ${value}`),
};
const repayment: Repayment = { takes: async () => [7], pay: async (_books, userId) => done(`repay ${userId}`) };
const actions = () => memory.state.deeds.map(({ action }) => action);
async function approved(id: number, name = 'eve'): Promise<string> {
  return decideRequest(memory, fees)(id, true, by(name));
}

test('a setting of money waits for another person, what closes is done at once, and none leaves its range', async () => {
  const change = changeSetting(memory);
  expect(await change('withdraw_fee', '2', by('ann'))).toEqual({ state: 'asked', id: 1 });
  expect(await change('withdraw_open', '1', by('ann'))).toEqual({ state: 'asked', id: 2 });
  expect(await change('withdraw_open', '0', by('ann'))).toEqual({ state: 'done' });
  expect(await change('max_bots', '60', by('ann'))).toEqual({ state: 'done' });
  expect(memory.state.settings).toEqual({ withdraw_open: '0', max_bots: '60' });
  expect((await change('fuel_rate', '51', by('ann'))).state).toBe('out_of_range');
  for (const name of ['fuel_rate_at', 'nonsense', 'toString'])
    expect((await change(name, '1', by('ann'))).state).toBe('no_setting');
  expect(await approved(1)).toBe('done');
  expect(memory.state.settings['withdraw_fee']).toBe('2');
  await switchMaintenance(memory)(true, 'back soon', by('ann'));
  expect(memory.state.settings).toMatchObject({ maintenance: '1', maintenance_message_en: 'back soon' });
});

test('nobody decides over what the same person asked for, nor before a day, nor twice', async () => {
  await askReversal(memory)('5', by('ann'));
  expect(await approved(9)).toBe('missing');
  expect(await approved(1, 'ann')).toBe('same_operator');
  expect(await approved(1, 'ann2')).toBe('not_independent');
  expect(await approved(1, 'new')).toBe('not_independent');
  expect(memory.state.done).toEqual([]);
  expect(await approved(1)).toBe('done');
  expect(memory.state.done).toEqual(['reverse 5']);
  expect(await approved(1)).toBe('decided');
  expect(actions()).toEqual(['reverse_charge_ask', 'reverse_charge_approve']);
});

test('whoever rejects needs to be no other person, only another name', async () => {
  await changeSetting(memory)('fuel_rate', '25', by('ann'));
  expect(await decideRequest(memory, fees)(1, false, by('ann2'))).toBe('rejected');
  expect([memory.state.done, actions()]).toEqual([[], ['setting_ask', 'setting_reject']]);
});

test('each kind of request is carried out, and one that cannot be still waits', async () => {
  await changeSetting(memory)('fuel_rate', '25', by('ann'));
  expect(await askReversal(memory)('x', by('ann'))).toEqual({ state: 'no_number' });
  await askReversal(memory)('6', by('ann'));
  expect((await askSettlement(memory)('send:x', by('ann'))).state).toBe('no_subject');
  await askSettlement(memory)('gas:0.5', by('ann'));
  await askSettlement(memory)('move:3', by('ann'));
  const cold = { address: async () => '0xcold' };
  for (const amount of ['0', '-1', '1.123456789'])
    expect((await askColdSend(memory, cold)(amount, by('ann'))).state).toBe('no_amount');
  expect((await askColdSend(memory, { address: async () => null })('5', by('ann'))).state).toBe('no_storage');
  await askColdSend(memory, cold)('5', by('ann'));
  for (const id of [1, 3, 5]) expect(await approved(id)).toBe('done');
  expect(memory.state.done).toEqual(['fuel_rate 25', 'settle gas', `cold ${5n * 10n ** 18n} to 0xcold`]);
  memory.isSettled = false;
  for (const id of [2, 4]) await expect(approved(id)).rejects.toThrow(NotCarriedOut);
  expect(memory.state.requests.map(({ state }) => state)).toEqual(['done', 'asked', 'done', 'asked', 'done']);
  expect(memory.state.done).toHaveLength(3);
});

test('a correction is booked behind the accounts of who shares in what it repays, and takes no more than there is', async () => {
  const ask = (part: string, amount: string, sn = SN) => askAdjustment(memory)({ sn, part, amount }, by('ann'));
  expect((await ask('frozen', '1')).state).toBe('no_part');
  expect((await ask('available', '1e3')).state).toBe('no_amount');
  expect([(await ask('available', '0')).state, (await ask('points', '0.001')).state]).toEqual(['too_fine', 'too_fine']);
  expect((await ask('available', '1', '70000000')).state).toBe('no_user');
  for (const [part, amount] of [
    ['fuel_paid', '2'],
    ['fuel_paid', '-2'],
    ['available', '2'],
  ] as const)
    await ask(part, amount);
  const decide = decideAdjustment(memory, repayment);
  expect([await decide(1, true, by('ann')), await decide(1, true, by('ann2'))]).toEqual([
    'same_operator',
    'not_independent',
  ]);
  for (const id of [1, 2]) expect(await decide(id, true, by('eve'))).toBe('done');
  expect(memory.state.done).toEqual(['take 1,7', 'post adjust:1', 'repay 1', 'take 1,7', 'post adjust:2']);
  memory.outcome = 'short';
  expect(await decide(3, true, by('eve'))).toBe('short');
  expect(memory.state.adjustments[2]?.state).toBe('asked');
  expect(await decide(3, false, by('eve'))).toBe('rejected');
});

const withdrawal = { id: 3, sn: 'W1', userId: 1, amountE18: 5n, status: 'reviewing', nonce: null } as WithdrawalRow;
const review = (name: string, decision: 'approve' | 'reject' | 'cancel', twoPersonE18: bigint) =>
  decideWithdrawal(memory)({
    ...{ sn: 'W1', operator: name, decision, reason: 'because', twoPersonE18, notice: null, nowMs: NOW_MS },
  });

test('above the limit a withdrawal is approved by two persons; below it by one; a first word may become no', async () => {
  expect(await review('ann', 'approve', 4n)).toEqual({ state: 'missing' });
  memory.state.withdrawal = withdrawal;
  expect((await review('ann', 'approve', 4n)).state).toBe('waits');
  expect((await review('ann', 'approve', 4n)).state).toBe('same_operator');
  expect((await review('ann2', 'approve', 4n)).state).toBe('not_independent');
  expect((await review('eve', 'approve', 4n)).state).toBe('done');
  expect(memory.state.withdrawal?.status).toBe('approved');
  expect((await review('eve', 'approve', 4n)).state).toBe('not_waiting');
  expect((await review('eve', 'cancel', 4n)).state).toBe('not_waiting');
  expect((await review('eve', 'reject', 4n)).state).toBe('done');
  memory.state.withdrawal = withdrawal;
  memory.state.reviews = [];
  expect((await review('new', 'approve', 5n)).state).toBe('done');
  memory.state.withdrawal = { ...withdrawal, status: 'approved', nonce: 1 };
  expect((await review('ann', 'reject', 5n)).state).toBe('not_waiting');
});

test('a user is locked out of all sessions and let in again; an alias is of a partner, free, and no number', async () => {
  expect(await lockUser(memory)(SN, false, by('ann'))).toBe(false);
  expect(await lockUser(memory)(SN, true, by('ann'))).toBe(true);
  expect(memory.state.users[0]).toMatchObject({ status: 'locked', sessions: 0 });
  expect(await lockUser(memory)(SN, false, by('ann'))).toBe(true);
  const alias = giveAlias(memory);
  expect(await alias(SN, 'swan', by('ann'))).toBe('missing');
  memory.state.users[0] = { ...user, isPartner: true };
  for (const name of ['123', 'ab', 'Swan']) expect(await alias(SN, name, by('ann'))).toBe('no_alias');
  expect(await alias(SN, 'heron', by('ann'))).toBe('taken');
  expect(await alias(SN, 'swan', by('ann'))).toBe('done');
  expect(await allowWithdrawals(memory)(SN, by('ann'))).toBe(false);
  memory.state.users[0] = { ...user, withdrawStop: 'a deposit was taken back' };
  expect(await allowWithdrawals(memory)(SN, by('ann'))).toBe(true);
  expect(actions()).toEqual(['user_lock', 'user_unlock', 'user_alias', 'user_unstop']);
});

test('a partner with a referrer is given no rate that the referrer could not give, now and tomorrow', async () => {
  const set = setRootRate(memory);
  expect(await set(SN, 6_000, by('ann'))).toBe('done');
  memory.state.users[0] = { ...user, isPartner: true };
  expect(await set(SN, 1_501, by('ann'))).toEqual({ minBp: 300, maxBp: 1_500 });
  expect(await set(SN, 1_500, by('ann'))).toBe('done');
  expect(memory.state.done.slice(-2)).toEqual(['rate of 1 waits no more', 'rate of 1 is 1500']);
  expect([20.5, 0, 60, 60.01, -1, 1.234, Number.NaN].map((percent) => rateBpOf(percent, 60))).toEqual([
    ...[2_050, 0, 6_000, null, null, null, null],
  ]);
});

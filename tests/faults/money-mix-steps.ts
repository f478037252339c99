// What one process does at random in the mix of money, each with the plain adding-up of what was answered.
import { adjustJournal, convertedOf, convertJournal, transferJournal } from '@cormorant/core/ledger/change-journals.ts';
import { depositJournal } from '@cormorant/core/ledger/wallet-journals.ts';
import { format18 } from '@cormorant/core/money/amount-e18.ts';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { createChainOutbox } from '../../apps/server/src/adapters/postgres/custody/chain-outbox.ts';
import { createWithdrawalStore } from '../../apps/server/src/adapters/postgres/custody/withdrawal-store.ts';
import { createChangeStore } from '../../apps/server/src/adapters/postgres/ledger/change-store.ts';
import { fuelBooksOf } from '../../apps/server/src/adapters/postgres/ledger/fuel-books.ts';
import { moneyTransaction } from '../../apps/server/src/adapters/postgres/ledger/ledger-post.ts';
import { createLedgerStore } from '../../apps/server/src/adapters/postgres/ledger/ledger-store.ts';
import { createRunnerStore } from '../../apps/server/src/adapters/postgres/runner/runner-store.ts';
import type { FeeDeps } from '../../apps/server/src/features/fees/charge-and-warn.ts';
import { reverseCharge } from '../../apps/server/src/features/fees/reverse-charge.ts';
import { decideWithdrawal } from '../../apps/server/src/features/operators/review-withdrawal.ts';
import type { ChangeAccount, ChangeView, NewChange } from '../../apps/server/src/ports/change-store.ts';
import { bindFees } from '../../apps/server/src/wiring/fees.ts';
import { openOperatorStore } from '../../apps/server/src/wiring/operators.ts';
import { type MixBot, writesOf } from './money-mix-bots.ts';

const ONE = 10n ** 18n;
const UNIT = 10n ** 10n;
const FEE = ONE;
const WALLET = `0x${'aa'.repeat(20)}`;
const MANY = 10n ** 26n;
const nowMs = () => Date.now();
const text = { zh: { subject: 's', text: 't' }, en: { subject: 's', text: 't' } };
const terms = { startRateBp: 2_000, owedMax: '20', capBp: 6_000, levels: 3, pointsPerFuel: 1, minStart: 1 };

/** Expected refusals, and nothing else. */
export class TooLittle extends Error {}

export const bots: MixBot[] = [];
/** By the answers. `mine`: what each has in balance apart from shares. */
export const tally = { mine: new Map<number, bigint>(), depositedE18: 0n, leftE18: 0n, feesE18: 0n };
/** How often each step did something. */
export const done = new Map<string, number>();
let serial = 0;

function fuelDeps(reported: unknown[]): FeeDeps {
  const notices = { low: () => text, empty: text };
  return { terms: () => terms, clock: { nowMs }, notices, free: ['local'], report: (error) => reported.push(error) };
}

export function processOn(pool: Pool, reported: unknown[]) {
  const { charging, fuel, repayment } = bindFees({ pool, ...fuelDeps(reported) });
  return {
    ...{ pool, fuel },
    ledger: createLedgerStore(pool),
    changes: createChangeStore(pool, { simulated: ['local'], repayment }),
    runner: createRunnerStore(pool, charging),
    reverse: reverseCharge({ repayment, notices: { payer: () => text, share: () => text } }),
    withdrawals: createWithdrawalStore(pool),
    outbox: createChainOutbox(pool),
    review: decideWithdrawal(openOperatorStore(pool)),
  };
}
export type Side = ReturnType<typeof processOn>;

const add = (userId: number, amountE18: bigint) =>
  void tally.mine.set(userId, (tally.mine.get(userId) ?? 0n) + amountE18);
export const count = (what: string) => done.set(what, (done.get(what) ?? 0) + 1);

export type Random = () => number;
export const below = (random: Random, most: number) => Math.floor(random() * most);
const amountOf = (random: Random, most: number) => (BigInt(below(random, most * 1e8)) + 1n) * UNIT;
const someone = (random: Random) => bots[below(random, bots.length)] as MixBot;

async function deposit({ ledger }: Side, random: Random): Promise<void> {
  const { userId } = someone(random);
  serial += 1;
  const [rawE18, txid] = [amountOf(random, 60) + BigInt(below(random, 1e9)), `0x${serial}`];
  const journal = depositJournal({ depositId: serial, userId, txid, logIndex: 0, rawE18 });
  const times = random() < 0.3 ? 3 : 1;
  const states = (await Promise.all(Array.from({ length: times }, () => ledger.post([journal], nowMs())))).flat();
  expect(states.filter(({ state }) => state === 'posted')).toHaveLength(1);
  add(userId, rawE18 - (rawE18 % UNIT));
  tally.depositedE18 += rawE18;
}

const PAIRS = [
  ['balance', 'fuel', 'available'],
  ['fuel', 'balance', 'fuel_paid'],
  ['points', 'fuel', 'points'],
] as const;

async function change({ changes }: Side, random: Random): Promise<void> {
  const { userId } = someone(random);
  const other = someone(random).userId;
  const isTransfer = random() < 0.5 && other !== userId;
  const [from, to, part] = PAIRS[below(random, isTransfer ? 2 : 3)]!;
  serial += 1;
  const [amountE18, requestId] = [amountOf(random, 25), `r${serial}`];
  const wanted = part === 'points' ? (amountE18 / (UNIT * 1_000_000n)) * UNIT * 1_000_000n + ONE / 100n : amountE18;
  const common = { userId, requestId, from: from as ChangeAccount, amountE18: wanted, remark: '', nowMs: nowMs() };
  const pair = `${from}>${to}` as Parameters<typeof convertJournal>[0];
  const asked: NewChange = isTransfer
    ? { ...common, kind: 'transfer', to: from, toUserId: other, rate: '1', receiveE18: wanted }
    : { ...common, kind: 'convert', to, toUserId: null, rate: '1', receiveE18: convertedOf(pair, wanted) };
  const judge = ({ holdings }: ChangeView): void => {
    if (holdings[part] < wanted) throw new TooLittle();
  };
  const journalOf = (changeId: number) => {
    const event = { requestId, changeId, userId, amountE18: wanted };
    return isTransfer ? transferJournal(from as 'balance' | 'fuel', event, other, '') : convertJournal(pair, event);
  };
  const make = () => changes.make(asked, 0, judge, journalOf);
  const ended = await Promise.allSettled(Array.from({ length: random() < 0.3 ? 3 : 1 }, make));
  const made = ended.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
  // Of repeats the first may find too little, and the next what came meanwhile.
  for (const end of ended) if (end.status === 'rejected' && !(end.reason instanceof TooLittle)) throw end.reason;
  if (made.length === 0) throw new TooLittle();
  for (const one of made) expect(one).toEqual(made[0]);
  if (from === 'balance') add(userId, -wanted);
  if (from === 'balance' && isTransfer) add(other, wanted);
  if (pair === 'fuel>balance' && !isTransfer) add(userId, wanted);
}

async function result({ runner }: Side, random: Random): Promise<void> {
  const two = [someone(random), someone(random)];
  const results = [...new Set(two)].map((bot) => {
    const net = format18(amountOf(random, 30) - 10n * ONE);
    return writesOf(bot, net);
  });
  await runner.commit(results, []);
}

async function takeBack({ pool, reverse }: Side): Promise<void> {
  const found = await pool.query<{ id: number }>(
    'select id from fuel_charges where reversed_at is null order by random() limit 1',
  );
  const [charge] = found.rows;
  if (charge === undefined) throw new TooLittle();
  const once = () =>
    moneyTransaction(pool, async (client) => {
      const isDone = await reverse(fuelBooksOf(client), charge.id, 'a mistake', nowMs());
      return isDone ? 'done' : 'missing';
    });
  // Somebody else may have taken back the same one before.
  expect(['missing missing', 'done missing']).toContain((await Promise.all([once(), once()])).sort().join(' '));
}

async function withdraw({ withdrawals }: Side, random: Random): Promise<void> {
  const { userId } = someone(random);
  serial += 1;
  const amountE18 = amountOf(random, 30) + 2n * FEE;
  const asked = {
    ...{ sn: `W${String(serial).padStart(14, '0')}`, requestId: `w${serial}`, userId, network: 'BEP20' },
    ...{ address: `0x${'bb'.repeat(20)}`, label: null, amountE18, feeE18: FEE, dailyE18: MANY, dayStartMs: 0 },
  };
  const submit = () => withdrawals.submit({ ...asked, nowMs: nowMs() });
  const made = await Promise.all(Array.from({ length: random() < 0.3 ? 3 : 1 }, submit));
  const states = made.map(({ state }) => state);
  if (!states.includes('done')) {
    expect(['short', 'in_progress']).toEqual(expect.arrayContaining(states));
    throw new TooLittle();
  }
  expect(states.filter((state) => state === 'done')).toHaveLength(1);
  expect(await submit()).toMatchObject({ state: 'before' });
  add(userId, -amountE18);
}

/** One step of some withdrawal on its way, by whichever process comes first. */
async function followWithdrawal(side: Side, random: Random): Promise<void> {
  const { outbox, review, withdrawals } = side;
  for (const row of await withdrawals.inState('submitted')) await withdrawals.judge(row, ['new_address'], nowMs());
  const [waiting] = await withdrawals.inState('reviewing');
  if (waiting !== undefined) {
    const decision = (['approve', 'approve', 'approve', 'reject', 'cancel'] as const)[below(random, 5)]!;
    const said = { sn: waiting.sn, operator: 'ann', decision, reason: 'x', twoPersonE18: MANY, notice: null };
    const { state } = await review({ ...said, nowMs: nowMs() });
    if (state === 'done' && decision !== 'approve') add(waiting.userId, waiting.amountE18);
  }
  const from = { firstNonce: 0, funds: { block: 1, tokenE18: MANY, gasWei: MANY, gasPriceWei: 1n } };
  for (const { address: target, amountE18, feeE18, id: refId } of await withdrawals.inState('approved')) {
    const send = { purpose: 'withdraw', refId, wallet: WALLET, target, valueWei: 0n, gas: 1n } as const;
    await outbox.reserve({ ...send, tokenE18: amountE18 - feeE18 }, from, nowMs());
  }
  const open = await outbox.open();
  const send = open[below(random, open.length)];
  if (send === undefined) return;
  const txid = `0x${send.id.toString(16).padStart(64, '0')}`;
  const raw = { txid, attempt: 1, kind: 'pay', raw: '0x', fees: { maxFeeWei: 1n, tipWei: 1n } } as const;
  await outbox.storeRaw(send, raw, nowMs());
  await outbox.markSent(send, txid, nowMs());
  const ending = (['paid', 'paid', 'reverted', 'replaced'] as const)[below(random, 4)]!;
  const block = { number: send.id, hash: txid };
  const ended = await outbox.finish(send, { ending, txid, block, costWei: 0n, notice: null }, nowMs());
  if (ended === null) return;
  count(ending);
  if (ending !== 'paid') return add(ended.userId, ended.amountE18);
  tally.leftE18 += ended.amountE18 - ended.feeE18;
  tally.feesE18 += ended.feeE18;
}

async function adjust({ ledger }: Side, random: Random): Promise<void> {
  const { userId } = someone(random);
  serial += 1;
  const amountE18 = amountOf(random, 10) * (random() < 0.5 ? 1n : -1n);
  const [outcome] = await ledger.post([adjustJournal(serial, userId, 'available', amountE18, 'x')], nowMs());
  if (outcome?.state === 'short') throw new TooLittle();
  expect(outcome?.state).toBe('posted');
  add(userId, amountE18);
}

export const steps: Readonly<Record<string, (side: Side, random: Random) => Promise<void>>> = {
  ...{ deposit, change, result, withdraw, followWithdrawal, adjust, takeBack },
  repay: async ({ fuel }, random) => fuel.repay(someone(random).userId),
};

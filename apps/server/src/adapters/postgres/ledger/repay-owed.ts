// Owed service fees are paid from fuel that has come in, the oldest first. What is paid from paid fuel is shared by those who
// stood above the payer when the charge was made, at the rates of then.
import { accountingDay } from '@cormorant/core/ledger/accounting-day.ts';
import { repayOldest } from '@cormorant/core/ledger/fuel-charge.ts';
import { repayEntries, repayJournal, shareEntries } from '@cormorant/core/ledger/fuel-journals.ts';
import type { Journal } from '@cormorant/core/ledger/journal.ts';
import { type ChainLink, type Share, sharesOf } from '@cormorant/core/ledger/profit-share.ts';
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { PoolClient } from 'pg';
import { type Payer, pointsFor, postAll, takePayers } from './charge-results.ts';
import { addConsumed, chainsOf, writeShares } from './fuel-books.ts';

interface DebtRow {
  readonly id: number;
  readonly left: string;
  readonly chain: readonly ChainLink[];
  readonly capBp: number;
  readonly levels: number;
}

interface Paid {
  readonly debt: DebtRow;
  readonly amountE18: bigint;
  readonly fromPaidE18: bigint;
  readonly shares: readonly Share[];
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Bonus fuel goes first, as in a charge. A second payment of one debt has a key of its own: less of it is left. */
function payDebt(payer: Payer, debt: DebtRow, amountE18: bigint, pointsPerFuel: number) {
  const fromBonusE18 = least(payer.bonusE18, amountE18);
  const fromPaidE18 = amountE18 - fromBonusE18;
  const shares = sharesOf(fromPaidE18, debt.chain, debt);
  const entries = [
    ...repayEntries(payer.userId, fromPaidE18, fromBonusE18),
    ...shareEntries(shares),
    ...pointsFor(payer, fromPaidE18, pointsPerFuel),
  ];
  payer.bonusE18 -= fromBonusE18;
  payer.paidE18 -= fromPaidE18;
  payer.consumedE18 += fromPaidE18;
  const journal = repayJournal(`repay:${debt.id}:${format18(parse18(debt.left))}`, debt.id, entries);
  return { paid: { debt, amountE18, fromPaidE18, shares }, journal };
}

async function sharersOf(client: PoolClient, userId: number): Promise<number[]> {
  const found = await client.query<{ id: number }>(
    `select distinct (l ->> 'userId')::bigint as id from fuel_charges c cross join jsonb_array_elements(c.chain) l
     where c.user_id = $1 and c.owed_left > 0`,
    [userId],
  );
  return found.rows.map(({ id }) => id);
}

/**
 * Whose accounts are taken when this user pays what is owed; nobody's when nothing is. Whoever brings fuel takes them together
 * with those it moves, or two who do it at once wait for each other.
 */
export async function takenByRepay(client: PoolClient, userId: number): Promise<number[]> {
  const sharers = await sharersOf(client, userId);
  if (sharers.length === 0) return [];
  const chain = (await chainsOf(client, [userId])).get(userId) ?? [];
  return [...sharers, ...chain.map((link) => link.userId)];
}

/** Accounts are taken before the rows of debts, so that no charge or payment of the same user comes between. */
async function takeDebts(client: PoolClient, userId: number): Promise<{ payer: Payer; debts: DebtRow[] } | null> {
  const sharers = await sharersOf(client, userId);
  if (sharers.length === 0) return null;
  // Who shared then may be others than those above now.
  const payers = await takePayers(client, [userId], sharers);
  const payer = payers.get(userId);
  if (payer === undefined) throw new Error(`user ${userId} has no accounts`);
  const found = await client.query<DebtRow>(
    `select id, owed_left as left, chain, cap_bp as "capBp", levels from fuel_charges
     where user_id = $1 and owed_left > 0 order by id for no key update`,
    [userId],
  );
  return { payer, debts: found.rows };
}

/** Part of the transaction that put the fuel in, or one of its own. */
export async function repayOwed(
  client: PoolClient,
  { userId, pointsPerFuel, nowMs }: { userId: number; pointsPerFuel: number; nowMs: number },
): Promise<void> {
  const taken = await takeDebts(client, userId);
  if (taken === null) return;
  const { debts, payer } = taken;
  const paymentE18 = least(payer.owedE18, payer.bonusE18 + payer.paidE18);
  const byId = new Map(debts.map((debt) => [debt.id, debt]));
  const paid: Paid[] = [];
  const journals: Journal[] = [];
  const owed = debts.map(({ id, left }) => ({ chargeId: id, owedE18: parse18(left) }));
  for (const { amountE18, chargeId } of repayOldest(owed, paymentE18)) {
    const debt = byId.get(chargeId);
    if (debt === undefined) throw new Error(`no debt ${chargeId}`);
    const done = payDebt(payer, debt, amountE18, pointsPerFuel);
    paid.push(done.paid);
    journals.push(done.journal);
  }
  if (paid.length === 0) return;
  await postAll(client, journals, nowMs);
  for (const { amountE18, debt, fromPaidE18, shares } of paid) {
    await client.query('update fuel_charges set owed_left = owed_left - $2 where id = $1', [
      debt.id,
      format18(amountE18),
    ]);
    await writeShares(client, debt.id, userId, fromPaidE18, shares, nowMs);
  }
  const paidE18 = paid.reduce((sum, one) => sum + one.fromPaidE18, 0n);
  await addConsumed(client, { userId, day: accountingDay(nowMs), paidE18, chargedE18: 0n });
}

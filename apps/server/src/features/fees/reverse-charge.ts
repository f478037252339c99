// A charge is taken back (product.md 4.3) by one reversing journal, with the rows that tell of it. Invariants: accounts are
// taken before the charge's row, as by whoever charges or repays; the results stay behind the bot's mark, so that they are not
// charged again; who invited the payer keeps the points for it while the payer has still consumed enough; whoever got fuel back
// or lost a share is told by mail in the same transaction.
import { accountingDay } from '@cormorant/core/ledger/accounting-day.ts';
import { chargeReversal } from '@cormorant/core/ledger/charge-reversal.ts';
import { type AccountName, accountOf, type UserPart, userAccount } from '@cormorant/core/ledger/chart.ts';
import type { Payer } from '@cormorant/core/ledger/counted-charge.ts';
import type { Journal } from '@cormorant/core/ledger/journal.ts';
import { invitePoints } from '@cormorant/core/ledger/points.ts';
import { format18 } from '@cormorant/core/money/amount-e18.ts';
import type { FuelBooks, MadeCharge, PaidShare, Repayment } from '../../ports/fuel-books.ts';
import type { ReversalNotices } from '../../ports/fuel-store.ts';
import { postAll, takePayers } from './payers.ts';

type Net = Map<AccountName, bigint>;

async function invitesFor(books: FuelBooks, userId: number): Promise<Net> {
  return books.movedBy(await books.chargesOf(userId), 'invites');
}

function add(net: Net, account: AccountName, amountE18: bigint): void {
  net.set(account, (net.get(account) ?? 0n) + amountE18);
}

/** What goes back: points for inviting stay, with the house's side of them, unless the payer has not consumed enough any more. */
async function netOf(books: FuelBooks, chargeId: number, { consumedE18, userId }: Payer): Promise<Net> {
  const net: Net = new Map(await books.movedBy([chargeId], 'others'));
  for (const amountE18 of (await books.movedBy([chargeId], 'invites')).values())
    add(net, 'house:points_issued', -amountE18);
  const paidE18 = paidOf(net, userId);
  if (invitePoints(consumedE18 - paidE18, paidE18) === 0n) return net;
  for (const [account, amountE18] of await invitesFor(books, userId)) {
    add(net, account, amountE18);
    add(net, 'house:points_issued', amountE18);
  }
  return net;
}

function paidOf(net: Net, payerId: number): bigint {
  return -(net.get(userAccount(payerId, 'fuel_paid')) ?? 0n);
}

/** What was really taken back of each share; a payer's own is netted with the bonus fuel that comes back. */
async function writeTaken(
  books: FuelBooks,
  chargeId: number,
  payerId: number,
  journal: Journal,
  nowMs: number,
): Promise<void> {
  const taken = new Map(
    journal.entries
      .map(({ account, amountE18 }) => ({ ...accountOf(account), amountE18 }))
      .filter(({ part }) => part === 'available')
      .map(({ amountE18, userId }) => [userId, amountE18]),
  );
  const rows = (await books.sharesOf(chargeId)).flatMap((share): PaidShare[] => {
    const amountE18 = share.kind === 'self' ? -share.amountE18 : taken.get(share.userId);
    return amountE18 === undefined ? [] : [{ ...share, baseE18: -share.baseE18, amountE18 }];
  });
  await books.writeShares(chargeId, payerId, rows, nowMs);
}

async function tell(
  books: FuelBooks,
  { atMs, chargedE18, userId: payerId }: MadeCharge,
  journal: Journal,
  notices: ReversalNotices,
  nowMs: number,
): Promise<void> {
  const moved = journal.entries.map(({ account, amountE18 }) => ({ ...accountOf(account), amountE18 }));
  const sumOf = (...parts: UserPart[]): bigint =>
    moved
      .filter(({ part, userId }) => userId === payerId && parts.includes(part as UserPart))
      .reduce((sum, { amountE18 }) => sum + amountE18, 0n);
  const back = { fuel: format18(sumOf('fuel_paid', 'fuel_bonus')), owed: format18(-sumOf('fuel_owed')) };
  const toPayer = notices.payer({ chargedAtMs: atMs, amount: format18(chargedE18), ...back });
  await books.queueNotice(payerId, toPayer, nowMs);
  for (const { amountE18, part, userId } of moved)
    if (part === 'available') await books.queueNotice(userId, notices.share(atMs, format18(-amountE18)), nowMs);
}

interface Taken {
  readonly charge: MadeCharge;
  readonly payer: Payer;
  readonly everybody: readonly number[];
}

/** The accounts of everybody concerned, then the charge; null: there is no such charge, or it was taken back before. */
async function take(books: FuelBooks, chargeId: number, repayment: Repayment): Promise<Taken | null> {
  const seen = await books.charge(chargeId);
  if (seen === null) return null;
  const { chain, userId } = seen;
  const invited = [...(await invitesFor(books, userId)).keys()].map((account) => accountOf(account).userId);
  // The fuel that comes back pays other debts in the same transaction.
  const shared = await repayment.takes(books, userId);
  const everybody = [...new Set([userId, ...chain.map((link) => link.userId), ...invited, ...shared])];
  const payer = (await takePayers(books, [userId], everybody)).get(userId);
  const charge = await books.takeCharge(chargeId);
  return payer === undefined || charge === null ? null : { charge, payer, everybody };
}

export interface ReversalDeps {
  readonly notices: ReversalNotices;
  readonly repayment: Repayment;
}

/** Part of the caller's transaction. False: there is no such charge, or it was taken back before. */
export type ReverseCharge = (books: FuelBooks, chargeId: number, remark: string, nowMs: number) => Promise<boolean>;

export function reverseCharge({ notices, repayment }: ReversalDeps): ReverseCharge {
  return async (books, chargeId, remark, nowMs) => {
    const taken = await take(books, chargeId, repayment);
    if (taken === null) return false;
    const { charge, everybody, payer } = taken;
    const { userId } = payer;
    const net = await netOf(books, chargeId, payer);
    const held = await books.holdings(everybody);
    const balanceOf = (account: AccountName): bigint => {
      const { part, userId: owner } = accountOf(account);
      return held.get(owner)?.[part as UserPart] ?? 0n;
    };
    const journal = chargeReversal({ chargeId, payerId: userId, net, balanceOf }, remark);
    // A charge that moved nothing tells nobody.
    if (journal !== null) {
      await postAll(books, [journal], nowMs);
      await writeTaken(books, chargeId, userId, journal, nowMs);
      await tell(books, charge, journal, notices, nowMs);
    }
    await books.endCharge(chargeId, nowMs);
    const used = { day: accountingDay(nowMs), chargedE18: -charge.chargedE18, paidE18: -paidOf(net, userId) };
    await books.addConsumed({ userId, ...used });
    await repayment.pay(books, userId, nowMs);
    return true;
  };
}

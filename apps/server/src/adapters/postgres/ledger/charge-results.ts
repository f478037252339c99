// What new results of live bots cost, taken in the transaction that books them or in the hour's (product.md 4.1 to 4.3): fuel,
// the shares of those who referred the payer, points, the mark behind which the bot is charged next. All of it or nothing.
import { accountingDay } from '@cormorant/core/ledger/accounting-day.ts';
import { dueCharges, takeFuel } from '@cormorant/core/ledger/fuel-charge.ts';
import { chargeEntries, chargeJournal, pointsEntries, shareEntries } from '@cormorant/core/ledger/fuel-journals.ts';
import type { Entry, Journal } from '@cormorant/core/ledger/journal.ts';
import { fuelPoints, invitePoints } from '@cormorant/core/ledger/points.ts';
import { type ChainLink, sharesOf } from '@cormorant/core/ledger/profit-share.ts';
import { parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { PoolClient } from 'pg';
import type { ChargeTerms } from '../../../ports/fuel-store.ts';
import {
  addConsumed,
  type ChargedBot,
  type CountedCharge,
  chainsOf,
  consumedBy,
  logCharge,
  moveMark,
  reserveChargeIds,
  resultsSince,
  takeBots,
  writeCharge,
  writeShares,
} from './fuel-books.ts';
import { lockHoldings, postJournals } from './ledger-post.ts';

/** What the payer's accounts hold while the charges of a transaction are counted one after the other. */
export interface Payer {
  readonly userId: number;
  bonusE18: bigint;
  paidE18: bigint;
  owedE18: bigint;
  consumedE18: bigint;
  readonly chain: readonly ChainLink[];
}

export function fuelOf({ bonusE18, owedE18, paidE18 }: Payer): bigint {
  return bonusE18 + paidE18 - owedE18;
}

/** Of the payers, what they hold; everybody above them and `others` are taken too, so that all are taken in one order. */
export async function takePayers(
  client: PoolClient,
  userIds: readonly number[],
  others: readonly number[] = [],
): Promise<Map<number, Payer>> {
  const chains = await chainsOf(client, userIds);
  const everybody = [...chains.values()].flat().map(({ userId }) => userId);
  const held = await lockHoldings(client, [...new Set([...everybody, ...others])]);
  const consumed = await consumedBy(client, userIds);
  return new Map(
    userIds.map((userId) => {
      const holdings = held.get(userId);
      if (holdings === undefined) throw new Error(`user ${userId} has no accounts`);
      const { fuel_bonus: bonusE18, fuel_owed: owedE18, fuel_paid: paidE18 } = holdings;
      const rest = { consumedE18: consumed.get(userId) ?? 0n, chain: chains.get(userId) ?? [] };
      return [userId, { userId, bonusE18, paidE18, owedE18, ...rest }];
    }),
  );
}

/** Points of the payer, and of who invited the payer, for paid fuel that is consumed now. */
export function pointsFor(payer: Payer, paidE18: bigint, pointsPerFuel: number): Entry[] {
  const own = fuelPoints(payer.consumedE18, paidE18, pointsPerFuel);
  const invited = invitePoints(payer.consumedE18, paidE18);
  const [, referrer] = payer.chain;
  return [
    ...(own > 0n ? pointsEntries(payer.userId, own, 'points_fuel') : []),
    ...(invited > 0n && referrer !== undefined ? pointsEntries(referrer.userId, invited, 'points_invite') : []),
  ];
}

interface Due {
  readonly bot: ChargedBot;
  readonly charges: ReturnType<typeof dueCharges>;
  readonly marketMs: number;
}

/** What is due of each bot: all it was given before an hour that has ended, or what of it waits for none. */
async function dueOf(client: PoolClient, bots: readonly ChargedBot[], beforeMs: number | null): Promise<Due[]> {
  const results = await resultsSince(client, bots, beforeMs);
  return bots.flatMap((bot) => {
    const own = results.get(bot.id) ?? [];
    const charges = dueCharges(own, bot.mark, bot.rateBp, beforeMs !== null || bot.isStopped);
    return charges.length === 0 ? [] : [{ bot, charges, marketMs: own.at(-1)?.marketMs ?? 0 }];
  });
}

function countCharge(payer: Payer, id: number, { bot, marketMs }: Due, due: CountedCharge['due'], terms: ChargeTerms) {
  const taken = takeFuel(due.amountE18, payer, parse18(terms.owedMax));
  const { chain } = payer;
  const shares = sharesOf(taken.paidE18, chain, terms);
  const entries = [
    ...chargeEntries({ userId: payer.userId, ...taken }),
    ...shareEntries(shares),
    ...pointsFor(payer, taken.paidE18, terms.pointsPerFuel),
  ];
  const back = shares.find(({ kind }) => kind === 'self')?.amountE18 ?? 0n;
  payer.bonusE18 += back - taken.bonusE18;
  payer.paidE18 -= taken.paidE18;
  payer.owedE18 += taken.owedE18;
  payer.consumedE18 += taken.paidE18;
  const charge: CountedCharge = { id, bot, due, taken, chain, shares, marketMs };
  // One above the cap of what may be owed is waived whole: it moves nothing.
  return { charge, journal: entries.some(({ amountE18 }) => amountE18 !== 0n) ? chargeJournal(id, entries) : null };
}

async function writeAll(client: PoolClient, charge: CountedCharge, terms: ChargeTerms, nowMs: number): Promise<void> {
  const { bot, due, id, shares, taken } = charge;
  await writeCharge(client, charge, terms, nowMs);
  await writeShares(client, id, bot.userId, taken.paidE18, shares, nowMs);
  await logCharge(client, charge);
  const used = { paidE18: taken.paidE18, chargedE18: due.amountE18 - taken.waivedE18 };
  await addConsumed(client, { userId: bot.userId, day: accountingDay(nowMs), ...used });
}

export interface Charged {
  /** As the charges left it. */
  readonly payer: Payer;
  readonly fuelBeforeE18: bigint;
}

/** Journals that are posted with the charges, so that all accounts are taken in one order. */
export interface Besides {
  readonly userIds: readonly number[];
  /** Asked for when the accounts of these users are held. */
  readonly journals: (client: PoolClient) => Promise<Journal[]>;
}

export interface Asked {
  readonly botIds: readonly number[];
  /** Exchanges where the money is simulated. */
  readonly free: readonly string[];
  /** Only results from before this time, those that wait for the hour among them; null = all that wait for none. */
  readonly beforeMs: number | null;
  readonly besides: Besides | null;
}

/** Answers who was charged. */
export async function chargeResults(
  client: PoolClient,
  asked: Asked,
  terms: ChargeTerms,
  nowMs: number,
): Promise<Charged[]> {
  const due = await dueOf(client, await takeBots(client, asked.botIds, asked.free), asked.beforeMs);
  const { besides } = asked;
  if (due.length === 0 && besides === null) return [];
  const costly = due.filter(({ charges }) => charges.some(({ amountE18 }) => amountE18 > 0n));
  const payers = await takePayers(client, [...new Set(costly.map(({ bot }) => bot.userId))], besides?.userIds);
  const before = new Map([...payers.values()].map((payer) => [payer.userId, fuelOf(payer)]));
  const count = costly.flatMap(({ charges }) => charges.filter(({ amountE18 }) => amountE18 > 0n)).length;
  const ids = count === 0 ? [] : await reserveChargeIds(client, count);
  const counted: CountedCharge[] = [];
  const journals: Journal[] = besides === null ? [] : await besides.journals(client);
  for (const one of costly) {
    for (const each of one.charges.filter(({ amountE18 }) => amountE18 > 0n)) {
      const [payer, id] = [payers.get(one.bot.userId), ids.shift()];
      if (payer === undefined || id === undefined) throw new Error('a charge without a payer or an id');
      const { charge, journal } = countCharge(payer, id, one, each, terms);
      counted.push(charge);
      if (journal !== null) journals.push(journal);
    }
  }
  await postAll(client, journals, nowMs);
  for (const charge of counted) await writeAll(client, charge, terms, nowMs);
  for (const { bot, charges } of due) {
    const last = charges.at(-1);
    if (last !== undefined) await moveMark(client, bot, last);
  }
  return [...payers.values()].map((payer) => ({ payer, fuelBeforeE18: before.get(payer.userId) ?? 0n }));
}

/** What was counted under the locks is there: anything else is a fault, and nothing is written. */
export async function postAll(client: PoolClient, journals: readonly Journal[], nowMs: number): Promise<void> {
  const outcomes = await postJournals(client, journals, nowMs);
  const wrong = outcomes.findIndex(({ state }) => state !== 'posted');
  if (wrong >= 0) throw new Error(`journal ${journals[wrong]?.key} was not posted: ${JSON.stringify(outcomes[wrong])}`);
}

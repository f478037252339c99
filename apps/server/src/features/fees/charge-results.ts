// What new results of live bots cost, taken in the transaction that books them or in the hour's (product.md 4.1 to 4.3): fuel,
// the shares of those who referred the payer, points, the mark behind which the bot is charged next. All of it or nothing.
import { accountingDay } from '@cormorant/core/ledger/accounting-day.ts';
import { countCharge, fuelOf, type Payer } from '@cormorant/core/ledger/counted-charge.ts';
import { type DueCharge, dueCharges } from '@cormorant/core/ledger/fuel-charge.ts';
import type { Journal } from '@cormorant/core/ledger/journal.ts';
import type { Share } from '@cormorant/core/ledger/profit-share.ts';
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { ChargeAction, ChargedBot, FuelBooks, NewCharge } from '../../ports/fuel-books.ts';
import type { ChargeTerms } from '../../ports/fuel-store.ts';
import { postAll, takePayers } from './payers.ts';

interface Due {
  readonly bot: ChargedBot;
  readonly charges: readonly DueCharge[];
  readonly marketMs: number;
}

/** What is due of each bot: all it was given before an hour that has ended, or what of it waits for none. */
async function dueOf(books: FuelBooks, bots: readonly ChargedBot[], beforeMs: number | null): Promise<Due[]> {
  const results = await books.resultsSince(bots, beforeMs);
  return bots.flatMap((bot) => {
    const own = results.get(bot.id) ?? [];
    const charges = dueCharges(own, bot.mark, bot.rateBp, beforeMs !== null || bot.isStopped);
    return charges.length === 0 ? [] : [{ bot, charges, marketMs: own.at(-1)?.marketMs ?? 0 }];
  });
}

interface Counted {
  readonly charge: NewCharge;
  readonly shares: readonly Share[];
  readonly marketMs: number;
}

function actionOf({ charge: { bot, due, id, taken }, marketMs }: Counted): ChargeAction {
  const isShort = taken.owedE18 + taken.waivedE18 > 0n;
  const data = {
    charge: id,
    fuel: format18(due.amountE18),
    base_amount: format18(due.baseE18),
    fee_rate: `${bot.rateBp / 100}`,
    ...(isShort && { owed: format18(taken.owedE18) }),
  };
  return { why: isShort ? 'fuel_short' : 'fuel_charged', data, marketMs };
}

async function writeCharge(books: FuelBooks, counted: Counted, nowMs: number): Promise<void> {
  const { charge, shares } = counted;
  const { bot, due, id, taken } = charge;
  const baseE18 = taken.paidE18;
  await books.writeCharge(charge, nowMs);
  await books.writeShares(
    id,
    bot.userId,
    shares.map((share) => ({ ...share, baseE18 })),
    nowMs,
  );
  await books.logCharge(bot, actionOf(counted));
  const used = { paidE18: taken.paidE18, chargedE18: due.amountE18 - taken.waivedE18 };
  await books.addConsumed({ userId: bot.userId, day: accountingDay(nowMs), ...used });
}

export interface ChargedPayer {
  /** As the charges left it. */
  readonly payer: Payer;
  readonly fuelBeforeE18: bigint;
}

/** Journals that are posted with the charges, so that all accounts are taken in one order. */
export interface Besides {
  readonly userIds: readonly number[];
  /** Asked for when the accounts of these users are held. */
  readonly journals: (books: FuelBooks) => Promise<Journal[]>;
}

export interface Asked {
  readonly botIds: readonly number[];
  /** Exchanges where the money is simulated. */
  readonly free: readonly string[];
  /** Only results from before this time, those that wait for the hour among them; null = all that wait for none. */
  readonly beforeMs: number | null;
  readonly besides: Besides | null;
}

interface Counting {
  readonly counted: readonly Counted[];
  readonly journals: readonly Journal[];
  readonly payers: ReadonlyMap<number, Payer>;
}

/** One after the other, each against what those before have left of its payer. */
function countAll(due: readonly Due[], ids: number[], held: ReadonlyMap<number, Payer>, terms: ChargeTerms): Counting {
  const payers = new Map(held);
  const counted: Counted[] = [];
  const journals: Journal[] = [];
  for (const { bot, charges, marketMs } of due) {
    for (const each of charges.filter(({ amountE18 }) => amountE18 > 0n)) {
      const [payer, id] = [payers.get(bot.userId), ids.shift()];
      if (payer === undefined || id === undefined) throw new Error('a charge without a payer or an id');
      const { capBp, levels } = terms;
      const { after, journal, shares, taken } = countCharge(payer, id, each, {
        ...terms,
        owedMaxE18: parse18(terms.owedMax),
      });
      payers.set(bot.userId, after);
      counted.push({ charge: { id, bot, due: each, taken, chain: payer.chain, capBp, levels }, shares, marketMs });
      if (journal !== null) journals.push(journal);
    }
  }
  return { counted, journals, payers };
}

/** Answers who was charged. */
export async function chargeResults(
  books: FuelBooks,
  { beforeMs, besides, botIds, free }: Asked,
  terms: ChargeTerms,
  nowMs: number,
): Promise<ChargedPayer[]> {
  const due = await dueOf(books, await books.takeBots(botIds, free), beforeMs);
  if (due.length === 0 && besides === null) return [];
  const costly = due.filter(({ charges }) => charges.some(({ amountE18 }) => amountE18 > 0n));
  const held = await takePayers(books, [...new Set(costly.map(({ bot }) => bot.userId))], besides?.userIds);
  const count = costly.flatMap(({ charges }) => charges.filter(({ amountE18 }) => amountE18 > 0n)).length;
  const ids = count === 0 ? [] : await books.reserveChargeIds(count);
  const own = besides === null ? [] : await besides.journals(books);
  const { counted, journals, payers } = countAll(costly, ids, held, terms);
  await postAll(books, [...own, ...journals], nowMs);
  for (const one of counted) await writeCharge(books, one, nowMs);
  for (const { bot, charges } of due) {
    const last = charges.at(-1);
    if (last !== undefined) await books.moveMark(bot, last);
  }
  return [...payers.values()].map((payer) => {
    const before = held.get(payer.userId);
    return { payer, fuelBeforeE18: before === undefined ? 0n : fuelOf(before) };
  });
}

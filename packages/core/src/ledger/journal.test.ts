// Every business event's journal balances, and no journal that does not can be made. Ten thousand random sequences of
// events, a hundred thousand in the long form: the books come to what plain arithmetic says of each user, nothing is lost between the sides, a repeat changes
// nothing, and taking everything back leaves nothing.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LedgerBook } from '../../test/ledger-book.ts';
import { adjustJournal, type ConvertPair, convertedOf, convertJournal, transferJournal } from './change-journals.ts';
import { type AccountName, accountOf, houseAccount, houseParts, userAccount, userParts } from './chart.ts';
import {
  chargeEntries,
  chargeJournal,
  pointsEntries,
  pointsJournal,
  repayEntries,
  repayJournal,
  shareEntries,
} from './fuel-journals.ts';
import { entry, imbalances, type Journal, journalOf, reversalOf } from './journal.ts';
import { logOf, logs, logTypes } from './log-types.ts';
import {
  creditOf,
  depositJournal,
  sweepJournal,
  withdrawDoneJournal,
  withdrawFreezeJournal,
  withdrawRefundJournal,
} from './wallet-journals.ts';

const E8 = 10n ** 10n;
const ONE = 10n ** 18n;

/** One of each, for user 1 and 2. */
const examples: readonly Journal[] = [
  depositJournal({ depositId: 1, userId: 1, txid: '0xAB', logIndex: 0, rawE18: 5n * ONE + 123n }),
  sweepJournal('0xcd', 3n),
  withdrawFreezeJournal({ withdrawId: 1, userId: 1, amountE18: ONE }),
  withdrawDoneJournal({ withdrawId: 1, userId: 1, amountE18: ONE }, E8),
  withdrawDoneJournal({ withdrawId: 2, userId: 1, amountE18: ONE }, 0n),
  withdrawRefundJournal({ withdrawId: 1, userId: 1, amountE18: ONE }),
  convertJournal('balance>fuel', { requestId: 'a', changeId: 1, userId: 1, amountE18: ONE }),
  convertJournal('fuel>balance', { requestId: 'b', changeId: 2, userId: 1, amountE18: ONE }),
  convertJournal('points>fuel', { requestId: 'c', changeId: 3, userId: 1, amountE18: 500n * ONE }),
  transferJournal('balance', { requestId: 'd', changeId: 4, userId: 1, amountE18: ONE }, 2, 'rent'),
  transferJournal('fuel', { requestId: 'e', changeId: 5, userId: 1, amountE18: ONE }, 2, ''),
  adjustJournal(1, 1, 'available', -ONE, 'a mistake'),
  adjustJournal(2, 1, 'points', ONE, 'thanks'),
  chargeJournal(1, [
    ...chargeEntries({ userId: 1, bonusE18: E8, paidE18: 3n * E8, owedE18: 2n * E8 }),
    ...shareEntries([
      { userId: 2, kind: 'share', amountE18: E8 },
      { userId: 1, kind: 'self', amountE18: E8 },
    ]),
    ...pointsEntries(1, 3n * 10n ** 16n, 'points_fuel'),
  ]),
  repayJournal('repay:1', 1, [
    ...repayEntries(1, E8, E8),
    ...shareEntries([{ userId: 2, kind: 'share', amountE18: E8 }]),
  ]),
  pointsJournal('task:1:bind_email', 1, 20n * ONE, 'points_task'),
];

describe('journals', () => {
  it.each(examples.map((journal) => [`${journal.kind} ${journal.refId}`, journal] as const))(
    '%s balances',
    (_, journal) => {
      expect([...imbalances(journal.entries).values()].every((sum) => sum === 0n)).toBe(true);
      for (const { account, log } of journal.entries) {
        const { part, userId } = accountOf(account);
        if (log !== null) expect(userId).toBeGreaterThan(0);
        if (log !== null) expect(logs[logOf(part as keyof typeof userParts)].types).toContain(log);
      }
    },
  );

  it('have keys of their own', () => {
    expect(new Set(examples.map(({ key }) => key)).size).toBe(examples.length);
  });

  it('are refused when they do not balance, move nothing, or split a unit', () => {
    const head = { key: 'k', kind: 'x', refType: 'x', refId: '1' };
    const mine = userAccount(1, 'available');
    expect(() => journalOf(head, [entry(mine, E8), entry(houseAccount('hot'), 2n * E8)])).toThrow('does not balance');
    expect(() => journalOf(head, [entry(mine, E8), entry(userAccount(1, 'points'), -E8)])).toThrow(
      /whole units|balance/,
    );
    expect(() => journalOf(head, [entry(mine, 0n)])).toThrow('moves nothing');
    expect(() => journalOf(head, [entry(mine, 1n), entry(houseAccount('hot'), 1n)])).toThrow('whole units');
    expect(() => accountOf('house:till' as AccountName)).toThrow('no account');
    expect(() => accountOf('user:0:available')).toThrow('no account');
    expect(() => transferJournal('fuel', { requestId: 'e', changeId: 5, userId: 1, amountE18: E8 }, 1, '')).toThrow();
    expect(() => withdrawFreezeJournal({ withdrawId: 1, userId: 1, amountE18: -E8 })).toThrow();
  });

  it('keep the dust of a deposit apart', () => {
    const [, credited, dust] = examples[0]?.entries ?? [];
    expect([credited?.amountE18, dust?.amountE18]).toEqual([5n * ONE, 123n]);
  });

  it('know every account by a number of its own, and every log by its words', () => {
    for (const table of [userParts, houseParts]) {
      const numbers = Object.values(table).map(({ no }) => no);
      expect(new Set(numbers).size).toBe(numbers.length);
    }
    const shown = new Set<string>(Object.values(logs).flatMap(({ types }) => types));
    expect([...shown].sort()).toEqual(Object.keys(logTypes).sort());
  });
});

interface Purse {
  available: bigint;
  frozen: bigint;
  paid: bigint;
  bonus: bigint;
  points: bigint;
  owed: bigint;
}
type Command = readonly [kind: number, user: number, other: number, units: number];

/** The same events in plain arithmetic: what each user has, and whether the event was possible. */
class Model {
  readonly purses = [1, 2, 3].map(
    (): Purse => ({ available: 0n, frozen: 0n, paid: 0n, bonus: 0n, points: 0n, owed: 0n }),
  );
  readonly waiting: { user: number; amount: bigint }[] = [];
  coin = 0n;

  purse(user: number): Purse {
    return this.purses[user - 1]!;
  }

  /** Null = not possible; nothing was done. */
  apply([kind, user, other, units]: Command, no: number): Journal | null {
    const mine = this.purse(user);
    const amount = BigInt(units) * E8;
    const event = { requestId: `${no}`, changeId: no, userId: user, amountE18: amount };
    switch (kind) {
      case 0: {
        const raw = amount + BigInt(no % 7);
        mine.available += amount;
        this.coin += raw;
        return depositJournal({ depositId: no, userId: user, txid: `0x${no}`, logIndex: 0, rawE18: raw });
      }
      case 1:
        return this.convert(
          'balance>fuel',
          event,
          () => take(mine, 'available', amount),
          () => (mine.paid += amount),
        );
      case 2:
        return this.convert(
          'fuel>balance',
          event,
          () => take(mine, 'paid', amount),
          () => (mine.available += amount),
        );
      case 3: {
        const points = { ...event, amountE18: amount * 1_000_000n };
        const bonus = convertedOf('points>fuel', points.amountE18);
        return this.convert(
          'points>fuel',
          points,
          () => take(mine, 'points', points.amountE18),
          () => (mine.bonus += bonus),
        );
      }
      case 4: {
        if (user === other) return null;
        const purse = units % 2 === 0 ? 'available' : 'paid';
        if (!take(mine, purse, amount)) return transferJournal(purse === 'paid' ? 'fuel' : 'balance', event, other, '');
        this.purse(other)[purse] += amount;
        return transferJournal(purse === 'paid' ? 'fuel' : 'balance', event, other, '');
      }
      case 5:
        if (take(mine, 'available', amount)) {
          mine.frozen += amount;
          this.waiting.push({ user, amount });
        }
        return withdrawFreezeJournal({ withdrawId: no, userId: user, amountE18: amount });
      case 6: {
        const out = this.waiting.pop();
        if (out === undefined) return null;
        this.purse(out.user).frozen -= out.amount;
        const withdrawal = { withdrawId: no, userId: out.user, amountE18: out.amount };
        if (units % 2 === 0 || out.amount === E8) {
          this.purse(out.user).available += out.amount;
          return withdrawRefundJournal(withdrawal);
        }
        this.coin -= out.amount - E8;
        return withdrawDoneJournal(withdrawal, E8);
      }
      case 7: {
        const bonus = least(mine.bonus, amount);
        const paid = least(mine.paid, amount - bonus);
        const owed = amount - bonus - paid;
        mine.bonus -= bonus;
        mine.paid -= paid;
        mine.owed += owed;
        const share = (paid / 2n / E8) * E8;
        this.purse(other).available += share;
        mine.points += 10n ** 16n;
        return chargeJournal(no, [
          ...chargeEntries({ userId: user, bonusE18: bonus, paidE18: paid, owedE18: owed }),
          ...shareEntries([{ userId: other, kind: 'share', amountE18: share }]),
          ...pointsEntries(user, 10n ** 16n, 'points_fuel'),
        ]);
      }
      case 8: {
        const repaid = least(mine.paid, mine.owed);
        if (repaid === 0n) return null;
        mine.paid -= repaid;
        mine.owed -= repaid;
        return repayJournal(`repay:${no}`, no, repayEntries(user, repaid, 0n));
      }
      default:
        if (!take(mine, 'available', amount)) return adjustJournal(no, user, 'available', -amount, '');
        return adjustJournal(no, user, 'available', -amount, '');
    }
  }

  convert(
    pair: ConvertPair,
    event: Parameters<typeof convertJournal>[1],
    from: () => boolean,
    to: () => void,
  ): Journal {
    if (from()) to();
    return convertJournal(pair, event);
  }
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function take(purse: Purse, name: keyof Purse, amount: bigint): boolean {
  if (purse[name] < amount) return false;
  purse[name] -= amount;
  return true;
}

/** Each command is one number, which is a fifth of the work of drawing its four parts. */
const KINDS = 10;
const USERS = 3;
const MOST_UNITS = 20;
const command = fc.nat({ max: KINDS * USERS * USERS * MOST_UNITS - 1 });
/** G4 of reliability.md section 5, which asks for 100,000: the long form. */
const STEPS = 50;
const RUNS = Number(process.env['LEDGER_RUNS'] ?? 10_000);
const commands = fc.array(command, { minLength: STEPS, maxLength: STEPS });

function commandOf(no: number): Command {
  const [user, other] = [Math.floor(no / KINDS), Math.floor(no / (KINDS * USERS))];
  return [no % KINDS, 1 + (user % USERS), 1 + (other % USERS), 1 + Math.floor(no / (KINDS * USERS * USERS))];
}

function run(drawn: readonly number[]): { book: LedgerBook; model: Model; posted: Journal[] } {
  const [book, model] = [new LedgerBook(), new Model()];
  const posted: Journal[] = [];
  for (const [at, no] of drawn.entries()) {
    const before = book.accounts().size;
    const journal = model.apply(commandOf(no), at + 1);
    if (journal === null) continue;
    const { state } = book.post(journal);
    if (state === 'posted') posted.push(journal);
    else if (before > book.accounts().size) throw new Error('a refused journal moved something');
  }
  return { book, model, posted };
}

function expectAgreed(book: LedgerBook, model: Model): void {
  for (const [at, purse] of model.purses.entries()) {
    const held = (part: keyof typeof userParts) => book.balance(userAccount(at + 1, part));
    const [available, frozen, paid] = [held('available'), held('frozen'), held('fuel_paid')];
    const [bonus, points, owed] = [held('fuel_bonus'), held('points'), held('fuel_owed')];
    const agreed = available === purse.available && frozen === purse.frozen && paid === purse.paid;
    if (!agreed || bonus !== purse.bonus || points !== purse.points || owed !== purse.owed) {
      expect({ available, frozen, paid, bonus, points, owed }).toEqual(purse);
    }
  }
  const coin = book.balance('house:pending_in') + book.balance('house:hot');
  if (coin !== model.coin) expect(coin).toBe(model.coin);
}

function sidesOf(book: LedgerBook): bigint[] {
  return [...imbalances([...book.accounts()].map(([account, balance]) => entry(account, balance))).values()];
}

describe('random events', () => {
  it('leave every user with what plain arithmetic says, happen once, and are taken back to nothing', () => {
    fc.assert(
      fc.property(commands, (drawn) => {
        const { book, model, posted } = run(drawn);
        expectAgreed(book, model);
        if (sidesOf(book).some((sum) => sum !== 0n)) return false;
        const after = new Map(book.accounts());
        if (posted.some((journal) => book.post(journal).state !== 'repeated')) return false;
        for (const [account, balance] of after) if (book.balance(account) !== balance) return false;
        const back = posted.reverse().map((journal) => book.post(reversalOf(journal, 'test')).state);
        return back.every((state) => state === 'posted') && [...book.accounts().values()].every((held) => held === 0n);
      }),
      { numRuns: RUNS },
    );
  }, 300_000);

  it('of one key and another content are refused', () => {
    const book = new LedgerBook();
    const deposit = { depositId: 1, userId: 1, txid: '0x1', logIndex: 0 };
    expect(book.post(depositJournal({ ...deposit, rawE18: ONE })).state).toBe('posted');
    expect(book.post(depositJournal({ ...deposit, rawE18: 2n * ONE })).state).toBe('conflict');
    expect(book.balance(userAccount(1, 'available'))).toBe(ONE);
    expect(creditOf(ONE + 1n)).toBe(ONE);
  });
});

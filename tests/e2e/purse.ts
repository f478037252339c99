// Money and rates for a test's people: posted and given as an operator does it, in the database of the product that the
// tests started themselves.
import { type AdjustPart, adjustJournal } from '@cormorant/core/ledger/change-journals.ts';
import { parse18 } from '@cormorant/core/money/amount-e18.ts';
import type pg from 'pg';
import { createLedgerStore } from '../../apps/server/src/adapters/postgres/ledger/ledger-store.ts';
import { openPool } from '../../apps/server/src/adapters/postgres/pool.ts';
import { launchPostgres } from '../../apps/server/src/adapters/postgres/server/launcher.ts';
import { setRootRate } from '../../apps/server/src/features/operators/set-root-rate.ts';
import { openOperatorStore } from '../../apps/server/src/wiring/operators.ts';
import { type Account, api, expect, password } from './person.ts';

export const PAYMENT = '739164';

async function inDatabase<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const dataDir = process.env['E2E_DATA_DIR'];
  if (dataDir === undefined) throw new Error('E2E_ORIGIN names a product whose database the tests do not know');
  // The server that runs on the folder is adopted, not started.
  const { url } = await launchPostgres({ dataDir });
  const pool = openPool(url, 1, () => {});
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

export function give({ user }: Account, what: Partial<Record<AdjustPart, string>>): Promise<void> {
  return inDatabase(async (pool) => {
    const found = await pool.query<{ id: number }>('select id from users where sn = $1', [user.uid]);
    const id = found.rows[0]?.id ?? 0;
    // What people are given once each: the number of the adjustment is the person's.
    const journals = Object.entries(what).map(([part, amount], at) =>
      adjustJournal(id * 10 + at, id, part as AdjustPart, parse18(amount), 'for a test'),
    );
    const outcomes = await createLedgerStore(pool).post(journals, Date.now());
    expect(outcomes.map(({ state }) => state)).toEqual(journals.map(() => 'posted'));
  });
}

/** It earns 20 points. */
export async function setPayment(person: Account): Promise<void> {
  const body = { mode: 'set', payment: PAYMENT, confirm: PAYMENT, password };
  expect((await api('/api/user/changePayment', { token: person.token, body })).code).toBe(1);
}

/** As an operator gives a rate to somebody without a referrer. */
export async function makePartner({ user }: Account, percent: number): Promise<void> {
  const doing = { by: 'operator', reason: 'for a test', nowMs: Date.now() };
  const set = (pool: pg.Pool) => setRootRate(openOperatorStore(pool))(user.uid, percent * 100, doing);
  expect(await inDatabase(set)).toBe('done');
}

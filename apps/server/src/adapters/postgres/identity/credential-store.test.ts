// Changes of credentials against a real PostgreSQL: one that was judged by what is no longer so, or asked for by a session
// that has ended, writes nothing.
import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OneUserDatabase, openOneUserDatabase } from '../../../../test/one-user-database.ts';
import type { CredentialChange } from '../../../ports/credential-store.ts';
import { createCredentialStore } from './credential-store.ts';
import { createSessionStore } from './session-store.ts';
import { createUserStore } from './user-store.ts';

const NOW = 1_795_000_000_000;

let database: OneUserDatabase;
let pool: Pool;
let userId: number;
beforeAll(async () => {
  database = await openOneUserDatabase(8);
  ({ pool, userId } = database);
  await pool.query("update users set email = 'a@example.org', email_verified_at = created_at where id = $1", [userId]);
});
afterAll(() => database.close());

const notice = { zh: { subject: '变更', text: '变更' }, en: { subject: 'changed', text: 'changed' } };

async function openOne(): Promise<number> {
  const session = {
    userId,
    judgedBy: null,
    tokenHash: randomBytes(32),
    terminal: 1,
    ip: '127.0.0.1',
    userAgent: 'test',
  };
  const id = await createSessionStore(pool).open({ ...session, expiresAtMs: NOW + 1_000_000, nowMs: NOW }, 50);
  if (id === null) throw new Error('no session was opened');
  return id;
}

const by = (sessionId: number | null): CredentialChange => ({
  userId,
  sessionId,
  holdUntilMs: NOW + 1_000,
  notice,
  nowMs: NOW,
});

async function all(): Promise<unknown> {
  const user = await pool.query('select * from users where id = $1', [userId]);
  const sessions = await pool.query('select id, revoked_at from sessions order by id');
  const mails = await pool.query('select count(*) as mails from mail_outbox');
  return [user.rows, sessions.rows, mails.rows];
}

describe('a change of a credential', () => {
  it('asked for by a session that was ended meanwhile is not made', async () => {
    const store = createCredentialStore(pool);
    const session = await openOne();
    await createSessionStore(pool).revoke(session, 'logout', NOW);
    const before = await all();
    expect(await store.setPassword(by(session), 'h', 'new')).toBe('ended');
    expect(await store.setPayment(by(session), null, 'new')).toBe('ended');
    expect(await store.bindEmail(by(session), 'a@example.org', 'b@example.org')).toBe('ended');
    expect(await store.bindAddress(by(session), `0x${'a'.repeat(40)}`)).toBe('ended');
    expect(await all()).toEqual(before);
  });

  it('judged by what has changed since is not made', async () => {
    const store = createCredentialStore(pool);
    const session = await openOne();
    const before = await all();
    expect(await store.setPassword(by(session), 'another', 'new')).toBe('stale');
    expect(await store.setPassword(by(session), null, 'new')).toBe('stale');
    expect(await store.setPayment(by(session), 'another', 'new')).toBe('stale');
    expect(await store.bindEmail(by(session), null, 'b@example.org')).toBe('stale');
    expect(await store.setAccount(by(session), 'newname', null)).toBe('stale');
    expect(await all()).toEqual(before);
  });

  it('that nobody signed in asks for ends every session', async () => {
    const store = createCredentialStore(pool);
    await openOne();
    await openOne();
    expect(await store.setPassword(by(null), 'h', 'reset')).toBe('done');
    const live = await pool.query('select 1 from sessions where revoked_at is null');
    expect(live.rowCount).toBe(0);
    const told = await pool.query('select recipient from mail_outbox');
    expect(told.rows).toEqual([{ recipient: 'a@example.org' }]);
  });

  it('of two that were judged by the same is made once, and the loser’s session has ended', async () => {
    const store = createCredentialStore(pool);
    const [one, other] = [await openOne(), await openOne()];
    const results = await Promise.all([
      store.setPassword(by(one), 'reset', 'first'),
      store.setPassword(by(other), 'reset', 'second'),
    ]);
    expect(results.toSorted()).toEqual(['done', 'ended']);
  });

  it('brings the points of its task once, however often it is made', async () => {
    const store = createCredentialStore(pool);
    const points = async () =>
      (
        await pool.query(
          `select trim_scale(balance) as points from ledger_accounts where user_id = $1 and part = 'points'`,
          [userId],
        )
      ).rows[0].points;
    const before = Number(await points());
    const { email, paymentHash } = (await store.factorsOf(userId)) ?? { email: null, paymentHash: null };
    expect(await store.setPayment(by(null), paymentHash, 'first')).toBe('done');
    expect(Number(await points())).toBe(before + 20);
    expect(await store.setPayment(by(null), 'first', 'second')).toBe('done');
    expect(await store.setPayment(by(null), 'stale', 'third')).toBe('stale');
    const other = `task-${userId}@example.org`;
    expect(await store.bindEmail(by(null), email, other)).toBe('done');
    const [once, again] = await Promise.all([
      store.bindEmail(by(null), other, `a-${other}`),
      store.setPayment(by(null), 'second', 'fourth'),
    ]);
    expect([once, again]).toEqual(['done', 'done']);
    expect(Number(await points())).toBeLessThanOrEqual(before + 40);
    const rows = await pool.query(
      `select key from ledger_journals where kind = 'points' and key like '%:' || $1::text order by key`,
      [userId],
    );
    expect(rows.rows.map(({ key }) => key)).toEqual([`points:bind_email:${userId}`, `points:set_payment:${userId}`]);
    await pool.query('update users set email = $2 where id = $1', [userId, email]);
  });

  it('to a name that somebody signs in with is not made, also when both want it at once', async () => {
    const store = createCredentialStore(pool);
    const wallets = ['1', '2', '3', '4', '5', '6'];
    for (const digit of wallets) {
      const name = `name${digit}@example.org`;
      const made = await pool.query<{ id: number }>(
        "insert into users (sn, nickname, address, avatar) values ($1, 'y', $2, 'a01') returning id",
        [`2234567${digit}`, `0x${digit.repeat(40)}`],
      );
      const other = { ...by(null), userId: made.rows[0]?.id ?? 0 };
      const factors = await store.factorsOf(userId);
      const results = await Promise.all([
        store.bindEmail(by(null), factors?.email ?? null, name),
        store.setAccount(other, name.toUpperCase(), 'h'),
      ]);
      expect(results.toSorted(), name).toEqual(['done', 'taken']);
    }
  });

  it('to a name that somebody registers with at the same moment is not made, or the registration is not', async () => {
    const store = createCredentialStore(pool);
    const users = createUserStore(pool);
    for (let round = 0; round < 8; round += 1) {
      const name = `both${round}@example.org`;
      const factors = await store.factorsOf(userId);
      const [bound, registered] = await Promise.all([
        store.bindEmail(by(null), factors?.email ?? null, name),
        users.insert({
          sn: `3234567${round}`,
          nickname: 'z',
          account: name,
          passwordHash: 'h',
          address: null,
          avatar: 'a01',
          referrerId: null,
          lang: 'zh',
          termsVersion: 1,
          accounts: [],
          nowMs: Date.now(),
        }),
      ]);
      expect(bound === 'done', name).toBe(!('created' in registered));
    }
  });
});

// Keys of exchanges as time goes by: checked every six hours, found invalid or over (what that does to bots is in key-bots). A
// new master key wraps anew what the old one wrapped.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeyStore } from '../../apps/server/src/adapters/postgres/exchanges/key-store.ts';
import { createVault } from '../../apps/server/src/adapters/system/vault/envelope.ts';
import { rewrapKeys } from '../../apps/server/src/runner/keys/rewrap-keys.ts';
import { firstMaster, type KeyRig, openKeyRig, type ShownKey } from './key-rig.ts';

const HOUR_MS = 3_600_000;
/** Time enough for a job that looks every two seconds, on a busy machine. */
const soon = { timeout: 30_000, interval: 200 };

let rig: KeyRig;
beforeAll(async () => {
  rig = await openKeyRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.renew());

describe('a check', () => {
  it('comes every six hours and finds a key that was revoked, once mailed', async () => {
    await rig.api.pool.query("update users set email = 'k@example.org', email_verified_at = now() where id = $1", [
      rig.person.userId,
    ]);
    const key = rig.newKey('bybit');
    const { checked_at } = (await rig.bind(key)).data as ShownKey;
    rig.api.clock.advance(6 * HOUR_MS);
    await vi.waitFor(async () => {
      const now = (await rig.show('bybit')) as ShownKey;
      expect(now).toMatchObject({ status: 'valid' });
      expect(now.checked_at - checked_at).toBeGreaterThanOrEqual(6 * HOUR_MS);
    }, soon);
    // One refusal alone is no proof.
    rig.fake.next = [[200, { retCode: 10003, retMsg: 'no', result: {} }]];
    const due = rig.api.clock.nowMs() + 6 * HOUR_MS;
    rig.api.clock.advance(6 * HOUR_MS);
    await vi.waitFor(async () => {
      const now = (await rig.show('bybit')) as ShownKey;
      expect(now).toMatchObject({ status: 'valid', last_error_code: null });
      expect(now.checked_at).toBeGreaterThanOrEqual(due);
    }, soon);
    expect(rig.fake.next).toEqual([]);
    rig.fake.keys = [];
    rig.api.clock.advance(6 * HOUR_MS);
    await vi.waitFor(
      async () => expect(await rig.show('bybit')).toMatchObject({ status: 'invalid', last_error_code: 2001 }),
      soon,
    );
    const mails = async () =>
      (await rig.api.pool.query("select subject, body from mail_outbox where recipient = 'k@example.org'")).rows;
    expect(await mails()).toEqual([
      { subject: 'Bybit 的 API 密钥已失效', body: expect.stringContaining('API密钥无效') },
    ]);
    // It is looked at again, told of no more, and good again when the exchange says so.
    rig.fake.keys = [key];
    rig.api.clock.advance(6 * HOUR_MS);
    await vi.waitFor(
      async () => expect(await rig.show('bybit')).toMatchObject({ status: 'valid', last_error_code: null }),
      soon,
    );
    expect(await mails()).toHaveLength(1);
  });

  it('that the exchange does not answer leaves the key as it is, comes again in ten minutes, and goes stale', async () => {
    const key = rig.newKey('okx');
    await rig.bind(key);
    rig.fake.instead = [503, 'away'];
    rig.api.clock.advance(6 * HOUR_MS);
    await vi.waitFor(
      async () => expect(await rig.show('okx')).toMatchObject({ status: 'valid', last_error_code: 2015, stale: 0 }),
      soon,
    );
    rig.api.clock.advance(2 * HOUR_MS);
    await vi.waitFor(async () => expect(await rig.show('okx')).toMatchObject({ status: 'valid', stale: 1 }), soon);
    rig.fake.instead = null;
    rig.api.clock.advance(600_000);
    await vi.waitFor(
      async () => expect(await rig.show('okx')).toMatchObject({ status: 'valid', last_error_code: null, stale: 0 }),
      soon,
    );
  });

  it('comes when a key ends: its time may have been prolonged, and one that is over is asked again', async () => {
    const startMs = rig.api.clock.nowMs();
    const key = rig.newKey('binance', { expiresAtMs: startMs + 3 * HOUR_MS });
    await rig.bind(key);
    const gone = rig.newKey('bybit', { expiresAtMs: startMs + 3 * HOUR_MS });
    await rig.bind(gone);
    rig.fake.keys = [key];
    key.expiresAtMs = startMs + 8 * HOUR_MS;
    rig.api.clock.advance(3 * HOUR_MS);
    await vi.waitFor(async () => {
      const now = (await rig.show('binance')) as ShownKey;
      expect(now).toMatchObject({ status: 'valid', last_error_code: null });
      expect(now.checked_at).toBeGreaterThanOrEqual(startMs + 3 * HOUR_MS);
    }, soon);
    await vi.waitFor(async () => expect(await rig.show('bybit')).toMatchObject({ status: 'expired' }), soon);
    rig.api.clock.advance(5 * HOUR_MS);
    await vi.waitFor(async () => expect(await rig.show('binance')).toMatchObject({ status: 'expired' }), soon);
    key.expiresAtMs = startMs + 100 * HOUR_MS;
    rig.api.clock.advance(6 * HOUR_MS);
    await vi.waitFor(
      async () => expect(await rig.show('binance')).toMatchObject({ status: 'valid', last_error_code: null }),
      soon,
    );
  });

  it('ends a key whose time is over, and one that was given the right to withdraw', async () => {
    await rig.bind(rig.newKey('binance', { expiresAtMs: rig.api.clock.nowMs() + 3 * HOUR_MS }));
    const open = rig.newKey('okx');
    await rig.bind(open);
    open.withdraw = true;
    rig.api.clock.advance(6 * HOUR_MS);
    await vi.waitFor(async () => expect(await rig.show('binance')).toMatchObject({ status: 'expired' }), soon);
    await vi.waitFor(
      async () => expect(await rig.show('okx')).toMatchObject({ status: 'invalid', last_error_code: 2008 }),
      soon,
    );
  });
});

describe('a new master key', () => {
  const second = { id: 'second', key: Buffer.alloc(32, 9) };
  const rowOf = async (id: number) =>
    (await rig.api.pool.query('select master_id, wrapped_key, secret_cipher from exchange_keys where id = $1', [id]))
      .rows[0] as { master_id: string; wrapped_key: Buffer; secret_cipher: Buffer };

  it('wraps what the old one wrapped, leaves the secrets closed, and the key set goes on', async () => {
    const { id } = (await rig.bind(rig.newKey('okx'))).data as ShownKey;
    const before = await rowOf(id);
    const store = createKeyStore(rig.api.pool);
    const said: string[] = [];
    const log = (_level: string, text: string): void => void said.push(text);
    expect(await rewrapKeys(store, createVault([second, firstMaster]), log)).toBeGreaterThan(0);
    const after = await rowOf(id);
    expect([before.master_id, after.master_id]).toEqual(['first', 'second']);
    expect(after.wrapped_key).not.toEqual(before.wrapped_key);
    expect(after.secret_cipher).toEqual(before.secret_cipher);
    expect(await rewrapKeys(store, createVault([second]), log)).toBe(0);
    expect(said).toEqual([]);
    // A file that lost the key says so and changes nothing.
    expect(await rewrapKeys(store, createVault([{ id: 'third', key: Buffer.alloc(32, 3) }]), log)).toBe(0);
    expect(said).toEqual([expect.stringMatching(/does not name .*: second$/)]);
    // Nor does another key help that has its name, first in the file or beneath it.
    const namesake = { id: 'second', key: Buffer.alloc(32, 4) };
    expect(await rewrapKeys(store, createVault([namesake]), log)).toBe(0);
    expect(await rewrapKeys(store, createVault([firstMaster, namesake]), log)).toBe(0);
    expect(said.slice(1)).toEqual([
      expect.stringMatching(/^the master key second .* is another/),
      expect.stringMatching(/has another of: second$/),
    ]);
    expect(await rowOf(id)).toEqual(after);
    expect(await rewrapKeys(store, createVault([firstMaster, second]), log)).toBeGreaterThan(0);
    rig.api.clock.advance(6 * HOUR_MS);
    const due = rig.api.clock.nowMs();
    await vi.waitFor(async () => {
      const shown = await rig.show('okx');
      expect(shown).toMatchObject({ status: 'valid', last_error_code: null });
      expect(shown?.checked_at).toBeGreaterThanOrEqual(due);
    }, soon);
  });
});

// What trades on an account: its live key set, opened once an edition; none that the exchange does not know any more.
import { expect, it } from 'vitest';
import type { KeyRecord, SealedRow } from '../../ports/key-store.ts';
import { type KeyVault, type PlainKeys, SealBroken } from '../../ports/key-vault.ts';
import { Secret } from '../../ports/secret.ts';
import { createKeyring } from './keyring.ts';

const record = (more: Partial<KeyRecord> = {}): KeyRecord => ({
  ...{ id: 4, userId: 1, exchange: 'binance', version: 1, label: '', keyMask: 'abcd****wxyz', accountUid: '77' },
  ...{
    rights: { read: true, spot: true, futures: true, withdraw: false, transfer: null },
    ipBound: false,
    status: 'valid' as const,
  },
  ...{ checkedAtMs: 0, lastErrorCode: null, expiresAtMs: null, createdAtMs: 0 },
  ...more,
});
const bytes = new Uint8Array();
const sealed = { masterId: 'm', wrapped: bytes, apiKey: bytes, secretKey: bytes, passphrase: null };

function ring() {
  const world = {
    row: record() as KeyRecord | null,
    nowMs: 0,
    asked: 0,
    opened: 0,
    breaks: false,
    told: [] as string[],
  };
  const vault = {
    open: ({ version }: { version: number }): PlainKeys => {
      if (world.breaks) throw new SealBroken();
      world.opened += 1;
      return { apiKey: new Secret(`key ${version}`), secretKey: new Secret('s'), passphrase: null };
    },
  } as unknown as KeyVault;
  const keys = {
    sealedOfAccount: async (userId: number, exchange: string, uid: string): Promise<SealedRow | null> => {
      world.asked += 1;
      const isHere = userId === 1 && exchange === 'binance' && uid === '77';
      return world.row === null || !isHere ? null : { record: world.row, sealed };
    },
  };
  const log = (_level: string, message: string) => world.told.push(message);
  const credentials = createKeyring({ exchange: 'binance', keys, vault, clock: { nowMs: () => world.nowMs }, log });
  return { world, apiKey: async (account = '1/77') => (await credentials(account))?.apiKey.reveal() ?? null };
}

it('opens the key set of the account once, however many ask', async () => {
  const { apiKey, world } = ring();
  expect(await Promise.all([apiKey(), apiKey(), apiKey()])).toEqual(['key 1', 'key 1', 'key 1']);
  world.nowMs = 4_999;
  expect(await apiKey()).toBe('key 1');
  expect([world.asked, world.opened]).toEqual([1, 1]);
  world.nowMs = 5_000;
  expect(await apiKey()).toBe('key 1');
  expect([world.asked, world.opened]).toEqual([2, 1]);
  expect(await apiKey('1/78')).toBeNull();
});

it('opens it for nobody but the user who bound it, nor for a name that says no user', async () => {
  const { apiKey, world } = ring();
  expect([await apiKey('2/77'), await apiKey('77'), await apiKey('')]).toEqual([null, null, null]);
  expect(world.opened).toBe(0);
});

it('sees a replaced and a removed one within seconds', async () => {
  const { apiKey, world } = ring();
  await apiKey();
  world.row = record({ version: 2 });
  world.nowMs = 5_000;
  expect(await apiKey()).toBe('key 2');
  world.row = null;
  world.nowMs = 10_000;
  expect(await apiKey()).toBeNull();
});

it.each([
  [{ status: 'invalid', lastErrorCode: 2001 }, null],
  [{ status: 'expired', lastErrorCode: 2001 }, null],
  [{ status: 'invalid', lastErrorCode: 2008 }, 'key 1'],
  [{ status: 'valid', lastErrorCode: 2015 }, 'key 1'],
] as const)('of %o it answers %s', async (more, expected) => {
  const { apiKey, world } = ring();
  world.row = record(more);
  expect(await apiKey()).toBe(expected);
});

it('answers none where the seal does not open, and says which row', async () => {
  const { apiKey, world } = ring();
  world.breaks = true;
  expect(await apiKey()).toBeNull();
  expect(world.told).toEqual([expect.stringContaining('row 4')]);
});

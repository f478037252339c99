// What was sealed opens where it was sealed for and nowhere else: any other row, user, exchange, version, field, master key or
// a single changed byte is refused, always by the same words.
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type KeyPlace, SealBroken, type SealedKeys } from '../../../ports/key-vault.ts';
import { Secret } from '../../../ports/secret.ts';
import { createVault } from './envelope.ts';

const master = (id: string) => ({ id, key: randomBytes(32) });
const first = master('first');
const vault = createVault([first]);
const place: KeyPlace = { rowId: 7, userId: 3, exchange: 'binance', version: 1 };
const keys = (apiKey: string, secretKey: string, passphrase: string | null) => ({
  apiKey: new Secret(apiKey),
  secretKey: new Secret(secretKey),
  passphrase: passphrase === null ? null : new Secret(passphrase),
});
const plain = keys('an-api-key', 'its-secret', 'its-phrase');
const sealed = vault.seal(place, plain);

const open = (at: KeyPlace, what: SealedKeys) => {
  const { apiKey, passphrase, secretKey } = vault.open(at, what);
  return [apiKey.reveal(), secretKey.reveal(), passphrase?.reveal() ?? null];
};

/** How opening fails, as whoever catches it sees it. */
function failure(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return error instanceof SealBroken
      ? `${error.name}: ${error.message}; ${Object.keys(error).join()}`
      : 'another error';
  }
  return 'opened';
}
const closed = failure(() => vault.open({ ...place, rowId: 8 }, sealed));

describe('a sealed key set', () => {
  it('opens to what it was, whatever characters it has', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.option(fc.string()), (apiKey, secretKey, passphrase) => {
        const box = vault.seal(place, keys(apiKey, secretKey, passphrase));
        // Half of a pair of surrogates is no character and comes back as a question mark.
        fc.pre([apiKey, secretKey, passphrase ?? ''].every((text) => text.isWellFormed()));
        expect(open(place, box)).toEqual([apiKey, secretKey, passphrase]);
      }),
    );
  });

  it('opens at its own place only, whichever part of the place is another', () => {
    const number = fc.integer({ min: 1, max: 2 ** 40 });
    const another = fc.oneof(
      fc.record({ rowId: number }),
      fc.record({ userId: number }),
      fc.record({ version: number }),
      fc.record({ exchange: fc.constantFrom('okx', 'local', 'binanc', 'binance1') }),
      fc.record({ rowId: number, userId: number, version: number }),
    );
    fc.assert(
      fc.property(another, (part) => {
        const at = { ...place, ...part };
        fc.pre(JSON.stringify(at) !== JSON.stringify(place));
        expect(failure(() => vault.open(at, sealed))).toBe(closed);
        expect(failure(() => vault.rewrap(at, sealed))).toBe(closed);
      }),
    );
    expect(closed).toContain('SealBroken');
  });

  it('has fields that do not stand in for each other, nor for those of another key set', () => {
    const other = vault.seal(place, plain);
    const swapped: Partial<SealedKeys>[] = [
      { apiKey: sealed.secretKey },
      { secretKey: sealed.apiKey },
      { passphrase: sealed.apiKey },
      { secretKey: other.secretKey },
      { wrapped: other.wrapped },
      { wrapped: sealed.apiKey },
    ];
    for (const part of swapped) expect(failure(() => vault.open(place, { ...sealed, ...part }))).toBe(closed);
  });

  it('bears no changed, missing or added byte', () => {
    const fields = ['wrapped', 'apiKey', 'secretKey', 'passphrase'] as const;
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.nat(200), fc.integer({ min: 1, max: 255 }), (field, at, by) => {
        const bytes = Buffer.from(sealed[field] as Uint8Array);
        const index = at % bytes.length;
        bytes.writeUInt8((bytes[index] as number) ^ by, index);
        expect(failure(() => vault.open(place, { ...sealed, [field]: bytes }))).toBe(closed);
      }),
    );
    for (const field of fields) {
      const bytes = sealed[field] as Uint8Array;
      for (const wrong of [bytes.subarray(1), bytes.subarray(0, -1), Buffer.concat([bytes, bytes]), Buffer.alloc(0)]) {
        expect(failure(() => vault.open(place, { ...sealed, [field]: wrong }))).toBe(closed);
      }
    }
  });

  it('is another at every sealing, and shows nothing of what is in it', () => {
    const boxes = Array.from({ length: 50 }, () => vault.seal(place, plain));
    const nonces = boxes.flatMap(({ apiKey, secretKey, wrapped }) =>
      [apiKey, secretKey, wrapped].map((bytes) => Buffer.from(bytes.subarray(0, 12)).toString('hex')),
    );
    expect(new Set(nonces).size).toBe(150);
    expect(JSON.stringify(boxes.map((box) => Buffer.from(box.secretKey).toString('latin1')))).not.toContain('secret');
  });
});

describe('a new master key', () => {
  const second = master('second');
  const both = createVault([second, first]);

  it('opens what the older one wrapped, and wraps it anew without opening the secrets', () => {
    expect(both.open(place, sealed).secretKey.reveal()).toBe('its-secret');
    const moved = { ...sealed, ...both.rewrap(place, sealed) };
    expect(moved.masterId).toBe('second');
    expect([moved.apiKey, moved.secretKey, moved.passphrase]).toEqual([
      sealed.apiKey,
      sealed.secretKey,
      sealed.passphrase,
    ]);
    expect(createVault([second]).open(place, moved).apiKey.reveal()).toBe('an-api-key');
    expect(failure(() => vault.open(place, moved))).toBe(closed);
  });

  it('under the name of another opens nothing', () => {
    expect(failure(() => createVault([{ ...second, id: 'first' }]).open(place, sealed))).toBe(closed);
    expect(failure(() => createVault([second]).open(place, sealed))).toBe(closed);
    expect(failure(() => both.open(place, { ...sealed, masterId: 'second' }))).toBe(closed);
  });
});

it('a name that could read as another place is not taken', () => {
  expect(() => vault.seal({ ...place, exchange: 'okx|3' }, plain)).toThrow('letters');
});

// Envelope encryption: a random data key a row seals its fields by AES-256-GCM, a master key wraps the data key the same way.
// Every ciphertext is bound to table, row, user, exchange, field and version, so that none opens anywhere else.
// Layout of what is kept: 12 bytes of random nonce, 16 of tag, the rest ciphertext.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type KeyPlace, type KeyVault, type PlainKeys, SealBroken, type SealedKeys } from '../../../ports/key-vault.ts';
import { Secret } from '../../../ports/secret.ts';

const ALGORITHM = 'aes-256-gcm';
export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const TABLE = 'exchange_keys';

type Field = 'api_key' | 'secret_key' | 'passphrase' | `data_key:${string}`;

export interface MasterKey {
  readonly id: string;
  readonly key: Uint8Array;
}

function boundTo({ exchange, rowId, userId, version }: KeyPlace, field: Field): Buffer {
  // A bar in a name would let two places read the same.
  if (/[^a-z0-9_]/.test(exchange)) throw new Error('the name of an exchange has letters, digits and underscores only');
  return Buffer.from([TABLE, rowId, userId, exchange, field, version].join('|'));
}

function close(key: Uint8Array, plain: Uint8Array, aad: Buffer): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(aad);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function disclose(key: Uint8Array, sealed: Uint8Array, aad: Buffer): Buffer {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(aad);
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    throw new SealBroken();
  }
}

/** The first master key wraps; the others still unwrap what they wrapped before. */
export function createVault(masters: readonly [MasterKey, ...MasterKey[]]): KeyVault {
  const [present] = masters;
  const byId = new Map(masters.map(({ id, key }) => [id, key]));

  const wrap = (place: KeyPlace, dataKey: Uint8Array) => ({
    masterId: present.id,
    wrapped: close(present.key, dataKey, boundTo(place, `data_key:${present.id}`)),
  });

  function unwrap(place: KeyPlace, { masterId, wrapped }: Pick<SealedKeys, 'masterId' | 'wrapped'>): Buffer {
    const master = byId.get(masterId);
    if (master === undefined) throw new SealBroken();
    return disclose(master, wrapped, boundTo(place, `data_key:${masterId}`));
  }

  return {
    masterId: present.id,
    seal: (place, keys: PlainKeys): SealedKeys => {
      const dataKey = randomBytes(KEY_BYTES);
      const sealed = (field: Field, secret: Secret) =>
        close(dataKey, Buffer.from(secret.reveal()), boundTo(place, field));
      try {
        return {
          ...wrap(place, dataKey),
          apiKey: sealed('api_key', keys.apiKey),
          secretKey: sealed('secret_key', keys.secretKey),
          passphrase: keys.passphrase === null ? null : sealed('passphrase', keys.passphrase),
        };
      } finally {
        dataKey.fill(0);
      }
    },
    open: (place, sealed): PlainKeys => {
      const dataKey = unwrap(place, sealed);
      const plain = (field: Field, bytes: Uint8Array) =>
        new Secret(disclose(dataKey, bytes, boundTo(place, field)).toString());
      try {
        return {
          apiKey: plain('api_key', sealed.apiKey),
          secretKey: plain('secret_key', sealed.secretKey),
          passphrase: sealed.passphrase === null ? null : plain('passphrase', sealed.passphrase),
        };
      } finally {
        dataKey.fill(0);
      }
    },
    rewrap: (place, wrapped) => {
      const dataKey = unwrap(place, wrapped);
      try {
        return wrap(place, dataKey);
      } finally {
        dataKey.fill(0);
      }
    },
  };
}

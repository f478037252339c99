// The API keys of the exchange: who a key speaks for, what it may do, and from where. A change holds from the next request.
import { createPublicKey, randomBytes, randomUUID } from 'node:crypto';
import { type ApiKey, isUsableFrom, type KeyTerms } from '../store/api-key.ts';
import type { KeyTable } from '../store/key-table.ts';
import type { Account } from './account.ts';

/** Of 64 letters and digits, as large exchanges make them. */
const TEXT_BYTES = 96;
const TEXT_LENGTH = 64;
const SECRET_BYTES = 16;

export class ApiKeys {
  readonly #table: KeyTable;
  readonly #keys: Map<string, ApiKey>;

  constructor(table: KeyTable) {
    this.#table = table;
    this.#keys = new Map(table.all().map((key) => [key.key, key]));
  }

  get(key: string): ApiKey | undefined {
    return this.#keys.get(key);
  }

  /** Asked again for as long as a stream follows the account: the right to it ends with the key's. */
  mayRead(key: string): boolean {
    return this.#keys.get(key)?.permissions.includes('read') === true;
  }

  /** As `mayRead`: a list of addresses may be changed under a stream. */
  isUsableFrom(key: string, ip: string): boolean {
    const known = this.#keys.get(key);
    return known !== undefined && isUsableFrom(known, ip);
  }

  of(account: Account): ApiKey[] {
    return [...this.#keys.values()].filter(({ accountId }) => accountId === account.id);
  }

  /**
   * With a passphrase it is one as OKX and Bitget make them, and speaks on those wires only. With a public key it speaks on
   * Binance's only, and its secret signs nothing.
   */
  make(account: Account, terms: KeyTerms, nowMs: number, passphrase = '', publicKey = ''): ApiKey {
    const texts = passphrase === '' ? { key: newText(), secret: newText() } : newPair();
    const made = { ...texts, passphrase, publicKey, accountId: account.id, ...terms, madeAtMs: nowMs };
    this.#keep(made);
    return made;
  }

  /** False when there is no such key. */
  change(key: string, terms: KeyTerms): boolean {
    const known = this.#keys.get(key);
    if (known === undefined) return false;
    this.#keep({ ...known, ...terms });
    return true;
  }

  revoke(key: string): boolean {
    this.#table.drop(key);
    return this.#keys.delete(key);
  }

  #keep(key: ApiKey): void {
    this.#table.put(key);
    this.#keys.set(key.key, key);
  }
}

/** The PEM of an Ed25519 public key as it is kept; null = the text is none. */
export function publicKeyIn(text: string): string | null {
  try {
    const key = createPublicKey(text);
    return key.asymmetricKeyType === 'ed25519' ? String(key.export({ type: 'spki', format: 'pem' })) : null;
  } catch {
    return null;
  }
}

function newPair(): Pick<ApiKey, 'key' | 'secret'> {
  return { key: randomUUID(), secret: randomBytes(SECRET_BYTES).toString('hex').toUpperCase() };
}

function newText(): string {
  const text = randomBytes(TEXT_BYTES)
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, '');
  return text.length >= TEXT_LENGTH ? text.slice(0, TEXT_LENGTH) : newText();
}

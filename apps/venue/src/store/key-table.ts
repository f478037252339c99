// API keys on disk. Written at once and not with the next commit: a key changes nothing that trades, and its maker may
// hear of it only when it is kept. Secrets lie open here, because the simulated exchange must compute with them.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ApiKey, KeyPermission } from './api-key.ts';

export class KeyTable {
  readonly #all: StatementSync;
  readonly #put: StatementSync;
  readonly #drop: StatementSync;

  constructor(db: DatabaseSync) {
    this.#all = db.prepare('SELECT * FROM api_key ORDER BY made_at, key');
    this.#put = db.prepare(
      'INSERT INTO api_key (key, secret, passphrase, public_key, account_id, label, permissions, ips, made_at) ' +
        'VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ' +
        'ON CONFLICT DO UPDATE SET label = excluded.label, permissions = excluded.permissions, ips = excluded.ips',
    );
    this.#drop = db.prepare('DELETE FROM api_key WHERE key = ?');
  }

  all(): ApiKey[] {
    return this.#all.all().map((row) => ({
      key: String(row.key),
      secret: String(row.secret),
      passphrase: String(row.passphrase),
      publicKey: String(row.public_key),
      accountId: Number(row.account_id),
      label: String(row.label),
      permissions: JSON.parse(String(row.permissions)) as KeyPermission[],
      ips: JSON.parse(String(row.ips)) as string[],
      madeAtMs: Number(row.made_at),
    }));
  }

  put({ key, secret, passphrase, publicKey, accountId, label, permissions, ips, madeAtMs }: ApiKey): void {
    this.#put.run(
      key,
      secret,
      passphrase,
      publicKey,
      accountId,
      label,
      JSON.stringify(permissions),
      JSON.stringify(ips),
      madeAtMs,
    );
  }

  drop(key: string): void {
    this.#drop.run(key);
  }
}

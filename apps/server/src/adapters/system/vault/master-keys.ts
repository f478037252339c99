// Reads the file of master keys, which is kept outside the database: a line a key, `name` and 32 bytes in base64url; the
// first wraps what is new, the others still open what they wrapped before. A file that others can read is not taken. A key
// made here is named by its fingerprint: no other key ever has its name, so a lost one can be put back beside its successor.
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { KEY_BYTES, type MasterKey } from './envelope.ts';

const OTHERS = 0o077;

/** A line of the file, with a key that nobody has seen. */
export function newMasterKeyLine(): string {
  const key = randomBytes(KEY_BYTES);
  const fingerprint = createHash('sha256').update(key).digest('hex').slice(0, 8);
  return `k-${fingerprint} ${key.toString('base64url')}`;
}

export function parseMasterKeys(text: string): [MasterKey, ...MasterKey[]] {
  const keys = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, id, value] = /^([A-Za-z0-9_-]{1,32})\s+([A-Za-z0-9_-]{43}=?)$/.exec(line) ?? [];
      const key = Buffer.from(value ?? '', 'base64url');
      if (id === undefined || key.length !== KEY_BYTES) {
        throw new Error('VAULT_KEY_FILE: each line is a name and 32 random bytes in base64url');
      }
      return { id, key };
    });
  const [first, ...others] = keys;
  if (first === undefined) throw new Error('VAULT_KEY_FILE holds no key');
  if (new Set(keys.map(({ id }) => id)).size !== keys.length) throw new Error('VAULT_KEY_FILE names two keys alike');
  return [first, ...others];
}

export function readMasterKeys(path: string): [MasterKey, ...MasterKey[]] {
  if ((statSync(path).mode & OTHERS) !== 0) {
    throw new Error(`VAULT_KEY_FILE: others can read ${path}; give it the mode 0600`);
  }
  return parseMasterKeys(readFileSync(path, 'utf8'));
}

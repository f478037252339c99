// The file of master keys: what is read from it, and which files are not taken.
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newMasterKeyLine, parseMasterKeys, readMasterKeys } from './master-keys.ts';

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64url');

it('has a name and 32 bytes a line, the present one first', () => {
  const keys = parseMasterKeys(`# from November\nsecond ${key(2)}\n\nfirst ${key(1)}=\n`);
  expect(keys.map(({ id }) => id)).toEqual(['second', 'first']);
  expect(Buffer.from(keys[0].key)).toEqual(Buffer.alloc(32, 2));
});

it.each([
  '',
  '# nothing',
  'first',
  `first ${key(1).slice(2)}`,
  `${key(1)}`,
  `a|b ${key(1)}`,
  `a ${key(1)}\na ${key(2)}`,
])('is not %j, and the words of the refusal hold no key', (text) => {
  expect(() => parseMasterKeys(text)).toThrow(/^VAULT_KEY_FILE(?!.*AQEB)/);
});

it('that is made here is named by its fingerprint, so that two of them stand in one file', () => {
  const [one, other] = parseMasterKeys(`${newMasterKeyLine()}\n${newMasterKeyLine()}\nfirst ${key(1)}`);
  for (const made of [one, other]) {
    expect(made?.id).toBe(
      `k-${createHash('sha256')
        .update(made?.key ?? '')
        .digest('hex')
        .slice(0, 8)}`,
    );
  }
  expect(other?.id).not.toBe(one.id);
});

it('is taken only where nobody else can read it', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'cormorant-vault-')), 'keys');
  writeFileSync(file, `first ${key(1)}\n`, { mode: 0o600 });
  expect(readMasterKeys(file)).toHaveLength(1);
  for (const mode of [0o640, 0o604, 0o660]) {
    chmodSync(file, mode);
    expect(() => readMasterKeys(file), mode.toString(8)).toThrow('mode 0600');
  }
});

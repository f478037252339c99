// Private keys as they come out of an input of one line, and secrets that are none.
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { withPemLines } from './pem-lines.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const pem = String(rsa.export({ type: 'pkcs8', format: 'pem' })).trim();

it.each([
  ['no line breaks', ''],
  ['spaces', ' '],
  ['the breaks of Windows', '\r\n'],
])('a key with %s in place of its line breaks is read again', (_name, instead) => {
  const restored = withPemLines(pem.replaceAll('\n', instead));
  expect(restored).toBe(pem);
  expect(createPrivateKey(restored).asymmetricKeyType).toBe('rsa');
});

it.each(['', 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j', '-----BEGIN X-----', 'a b\nc'])(
  'another secret stays as it is: %j',
  (secret) => expect(withPemLines(secret)).toBe(secret),
);

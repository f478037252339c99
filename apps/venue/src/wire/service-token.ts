// The one secret of the exchange: whoever knows it may act for every account. Made at first start into a file only its
// owner can read; compared in constant time.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'service-token';

/** The token kept in a folder, made there when it is not. */
export function tokenOfFolder(folder: string): { token: string; path: string } {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, FILE);
  try {
    writeFileSync(path, `${newToken()}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const token = readFileSync(path, 'utf8').trim();
  if (token === '') throw new Error(`${path} is empty: delete it, and a new token is made`);
  return { token, path };
}

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function isSameToken(given: unknown, token: string): boolean {
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

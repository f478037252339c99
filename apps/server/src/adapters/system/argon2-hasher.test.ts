// The cost of a password hash in production, and the bounds on how many run and wait.
import { describe, expect, it } from 'vitest';
import { HasherBusy } from '../../ports/password-hasher.ts';
import { cheapCost, createHasher, productionCost } from './argon2-hasher.ts';

describe('the hasher', () => {
  it('is argon2id at 64 MiB and three passes in production', async () => {
    const hasher = await createHasher(productionCost);
    const hash = await hasher.hash('quiet7Harbour');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
    expect(await hasher.verify(hash, 'quiet7Harbour')).toBe(true);
    expect(await hasher.verify(hash, 'quiet7harbour')).toBe(false);
    expect(await hasher.verifyNothing('quiet7Harbour')).toBe(false);
  });

  it('salts: the same password twice gives two hashes', async () => {
    const hasher = await createHasher(cheapCost);
    expect(await hasher.hash('same4Word')).not.toBe(await hasher.hash('same4Word'));
  });

  it('runs a bounded number at once, lets a bounded number wait, and turns the rest away', async () => {
    const hasher = await createHasher({ ...cheapCost, mostInFlight: 2, mostWaiting: 3 });
    const results = await Promise.allSettled(Array.from({ length: 9 }, () => hasher.hash('same4Word')));
    expect(results.map((result) => result.status)).toEqual([
      ...Array(5).fill('fulfilled'),
      ...Array(4).fill('rejected'),
    ]);
    expect(results.at(-1)).toMatchObject({ reason: expect.any(HasherBusy) });
    expect(await hasher.hash('again4Word')).toContain('argon2id');
  });
});

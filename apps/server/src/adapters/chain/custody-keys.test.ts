// Keys of the money: the published addresses of a known phrase, signatures that fit the addresses, files that others may
// read, and errors that tell nothing of what a file holds.
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keccak256, parseTransaction, recoverTransactionAddress, toHex } from 'viem';
import { HDKey, mnemonicToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { openCustodyKeys, xpubOfSeed } from './custody-keys.ts';
import { createDepositAddresses, requireOwnAddresses } from './deposit-addresses.ts';

const folder = mkdtempSync(join(tmpdir(), 'custody-'));
let files = 0;
function fileOf(text: string, mode = 0o600): string {
  files += 1;
  const path = join(folder, String(files));
  writeFileSync(path, `${text}\n`);
  chmodSync(path, mode);
  return path;
}

const PHRASE = 'test test test test test test test test test test test junk';
/** viem's account of the phrase at the path of an account. */
const accountOfPhrase = (path: string): HDKey => {
  const seed =
    '9dfc3c64c2f8bede1533b6a79f8570e5943e0b8fd1cf77107adf7b72cef42185d564a3aee24cab43f80e3c4538087d70fc824eabbad596a23c97b6ee8322ccc0';
  return HDKey.fromMasterSeed(Buffer.from(seed, 'hex')).derive(path);
};
const account = accountOfPhrase("m/44'/60'/0'");
const SEED = 'ab'.repeat(32);
const unsigned = {
  nonce: 7,
  to: `0x${'11'.repeat(20)}`,
  data: '0x',
  valueWei: 5n,
  gas: 21_000n,
  maxFeeWei: 9n,
  tipWei: 1n,
};

describe('deposit addresses', () => {
  it('are those of the phrase that every wallet derives', () => {
    const { addressOf } = createDepositAddresses(account.publicExtendedKey);
    for (const index of [0, 1, 2, 41]) {
      expect(addressOf(index)).toBe(mnemonicToAccount(PHRASE, { addressIndex: index }).address);
    }
    expect(addressOf(0)).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
  });

  it('belong to the key that is to sweep them, or nothing starts', () => {
    const [own, other] = [fileOf(SEED), fileOf('cd'.repeat(32))];
    const addresses = createDepositAddresses(xpubOfSeed(own));
    const keys = openCustodyKeys({ by: 'seed', seedFile: own });
    requireOwnAddresses(addresses, keys);
    requireOwnAddresses(addresses, null);
    requireOwnAddresses(addresses, { ...keys, depositSigner: null });
    const others = openCustodyKeys({ by: 'seed', seedFile: other });
    expect(() => requireOwnAddresses(addresses, others)).toThrow('not that of DEPOSIT_XPUB');
  });

  it('come from the public key of an account and from nothing else', () => {
    const wrong = [
      account.privateExtendedKey,
      account.deriveChild(0).publicExtendedKey,
      accountOfPhrase('m').publicExtendedKey,
      'xpub-of-nobody',
      '',
    ];
    for (const key of wrong) {
      expect(() => createDepositAddresses(key)).toThrow(/DEPOSIT_XPUB/);
      try {
        createDepositAddresses(key);
      } catch (error) {
        if (key !== '') expect(String(error)).not.toContain(key);
      }
    }
  });
});

describe('signers', () => {
  it('of a seed fit the addresses that its public key names, and the hot wallet is none of them', async () => {
    const seedFile = fileOf(SEED);
    const { addressOf } = createDepositAddresses(xpubOfSeed(seedFile));
    const { hot, depositSigner } = openCustodyKeys({ by: 'seed', seedFile });
    for (const index of [0, 3]) expect(depositSigner?.(index).address).toBe(addressOf(index).toLowerCase());
    expect(Array.from({ length: 50 }, (_, at) => addressOf(at).toLowerCase())).not.toContain(hot.address);
    const { raw, txid } = await hot.sign(unsigned);
    expect(txid).toBe(keccak256(raw as `0x${string}`));
    expect((await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })).toLowerCase()).toBe(
      hot.address,
    );
    expect(parseTransaction(raw as `0x02${string}`)).toMatchObject({ chainId: 56, nonce: 7, value: 5n, gas: 21_000n });
    expect((await hot.sign(unsigned)).raw).toBe(raw);
  });

  it('come from a key each where there is no seed, sweeps only when their key is there', () => {
    const hotKeyFile = fileOf(`0x${'22'.repeat(32)}`);
    expect(openCustodyKeys({ by: 'keys', hotKeyFile, sweepKeyFile: null }).depositSigner).toBeNull();
    const sweepKeyFile = fileOf(account.privateExtendedKey);
    const { depositSigner } = openCustodyKeys({ by: 'keys', hotKeyFile, sweepKeyFile });
    expect(depositSigner?.(0).address).toBe('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266');
  });

  it('are refused from a file that others may read, that holds something else or that is missing; no word of it is told', () => {
    const secret = toHex(new Uint8Array(32).fill(0x5a));
    const refused = (open: () => unknown, words: RegExp): void => {
      let said = '';
      try {
        open();
      } catch (error) {
        said = `${String(error)} ${(error as Error).stack}`;
      }
      expect(said).toMatch(words);
      expect(said).not.toContain('5a5a5a');
      expect(said).not.toContain(account.publicExtendedKey);
    };
    const keys =
      (hotKeyFile: string, sweepKeyFile: string | null = null) =>
      () =>
        openCustodyKeys({ by: 'keys', hotKeyFile, sweepKeyFile });
    refused(keys(fileOf(secret, 0o644)), /HOT_KEY_FILE: others may read/);
    refused(keys(fileOf(`${secret}5a`)), /HOT_KEY_FILE does not hold/);
    refused(keys(join(folder, 'none')), /HOT_KEY_FILE: the file cannot be read/);
    refused(keys(fileOf(secret), fileOf(account.publicExtendedKey)), /SWEEP_KEY_FILE does not hold/);
    refused(() => openCustodyKeys({ by: 'seed', seedFile: fileOf(secret) }), /CUSTODY_SEED_FILE does not hold/);
  });
});

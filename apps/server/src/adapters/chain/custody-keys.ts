// Signers of the money, from files that only their owner may read. Invariant: what leaves is a signature or a public key;
// no error names what a file holds, and a file that others may read is refused.
import { readFileSync, statSync } from 'node:fs';
import { type Address, type Hex, keccak256, toHex } from 'viem';
import { HDKey, privateKeyToAccount } from 'viem/accounts';
import { CHAIN_ID } from '../../ports/chain.ts';
import type { CustodyKeys, WalletSigner } from '../../ports/custody-keys.ts';
import { Secret } from '../../ports/secret.ts';

const ACCOUNT_PATH = "m/44'/60'/0'";
const ACCOUNT_DEPTH = 3;
/** Beside the account of the deposits, so that no user's index is the hot wallet. */
const HOT_PATH = "m/44'/60'/1'/0/0";
const OTHERS_MAY = 0o077;

/** Where this process finds its keys: one seed of a local set-up, or a key each. */
export type CustodyFiles =
  | { readonly by: 'seed'; readonly seedFile: string }
  | { readonly by: 'keys'; readonly hotKeyFile: string; readonly sweepKeyFile: string | null };

function readSecret(file: string, name: string): Secret {
  let text: string;
  try {
    if ((statSync(file).mode & OTHERS_MAY) !== 0) throw new Error(`${name}: others may read the file; make it 0600`);
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as Error).message.startsWith(name)) throw error;
    throw new Error(`${name}: the file cannot be read`);
  }
  return new Secret(text);
}

function signerOf(key: Hex): WalletSigner {
  const account = privateKeyToAccount(key);
  return {
    address: account.address.toLowerCase(),
    sign: async ({ nonce, to, data, valueWei, gas, maxFeeWei, tipWei }) => {
      const raw = await account.signTransaction({
        chainId: CHAIN_ID,
        type: 'eip1559',
        nonce,
        to: to as Address,
        data: data as Hex,
        value: valueWei,
        gas,
        maxFeePerGas: maxFeeWei,
        maxPriorityFeePerGas: tipWei,
      });
      return { raw, txid: keccak256(raw) };
    },
  };
}

function signerOfChild(key: HDKey): WalletSigner {
  if (key.privateKey === null) throw new Error('a signing key has no private part');
  return signerOf(toHex(key.privateKey));
}

/** Of the account `m/44'/60'/0'`. */
function depositSigners(account: HDKey): (index: number) => WalletSigner {
  const external = account.deriveChild(0);
  return (index) => signerOfChild(external.deriveChild(index));
}

function masterOf(seedFile: string): HDKey {
  const seed = readSecret(seedFile, 'CUSTODY_SEED_FILE').reveal();
  if (!/^[0-9a-f]{64}$/.test(seed)) throw new Error('CUSTODY_SEED_FILE does not hold 32 bytes in hex');
  return HDKey.fromMasterSeed(Buffer.from(seed, 'hex'));
}

/** What the api side of a local set-up is given of its seed. */
export function xpubOfSeed(seedFile: string): string {
  return masterOf(seedFile).derive(ACCOUNT_PATH).publicExtendedKey;
}

function sweepAccount(file: string): HDKey {
  const text = readSecret(file, 'SWEEP_KEY_FILE').reveal();
  let key: HDKey | null = null;
  try {
    key = HDKey.fromExtendedKey(text);
  } catch {
    // judged below, without a word of what the file holds
  }
  if (key === null || key.privateKey === null || key.depth !== ACCOUNT_DEPTH) {
    throw new Error(`SWEEP_KEY_FILE does not hold the extended private key of ${ACCOUNT_PATH}`);
  }
  return key;
}

export function openCustodyKeys(files: CustodyFiles): CustodyKeys {
  if (files.by === 'seed') {
    const master = masterOf(files.seedFile);
    return { hot: signerOfChild(master.derive(HOT_PATH)), depositSigner: depositSigners(master.derive(ACCOUNT_PATH)) };
  }
  const hotKey = readSecret(files.hotKeyFile, 'HOT_KEY_FILE').reveal();
  if (!/^0x[0-9a-fA-F]{64}$/.test(hotKey))
    throw new Error('HOT_KEY_FILE does not hold a private key, 0x and 64 hex digits');
  const { sweepKeyFile } = files;
  return {
    hot: signerOf(hotKey as Hex),
    depositSigner: sweepKeyFile === null ? null : depositSigners(sweepAccount(sweepKeyFile)),
  };
}

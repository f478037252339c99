// Deposit addresses `m/44'/60'/0'/0/{index}` by BIP-32 from the extended public key of the account. Invariant: nothing here
// can spend, and a key of another kind or depth is refused at the start: an address from a wrong one is paid for ever.
import { createHash, ECDH } from 'node:crypto';
import { HDKey, publicKeyToAddress } from 'viem/accounts';
import type { CustodyKeys, DepositAddresses } from '../../ports/custody-keys.ts';

/** `m/44'/60'/0'`, as wallets export it. */
const ACCOUNT_DEPTH = 3;

function readXpub(xpub: string): HDKey {
  let key: HDKey;
  try {
    key = HDKey.fromExtendedKey(xpub);
  } catch {
    throw new Error('DEPOSIT_XPUB is not an extended public key');
  }
  if (key.privateKey !== null) throw new Error('DEPOSIT_XPUB is a private key: only the public one belongs there');
  if (key.depth !== ACCOUNT_DEPTH) throw new Error("DEPOSIT_XPUB is not the key of an account, m/44'/60'/0'");
  return key;
}

export function createDepositAddresses(xpub: string): DepositAddresses {
  const external = readXpub(xpub).deriveChild(0);
  return {
    mark: createHash('sha256').update(xpub).digest('hex').slice(0, 16),
    addressOf: (index) => {
      const { publicKey } = external.deriveChild(index);
      if (publicKey === null) throw new Error('a derived key has no public part');
      const point = ECDH.convertKey(Buffer.from(publicKey), 'secp256k1', undefined, 'hex', 'uncompressed') as string;
      return publicKeyToAddress(`0x${point}`);
    },
  };
}

/** Coin on an address whose key is another one lies there for ever. */
export function requireOwnAddresses(addresses: DepositAddresses, keys: CustodyKeys | null): void {
  const signer = keys?.depositSigner?.(0);
  if (signer === undefined) return;
  if (signer.address.toLowerCase() !== addresses.addressOf(0).toLowerCase()) {
    throw new Error('the key of the sweeps is not that of DEPOSIT_XPUB: it could not move what is deposited');
  }
}

// A signature by the person's bound wallet that shows who asks. The wallet that has the address is looked for among all of
// this browser; only when none shows it, one is asked to connect.
import { call } from '../../../lib/api/client.ts';
import { chosenWallet } from '../../../lib/wallet/chosen-wallet.ts';
import { wallets } from '../../../lib/wallet/discover.ts';
import { sameAddress, type Wallet } from '../../../lib/wallet/wallet.ts';
import { connect, currentAccounts, ensureChain, signMessage } from '../../../lib/wallet/wallet-calls.ts';
import { WalletError } from '../../../lib/wallet/wallet-error.ts';

/** The wallet that answered stands for another address than the bound one. */
export class OtherAddress extends Error {}

async function walletOf(address: string): Promise<Wallet> {
  const [first, ...others] = [...wallets()].sort(
    (one, other) => Number(other.id === chosenWallet()) - Number(one.id === chosenWallet()),
  );
  if (first === undefined) throw new WalletError(1205, 'connect');
  for (const wallet of [first, ...others]) {
    const shown = await currentAccounts(wallet);
    if (shown.some((account) => sameAddress(account, address))) return wallet;
  }
  if (!sameAddress(await connect(first), address)) throw new OtherAddress();
  return first;
}

export async function signProof(address: string): Promise<string> {
  const wallet = await walletOf(address);
  await ensureChain(wallet);
  const { message } = await call('loginNonce', { query: { address, purpose: 'prove' } }, { screenHandled: true });
  return signMessage(wallet, address, message);
}

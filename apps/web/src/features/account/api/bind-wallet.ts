// Binds a wallet: its account, our network, a text for this account alone, its signature, and the proof of who asks.
import type { Profile } from '@cormorant/contract/entities/profile.ts';
import { call, type Input } from '../../../lib/api/client.ts';
import { chooseWallet } from '../../../lib/wallet/chosen-wallet.ts';
import type { Wallet } from '../../../lib/wallet/wallet.ts';
import { connect, ensureChain, signMessage } from '../../../lib/wallet/wallet-calls.ts';
import { keepProfile } from './own-profile.ts';

export type GivenProof = Input<'userBind'>['body']['proof'];

export async function bindWallet(wallet: Wallet, proof: GivenProof): Promise<Profile> {
  const address = await connect(wallet);
  await ensureChain(wallet);
  const { message } = await call('loginNonce', { query: { address, purpose: 'bind' } }, { screenHandled: true });
  const signature = await signMessage(wallet, address, message);
  const body = { address, signature, proof };
  const profile = await call('userBind', { body }, { screenHandled: true });
  chooseWallet(wallet.id);
  return keepProfile(profile);
}

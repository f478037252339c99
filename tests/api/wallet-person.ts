// People who come with a wallet, for tests of the API: a real key that signs the texts the server makes.
import { loginNonce, loginVerify } from '@cormorant/contract/calls/identity.ts';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { ApiServer } from './api-server.ts';

type Purpose = 'login' | 'bind' | 'prove';

export function newWallet(): PrivateKeyAccount {
  return privateKeyToAccount(generatePrivateKey());
}

/** Asks for a nonce of the purpose and signs its text; `token` says for whom, `by` who signs when it is not the wallet. */
export async function signNonce(
  api: ApiServer,
  wallet: PrivateKeyAccount,
  purpose: Purpose,
  token?: string,
  by = wallet,
): Promise<string> {
  const query = { address: wallet.address, purpose };
  const answer = await api.ask(loginNonce, { query }, token === undefined ? {} : { token });
  if (answer.code !== 1) throw new Error(`nonce answered ${answer.code} ${answer.msg}`);
  return by.signMessage({ message: (answer.data as { message: string }).message });
}

export interface WalletPerson {
  readonly wallet: PrivateKeyAccount;
  readonly token: string;
  readonly sn: string;
  readonly userId: number;
}

/** Signs in with the wallet; a new one is invited by `referrer`. */
export async function signInByWallet(api: ApiServer, wallet: PrivateKeyAccount, referrer = ''): Promise<WalletPerson> {
  const signature = await signNonce(api, wallet, 'login');
  const body = { address: wallet.address, signature, referrer, terminal: 4 };
  const answer = await api.ask(loginVerify, { body });
  if (answer.code !== 1) throw new Error(`verify answered ${answer.code} ${answer.msg}`);
  const { token, user } = answer.data as { token: string; user: { sn: string } };
  const found = await api.pool.query<{ id: string }>('select id from users where sn = $1', [user.sn]);
  return { wallet, token, sn: user.sn, userId: Number(found.rows[0]?.id) };
}

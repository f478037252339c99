// Wallets with real keys, for tests of the API: what a browser's wallet does between a nonce and a signature.
import { loginNonce, loginVerify } from '@cormorant/contract/calls/identity.ts';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { Answer, ApiServer, Asked } from './api-server.ts';

export interface Wallet {
  /** EIP-55. */
  readonly address: `0x${string}`;
  sign(message: string): Promise<string>;
}

export interface Nonce {
  readonly nonce: string;
  readonly message: string;
  readonly expires_at: number;
}

export function newWallet(): Wallet {
  const account = privateKeyToAccount(generatePrivateKey());
  return { address: account.address, sign: (message) => account.signMessage({ message }) };
}

/** `purpose` bind and prove need a token. */
export async function nonceFor(
  api: ApiServer,
  address: string,
  purpose: 'login' | 'bind' | 'prove' = 'login',
  asked: Asked = {},
): Promise<Nonce> {
  const answer = await api.ask(loginNonce, { query: { address, purpose } }, asked);
  if (answer.code !== 1) throw new Error(`nonce answered ${answer.code} ${answer.msg}`);
  return answer.data as Nonce;
}

/** A signature over a nonce made for the person of the token. */
export async function signFor(
  api: ApiServer,
  { token }: { readonly token: string },
  wallet: Wallet,
  purpose: 'bind' | 'prove',
): Promise<string> {
  return wallet.sign((await nonceFor(api, wallet.address, purpose, { token })).message);
}

/** Sends what a client would send, with whatever else a test wants. */
export function verify(
  api: ApiServer,
  address: string,
  signature: string,
  more: Record<string, unknown> = {},
  asked: Asked = {},
): Promise<Answer> {
  return api.send('POST', loginVerify.path, { address, signature, terminal: 4, ...more }, asked);
}

export interface WalletPerson {
  readonly wallet: Wallet;
  readonly token: string;
  readonly sn: string;
}

/** Registers somebody by a new wallet, invited by `referrer`. */
export async function newWalletPerson(api: ApiServer, referrer: string): Promise<WalletPerson> {
  const wallet = newWallet();
  const { message } = await nonceFor(api, wallet.address);
  const answer = await verify(api, wallet.address, await wallet.sign(message), { referrer });
  if (answer.code !== 1) throw new Error(`verify answered ${answer.code} ${answer.msg}`);
  const { token, user } = answer.data as { token: string; user: { sn: string } };
  return { wallet, token, sn: user.sn };
}

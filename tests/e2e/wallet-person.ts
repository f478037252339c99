// A person who came by wallet, signed in past the screen, and their wallet put into the page.
import type { Page } from '@playwright/test';
import { type Account, api, expect, register } from './person.ts';
import { TestWallet } from './wallet-provider.ts';

export interface WalletPerson {
  readonly person: Account;
  readonly wallet: TestWallet;
}

async function signIn(wallet: TestWallet, referrer: string): Promise<Account> {
  const { address } = wallet.account;
  const nonce = await api<{ message: string }>(`/api/login/nonce?address=${address}`);
  const signature = await wallet.account.signMessage({ message: nonce.data.message });
  const body = { address, signature, terminal: 4, referrer };
  const answer = await api<Pick<Account, 'token' | 'user'>>('/api/login/verify', { body });
  expect(answer.code, answer.msg).toBe(1);
  return { account: '', password: '', bots: [], ...answer.data };
}

/** Connected to the site, as after a sign-in on the screen. */
export async function registerByWallet(page: Page): Promise<WalletPerson> {
  const inviter = await register();
  const wallet = new TestWallet();
  const person = await signIn(wallet, inviter.user.uid);
  wallet.shown = [wallet.account.address.toLowerCase()];
  await wallet.inject(page);
  return { person, wallet };
}

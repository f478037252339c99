// What we ask of a wallet, in the order of a sign-in: its account, our network, a signature. Plain EIP-1193, so that no
// library of chains comes to the browser. Every refusal leaves as a WalletError.

import * as codes from '@cormorant/contract/codes.ts';
import type { Wallet } from './wallet.ts';
import { providerCode, type WalletCode, WalletError, type WalletStep, walletError } from './wallet-error.ts';

const chainId = 56;
const chainHex = '0x38';
const unknownChain = 4902;
const addressForm = /^0x[0-9a-fA-F]{40}$/;

const chainToAdd = {
  chainId: chainHex,
  chainName: 'BNB Smart Chain',
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: ['https://bsc-dataseed.bnbchain.org'],
  blockExplorerUrls: ['https://bscscan.com'],
};

async function ask(
  { provider }: Wallet,
  call: { method: string; params?: readonly unknown[] },
  step: WalletStep,
  otherwise: WalletCode,
): Promise<unknown> {
  try {
    return await provider.request(call);
  } catch (error) {
    throw walletError(error, step, otherwise);
  }
}

function addressesOf(answer: unknown): string[] {
  if (!Array.isArray(answer)) return [];
  return answer.filter((item): item is string => typeof item === 'string' && addressForm.test(item));
}

/** Asks for the account to use; the wallet may ask the person. */
export async function connect(wallet: Wallet): Promise<string> {
  const answer = await ask(wallet, { method: 'eth_requestAccounts' }, 'connect', 1202);
  const [address] = addressesOf(answer);
  if (address === undefined) throw new WalletError(1201, 'connect');
  return address;
}

/** The accounts the wallet shows us already, without asking the person: the one in use first, none when it is locked. */
export async function currentAccounts(wallet: Wallet): Promise<readonly string[]> {
  try {
    return addressesOf(await wallet.provider.request({ method: 'eth_accounts' }));
  } catch {
    return [];
  }
}

export async function currentAccount(wallet: Wallet): Promise<string | null> {
  return (await currentAccounts(wallet))[0] ?? null;
}

/** The number of the network the wallet is on, or null when it does not say. */
export async function currentChain(wallet: Wallet): Promise<number | null> {
  const answer = await wallet.provider.request({ method: 'eth_chainId' }).catch(() => null);
  const number = Number(answer ?? Number.NaN);
  return Number.isSafeInteger(number) ? number : null;
}

/** Has the wallet on chain 56, switching or adding the network with the person's consent. */
export async function ensureChain(wallet: Wallet): Promise<void> {
  if ((await currentChain(wallet)) === chainId) return;
  const change = { method: 'wallet_switchEthereumChain', params: [{ chainId: chainHex }] };
  try {
    await wallet.provider.request(change);
  } catch (error) {
    if (providerCode(error) !== unknownChain) throw walletError(error, 'chain', codes.network_unsupported);
    await ask(wallet, { method: 'wallet_addEthereumChain', params: [chainToAdd] }, 'chain', 1207);
    // Adding need not mean switching.
    if ((await currentChain(wallet)) !== chainId) await ask(wallet, change, 'chain', 1207);
  }
  if ((await currentChain(wallet)) !== chainId) throw new WalletError(1207, 'chain');
}

/** `personal_sign` of a text by an account of the wallet. */
export async function signMessage(wallet: Wallet, address: string, message: string): Promise<string> {
  const call = { method: 'personal_sign', params: [hexOf(message), address] };
  const signature = await ask(wallet, call, 'sign', 1203);
  if (typeof signature !== 'string' || !/^0x[0-9a-fA-F]+$/.test(signature)) throw new WalletError(1203, 'sign');
  return signature;
}

const transferSelector = 'a9059cbb';
const word = (hex: string): string => hex.padStart(64, '0');

/**
 * Has the person send this much of a token (in its smallest unit) and answers the transaction's hash. A network on which
 * the token does not stand is not ours, whatever number it has.
 */
export async function payToken(wallet: Wallet, contract: string, to: string, units: bigint): Promise<string> {
  const from = await connect(wallet);
  await ensureChain(wallet);
  const code = await ask(
    wallet,
    { method: 'eth_getCode', params: [contract, 'latest'] },
    'chain',
    codes.network_unsupported,
  );
  if (typeof code !== 'string' || !/^0x[0-9a-fA-F]{2}/.test(code))
    throw new WalletError(codes.network_unsupported, 'chain');
  const data = `0x${transferSelector}${word(to.slice(2).toLowerCase())}${word(units.toString(16))}`;
  const call = { method: 'eth_sendTransaction', params: [{ from, to: contract, data }] };
  const hash = await ask(wallet, call, 'sign', 1202);
  if (typeof hash !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(hash)) throw new WalletError(1202, 'sign');
  return hash;
}

function hexOf(text: string): string {
  return `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Listens to the person choosing other accounts; answers how to stop. */
export function onAccountsChanged({ provider }: Wallet, listener: (accounts: readonly string[]) => void): () => void {
  const heard = (accounts: unknown) => listener(addressesOf(accounts));
  provider.on?.('accountsChanged', heard);
  return () => void provider.removeListener?.('accountsChanged', heard);
}

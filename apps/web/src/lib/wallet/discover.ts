// The wallets of this browser: those that announce themselves by EIP-6963, or else the one provider of older wallets at
// `window.ethereum`. What they say of themselves is shown, never trusted: pictures are data, names are cut.
import { createStore, type EIP6963ProviderDetail } from 'mipd';
import type { Eip1193Provider, Wallet } from './wallet.ts';

const picture = /^data:image\/(?:svg\+xml|png|jpeg|webp|gif)[;,]/;
const longestIcon = 200_000;
const longestName = 32;

let announced: ReturnType<typeof createStore> | undefined;
const named = new WeakMap<EIP6963ProviderDetail, Wallet>();
let nameless: Wallet | undefined;

function walletOf(detail: EIP6963ProviderDetail): Wallet {
  let wallet = named.get(detail);
  if (wallet === undefined) {
    const { rdns, name, icon } = detail.info;
    wallet = {
      id: String(rdns),
      name:
        String(name)
          .replace(/[\p{C}<>]/gu, '')
          .trim()
          .slice(0, longestName) || String(rdns).slice(0, longestName),
      icon: typeof icon === 'string' && picture.test(icon) && icon.length <= longestIcon ? icon : null,
      provider: detail.provider as Eip1193Provider,
    };
    named.set(detail, wallet);
  }
  return wallet;
}

function injected(): readonly Wallet[] {
  const provider = (window as { ethereum?: Eip1193Provider }).ethereum;
  if (typeof provider?.request !== 'function') return [];
  if (nameless?.provider !== provider) nameless = { id: 'injected', name: '', icon: null, provider };
  return [nameless];
}

/** The wallets known now; several of one maker are one. */
export function wallets(): readonly Wallet[] {
  announced ??= createStore();
  const byId = new Map(announced.getProviders().map((detail) => [detail.info.rdns, walletOf(detail)]));
  return byId.size > 0 ? [...byId.values()] : injected();
}

/** Tells of every wallet that comes later; answers how to stop. */
export function onWallets(listener: () => void): () => void {
  wallets();
  const stop = announced?.subscribe(listener);
  window.addEventListener('ethereum#initialized', listener);
  return () => {
    stop?.();
    window.removeEventListener('ethereum#initialized', listener);
  };
}

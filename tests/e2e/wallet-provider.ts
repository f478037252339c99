// A wallet in the browser for tests: announced by EIP-6963, asked by EIP-1193, signing with a real key that stays in the
// test's process. What it refuses, on which network it is and which accounts it shows are the test's to say.
import type { Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

const icon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"%3E%3Crect width="36" height="36" fill="%23f6851b"/%3E%3Cpath d="M9 10l9 7 9-7-3 16H12z" fill="%23fff"/%3E%3C/svg%3E';

interface Request {
  readonly method: string;
  readonly params?: readonly unknown[];
}

type Answer = { readonly result: unknown } | { readonly code: number; readonly message: string };

interface Announced {
  readonly rdns: string;
  readonly name: string;
  readonly icon: string;
  readonly legacy: boolean;
}

export interface WalletSetup {
  readonly name?: string;
  readonly rdns?: string;
  readonly chain?: number;
  /** Networks it can switch to without being told how they are reached. */
  readonly knows?: readonly number[];
  /** Only as `window.ethereum`, without announcing itself. */
  readonly legacy?: boolean;
  readonly key?: `0x${string}`;
}

export class TestWallet {
  readonly account;
  readonly #announced: Announced;
  readonly #knows: Set<number>;
  /** What it was asked, in order; looking (eth_accounts, eth_chainId) is left out. */
  readonly asked: string[] = [];
  /** Methods it refuses, with the number of EIP-1193. */
  readonly refuses = new Map<string, number>();
  readonly signed: string[] = [];
  chain: number;
  /** What it shows to the site; none until the person connects. */
  shown: string[] = [];
  /** Whether a contract stands wherever the site looks for one. */
  hasContracts = true;
  /** Has a transaction sent and answers its hash. */
  send: ((call: { readonly to: string; readonly data: string }) => Promise<string>) | undefined;
  /** Signs as asked, but with a key that is not the account's. */
  signsWrong = false;
  #page: Page | undefined;

  constructor({
    name = 'MetaMask',
    rdns = 'io.metamask',
    chain = 56,
    knows = [1, 56],
    legacy = false,
    key,
  }: WalletSetup = {}) {
    this.account = privateKeyToAccount(key ?? generatePrivateKey());
    this.#announced = { name, rdns, icon, legacy };
    this.#knows = new Set(knows);
    this.chain = chain;
  }

  /** In every document of the page from now on. */
  async inject(page: Page): Promise<void> {
    this.#page = page;
    const channel = `wallet_${this.#announced.rdns.replace(/\W/g, '_')}`;
    await page.exposeFunction(channel, (request: Request) => this.#answer(request));
    await page.addInitScript(provide, { ...this.#announced, channel });
  }

  /** The person chooses other accounts in the wallet. */
  async show(accounts: readonly string[]): Promise<void> {
    this.shown = [...accounts];
    await this.#page?.evaluate(
      ([rdns, list]) => window.dispatchEvent(new CustomEvent(`test-accounts:${rdns}`, { detail: list })),
      [this.#announced.rdns, this.shown] as const,
    );
  }

  async #answer({ method, params = [] }: Request): Promise<Answer> {
    if (!['eth_accounts', 'eth_chainId'].includes(method)) this.asked.push(method);
    const refusal = this.refuses.get(method);
    if (refusal !== undefined) return { code: refusal, message: 'refused by the test' };
    switch (method) {
      case 'eth_accounts':
        return { result: this.shown };
      case 'eth_requestAccounts':
        if (this.shown.length === 0) this.shown = [this.account.address.toLowerCase()];
        return { result: this.shown };
      case 'eth_chainId':
        return { result: `0x${this.chain.toString(16)}` };
      case 'wallet_switchEthereumChain': {
        const wanted = Number((params[0] as { chainId: string }).chainId);
        if (!this.#knows.has(wanted)) return { code: 4902, message: 'Unrecognized chain ID' };
        this.chain = wanted;
        return { result: null };
      }
      case 'wallet_addEthereumChain':
        this.#knows.add(Number((params[0] as { chainId: string }).chainId));
        return { result: null };
      case 'personal_sign': {
        const raw = params[0] as `0x${string}`;
        this.signed.push(Buffer.from(raw.slice(2), 'hex').toString('utf8'));
        const signer = this.signsWrong ? privateKeyToAccount(generatePrivateKey()) : this.account;
        return { result: await signer.signMessage({ message: { raw } }) };
      }
      case 'eth_getCode':
        return { result: this.hasContracts ? '0x6001' : '0x' };
      case 'eth_sendTransaction':
        if (this.send === undefined) return { code: 4200, message: 'nothing is sent here' };
        return { result: await this.send(params[0] as { to: string; data: string }) };
      default:
        return { code: 4200, message: `${method} is not supported` };
    }
  }
}

/** Runs in the page, before its own scripts. */
function provide({ rdns, name, icon: picture, legacy, channel }: Announced & { channel: string }): void {
  const listeners = new Map<string, Set<(value: unknown) => void>>();
  const provider = {
    async request(request: unknown) {
      const ask = (window as unknown as Record<string, (request: unknown) => Promise<Answer>>)[channel];
      const answer = await ask!(request);
      if ('code' in answer) throw Object.assign(new Error(answer.message), { code: answer.code });
      return answer.result;
    },
    on(event: string, listener: (value: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener(event: string, listener: (value: unknown) => void) {
      listeners.get(event)?.delete(listener);
    },
  };
  window.addEventListener(`test-accounts:${rdns}`, (event) => {
    for (const listener of listeners.get('accountsChanged') ?? []) listener((event as CustomEvent).detail);
  });
  if (legacy) {
    Object.assign(window, { ethereum: provider });
    return;
  }
  const uuid = crypto.randomUUID?.() ?? `${rdns}-${performance.now()}`;
  const detail = Object.freeze({ info: { uuid, name, icon: picture, rdns }, provider });
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
}

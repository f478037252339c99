// Wallets answer in many ways; each becomes one sentence of the catalogue, and nothing but a good answer goes on.
import { catalogue } from '@cormorant/contract/catalogue.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { defaultTheme, useTheme } from '../stores/theme.ts';
import type { Wallet } from './wallet.ts';
import {
  connect,
  currentAccount,
  currentChain,
  ensureChain,
  onAccountsChanged,
  payToken,
  signMessage,
} from './wallet-calls.ts';
import { type WalletError, walletText } from './wallet-error.ts';

const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

type Answers = Record<string, unknown | ((params: readonly unknown[]) => unknown)>;

function walletOf(answers: Answers): Wallet & { asked: string[] } {
  const asked: string[] = [];
  return {
    id: 'io.test',
    name: 'Test',
    icon: null,
    asked,
    provider: {
      async request({ method, params = [] }) {
        asked.push(method);
        const answer = answers[method];
        return typeof answer === 'function' ? answer(params) : answer;
      },
    },
  };
}

const refuse = (error: unknown) => () => {
  throw error;
};
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: WalletError) => [error.code, error.step],
  );

afterEach(() => useTheme.setState(defaultTheme));

describe('a connection', () => {
  it('is the first account; none, or what is no address, is not connected', async () => {
    expect(await connect(walletOf({ eth_requestAccounts: [address, `0x${'1'.repeat(40)}`] }))).toBe(address);
    for (const answer of [[], null, 'x', ['0x12'], [7]])
      expect(await codeOf(connect(walletOf({ eth_requestAccounts: answer })))).toEqual([1201, 'connect']);
  });

  it.each([
    [{ code: 4001 }, 1208],
    [{ code: 4100 }, 1201],
    [{ code: 4200 }, 1204],
    [{ code: -32601 }, 1204],
    [{ code: 4900 }, 1201],
    [{ code: -32002 }, 1202],
    [new Error('x'), 1202],
    ['x', 1202],
    [{ code: -32603, data: { originalError: { code: 4001 } } }, 1208],
  ])('refused with %j is %i', async (error, code) => {
    expect(await codeOf(connect(walletOf({ eth_requestAccounts: refuse(error) })))).toEqual([code, 'connect']);
  });

  it('is looked at without asking, and a wallet that cannot say shows nobody', async () => {
    const wallet = walletOf({ eth_accounts: [address] });
    expect(await currentAccount(wallet)).toBe(address);
    expect(wallet.asked).toEqual(['eth_accounts']);
    expect(await currentAccount(walletOf({ eth_accounts: refuse({ code: 4100 }) }))).toBeNull();
  });
});

describe('the network', () => {
  it.each(['0x38', 56, '56'])('%j is ours already', async (chain) => {
    const wallet = walletOf({ eth_chainId: chain });
    await ensureChain(wallet);
    expect(wallet.asked).toEqual(['eth_chainId']);
  });

  it.each([{ code: 4902 }, { code: -32603, data: { originalError: { code: 4902 } } }])(
    'unknown to the wallet (%j) is added',
    async (unknown) => {
      let chain = '0x1';
      const added: unknown[] = [];
      const wallet = walletOf({
        eth_chainId: () => chain,
        wallet_switchEthereumChain: refuse(unknown),
        wallet_addEthereumChain: ([network]: readonly unknown[]) => {
          added.push(network);
          chain = '0x38';
          return null;
        },
      });
      await ensureChain(wallet);
      expect(added).toMatchObject([{ chainId: '0x38', nativeCurrency: { symbol: 'BNB', decimals: 18 } }]);
      expect(wallet.asked.filter((method) => method === 'wallet_switchEthereumChain')).toHaveLength(1);
    },
  );

  it('refused by the person is 1208, by the wallet 1207, and so is a switch that did not happen', async () => {
    const on = (answer: unknown) => walletOf({ eth_chainId: '0x1', wallet_switchEthereumChain: answer });
    expect(await codeOf(ensureChain(on(refuse({ code: 4001 }))))).toEqual([1208, 'chain']);
    expect(await codeOf(ensureChain(on(refuse({ code: -32603 }))))).toEqual([1207, 'chain']);
    expect(await codeOf(ensureChain(on(null)))).toEqual([1207, 'chain']);
  });

  it('that is not told is unknown', async () => {
    expect(await currentChain(walletOf({ eth_chainId: refuse(new Error('x')) }))).toBeNull();
    expect(await currentChain(walletOf({ eth_chainId: 'x' }))).toBeNull();
  });
});

describe('a signature', () => {
  it('is asked over the bytes of the text, for the account', async () => {
    let given: readonly unknown[] = [];
    const wallet = walletOf({
      personal_sign: (params: readonly unknown[]) => {
        given = params;
        return '0xab';
      },
    });
    expect(await signMessage(wallet, address, 'né')).toBe('0xab');
    expect(given).toEqual(['0x6ec3a9', address]);
  });

  it('that is none, or is refused, is 1203; by the person 1208', async () => {
    for (const answer of [null, '', 'x', '0x', refuse(new Error('x'))])
      expect(await codeOf(signMessage(walletOf({ personal_sign: answer }), address, 'x'))).toEqual([1203, 'sign']);
    const wallet = walletOf({ personal_sign: refuse({ code: 4001 }) });
    expect(await codeOf(signMessage(wallet, address, 'x'))).toEqual([1208, 'sign']);
  });
});

it('a provider without events is no fault', () => {
  expect(() => onAccountsChanged(walletOf({}), () => undefined)()).not.toThrow();
});

it('speaks the words of the catalogue in both languages', () => {
  for (const language of ['zh', 'en'] as const) {
    useTheme.setState({ language });
    for (const code of [1201, 1202, 1203, 1204, 1205, 1206, 1207, 1208] as const)
      expect(walletText(code)).toBe(catalogue.get(code)?.[language]);
  }
});

describe('a payment in a token', () => {
  const contract = `0x${'c0'.repeat(20)}`;
  const hash = `0x${'ab'.repeat(32)}`;
  const sent: unknown[] = [];
  const ready: Answers = {
    ...{ eth_requestAccounts: [address], eth_chainId: '0x38', eth_getCode: '0x6001' },
    eth_sendTransaction: (params: readonly unknown[]) => {
      sent.push(...params);
      return hash;
    },
  };
  const pay = (answers: Answers) => payToken(walletOf({ ...ready, ...answers }), contract, address, 15n * 10n ** 17n);

  it('is a transfer of the token to the address, and answers its hash', async () => {
    expect(await pay({})).toBe(hash);
    const amount = (15n * 10n ** 17n).toString(16).padStart(64, '0');
    const data = `0xa9059cbb${address.slice(2).toLowerCase().padStart(64, '0')}${amount}`;
    expect(sent).toEqual([{ from: address, to: contract, data }]);
  });

  it('is not asked for where the token does not stand, whatever number the network has', async () => {
    for (const answer of ['0x', null, 7, '']) {
      const wallet = walletOf({ ...ready, eth_getCode: answer });
      expect(await codeOf(payToken(wallet, contract, address, 1n))).toEqual([1207, 'chain']);
      expect(wallet.asked).not.toContain('eth_sendTransaction');
    }
  });

  it('that is refused, or answered with no hash, is none', async () => {
    expect(await codeOf(pay({ eth_sendTransaction: refuse({ code: 4001 }) }))).toEqual([1208, 'sign']);
    for (const answer of [null, '0x12', 7])
      expect(await codeOf(pay({ eth_sendTransaction: answer }))).toEqual([1202, 'sign']);
  });
});

// Which wallets there are, and whose accounts count for the signed-in person.
import { announceProvider } from 'mipd';
import { afterEach, expect, it, vi } from 'vitest';
import { chooseWallet } from './chosen-wallet.ts';
import { wallets } from './discover.ts';
import { watchAccount } from './watch-account.ts';

const mine = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const other = `0x${'2'.repeat(40)}`;
let made = 0;

function announce(info: { rdns: string; name?: string; icon?: string }) {
  made += 1;
  const listeners = new Set<() => void>();
  const state = { accounts: [] as string[] };
  announceProvider({
    info: { uuid: `uuid-${made}`, name: 'W', icon: 'data:image/png;base64,AA==', ...info },
    provider: {
      request: async () => state.accounts,
      on: (_: string, listener: () => void) => listeners.add(listener),
      removeListener: (_: string, listener: () => void) => listeners.delete(listener),
    },
  } as never);
  return {
    listeners,
    show(...accounts: string[]) {
      state.accounts = accounts;
      for (const listener of listeners) listener();
    },
  };
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 5));
afterEach(() => localStorage.clear());

it('names and pictures are shown as text and data only', () => {
  announce({ rdns: 'org.remote', name: '<b>Evil\u202e</b>', icon: 'https://evil.example/track.png' });
  announce({ rdns: 'org.script', name: 'n'.repeat(200), icon: 'data:text/html,<script>' });
  const found = new Map(wallets().map((wallet) => [wallet.id, wallet]));
  expect(found.get('org.remote')).toMatchObject({ name: 'bEvil/b', icon: null });
  expect(found.get('org.script')).toMatchObject({ name: 'n'.repeat(32), icon: null });
});

it('other accounts are told of, none and the same in other letters are not', async () => {
  const wallet = announce({ rdns: 'io.one' });
  const onOther = vi.fn();
  const stop = watchAccount(mine, onOther);
  await soon();
  for (const accounts of [[], [mine.toLowerCase()], [other, mine.toUpperCase().replace('0X', '0x')]]) {
    wallet.show(...accounts);
    await soon();
  }
  expect(onOther).not.toHaveBeenCalled();
  wallet.show(other);
  await soon();
  expect(onOther).toHaveBeenCalledOnce();
  stop();
  expect(wallet.listeners.size).toBe(0);
  wallet.show();
});

it('the wallet one signed with counts; without one, an account in any of them is enough', async () => {
  const one = announce({ rdns: 'io.first' });
  const two = announce({ rdns: 'io.second' });
  const onOther = vi.fn();
  one.show(other);
  two.show(mine);
  const stop = watchAccount(mine, onOther);
  await soon();
  expect(onOther).not.toHaveBeenCalled();
  stop();
  chooseWallet('io.first');
  const stopAgain = watchAccount(mine, onOther);
  await soon();
  expect(onOther).toHaveBeenCalled();
  stopAgain();
  one.show();
  two.show();
});

it('a wallet that announces itself later is looked at too', async () => {
  const onOther = vi.fn();
  const stop = watchAccount(mine, onOther);
  const late = announce({ rdns: 'io.late' });
  late.show(other);
  await soon();
  expect(onOther).toHaveBeenCalled();
  stop();
});

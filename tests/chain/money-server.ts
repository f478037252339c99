// A server whose money is on a local chain of its own, with test USDT at its place and keys of its own: the chain makes a
// block for each transaction, and more when a test says so.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Address, createTestClient, http, parseAbi, publicActions, walletActions } from 'viem';
import { vi } from 'vitest';
import { bsc } from '../../apps/server/src/adapters/chain/bnb-chain.ts';
import { LOCAL_CHAIN_ARGS, LOCAL_USDT, openLocalMoney } from '../../commands/local-money.ts';
import { type ApiServer, type Person, startApi } from '../api/api-server.ts';
import { startLocalChain } from './local-chain.ts';

const root = join(import.meta.dirname, '../..');
const token = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
]);
export const PAYMENT = '739164';

export async function startMoneyServer(env: Record<string, string> = {}) {
  const chain = await startLocalChain(LOCAL_CHAIN_ARGS);
  const money = await openLocalMoney(root, mkdtempSync(join(tmpdir(), 'money-server-')), chain.url);
  const api = await startApi({ CHAIN_RPC_URL: chain.url, ...money, ...env });
  const transport = http(chain.url);
  const client = createTestClient({ mode: 'anvil', chain: bsc, transport, cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions);
  const [payer] = (await client.getAddresses()) as [Address];
  const write = (functionName: 'mint' | 'transfer', to: string, rawE18: bigint) =>
    client.writeContract({
      ...{ address: LOCAL_USDT as Address, abi: token, functionName, args: [to as Address, rawE18] as const },
      ...{ account: payer, chain: bsc, gas: 200_000n },
    });
  await write('mint', payer, 10n ** 27n);
  return {
    ...{ api, chain, client, payer },
    pay: (to: string, rawE18: bigint) => write('transfer', to, rawE18),
    mine: (blocks: number) => client.mine({ blocks }),
    stop: async () => {
      await api.close();
      await chain.stop();
    },
  };
}
export type MoneyServer = Awaited<ReturnType<typeof startMoneyServer>>;

/** With a payment password of their own, which holds nothing up. */
export async function withPayment(api: ApiServer, person: Person): Promise<Person> {
  const body = { mode: 'set', payment: PAYMENT, confirm: PAYMENT, password: person.password };
  const answer = await api.send('POST', '/api/user/changePayment', body, { token: person.token });
  if (answer.code !== 1) throw new Error(`changePayment answered ${answer.code} ${answer.msg}`);
  return person;
}

/** Resolves when deposits are open: the chain has been looked at. */
export async function untilOpen(api: ApiServer, person: Person): Promise<void> {
  await vi.waitFor(async () => {
    const info = await api.send('GET', '/api/user/depositInfo', undefined, { token: person.token });
    if ((info.data as { enabled: number }).enabled !== 1) throw new Error('deposits are closed');
  }, 30_000);
}

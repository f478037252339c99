// The chain's side of money over a real anvil and a real PostgreSQL, turned by hand: blocks come when a test says so, and
// each job runs when a test turns it. What stands between them can be made to fail, lie or forget.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import {
  type Address,
  createTestClient,
  type Hex,
  http,
  parseAbi,
  parseAbiItem,
  publicActions,
  walletActions,
} from 'viem';
import { createAgreedChain } from '../../apps/server/src/adapters/chain/agreed-chain.ts';
import { bsc } from '../../apps/server/src/adapters/chain/bnb-chain.ts';
import { openCustodyKeys, xpubOfSeed } from '../../apps/server/src/adapters/chain/custody-keys.ts';
import { createDepositAddresses } from '../../apps/server/src/adapters/chain/deposit-addresses.ts';
import { createRpcNode, type RpcNode } from '../../apps/server/src/adapters/chain/rpc-node.ts';
import { createChainOutbox } from '../../apps/server/src/adapters/postgres/custody/chain-outbox.ts';
import { createColdStore } from '../../apps/server/src/adapters/postgres/custody/cold-sends.ts';
import { createCustodyBooks } from '../../apps/server/src/adapters/postgres/custody/custody-books.ts';
import { createDepositStore } from '../../apps/server/src/adapters/postgres/custody/deposit-store.ts';
import { createOwnMoves } from '../../apps/server/src/adapters/postgres/custody/own-moves.ts';
import { createWithdrawalStore } from '../../apps/server/src/adapters/postgres/custody/withdrawal-store.ts';
import { createLedgerStore } from '../../apps/server/src/adapters/postgres/ledger/ledger-store.ts';
import { openPool } from '../../apps/server/src/adapters/postgres/pool.ts';
import { decideWithdrawal } from '../../apps/server/src/features/operators/review-withdrawal.ts';
import { proveCustody } from '../../apps/server/src/jobs/prove-custody.ts';
import { scanDeposits } from '../../apps/server/src/jobs/scan-deposits.ts';
import { sendCold } from '../../apps/server/src/jobs/send-cold.ts';
import { sendTransactions } from '../../apps/server/src/jobs/send-transactions.ts';
import { sendWithdrawals } from '../../apps/server/src/jobs/send-withdrawals.ts';
import { sweepDeposits } from '../../apps/server/src/jobs/sweep-deposits.ts';
import type { ChainOutbox } from '../../apps/server/src/ports/chain-outbox.ts';
import type { MoneyChain } from '../../apps/server/src/ports/money-chain.ts';
import { type SettingKey, type Settings, settingTable } from '../../apps/server/src/ports/settings.ts';
import { openOperatorStore } from '../../apps/server/src/wiring/operators.ts';
import { compileContracts } from '../../tools/compile-contracts.ts';
import { openMigratedDatabase } from '../../tools/test-database.ts';
import { startLocalChain } from './local-chain.ts';

export const E18 = 10n ** 18n;
export const TOKEN = '0xc0ffee0000000000000000000000000000005056';
export const CONFIRMATIONS = 15;
export const COLD = '0xc01d000000000000000000000000000000000001';
const STUCK_MS = 60_000;
const MOST_FEE_WEI = 50_000_000_000n;
const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');
const token = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function approve(address spender, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
]);

export interface RigOptions {
  /** What stands for the second node; the first one itself when absent. */
  readonly second?: (node: RpcNode) => RpcNode;
  readonly outbox?: (outbox: ChainOutbox) => ChainOutbox;
  readonly chain?: (chain: MoneyChain) => MoneyChain;
}

function testClientOf(url: string) {
  const transport = http(url, { timeout: 30_000 });
  return createTestClient({ mode: 'anvil', chain: bsc, transport, cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions);
}

/** A seed of its own for each rig, in a file as an installation has it. */
function newSeedFile(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'custody-rig-')), 'seed');
  writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return file;
}

async function settingsOf(pool: Pool, changed: Map<SettingKey, number>): Promise<Settings> {
  await pool.query('select 1');
  return { get: (key) => (changed.get(key) ?? settingTable[key].default) as never };
}

export async function startCustodyRig() {
  const local = await startLocalChain(['--no-mining', '--slots-in-an-epoch', '1']);
  const client = testClientOf(local.url);
  const { LocalUsdt } = await compileContracts(join(import.meta.dirname, '../../contracts/local-usdt.sol'));
  const odd = await compileContracts(join(import.meta.dirname, 'odd-tokens.sol'));
  await client.setCode({ address: TOKEN, bytecode: LocalUsdt!.runtime });
  const database = await openMigratedDatabase();
  const pool = openPool(database.url, 8, () => {});
  // Three people who have been operators for long.
  await pool.query(`insert into operators (name, roles, token_hash, created_at, person)
    select name, '{finance}', sha256(name::bytea), 'epoch', name from unnest(array['ann', 'bob', 'eve']) name`);
  const seedFile = newSeedFile();
  const keys = openCustodyKeys({ by: 'seed', seedFile });
  const addresses = createDepositAddresses(xpubOfSeed(seedFile));
  const [payer] = (await client.getAddresses()) as [Address];
  await client.setBalance({ address: keys.hot.address as Address, value: 100n * E18 });
  const changed = new Map<SettingKey, number>();
  const settings = await settingsOf(pool, changed);
  let aheadMs = 0;
  const clock = { nowMs: () => Date.now() + aheadMs };
  const node = createRpcNode({ url: local.url, contract: TOKEN, timeoutMs: 20_000 });
  const deposits = createDepositStore(pool);
  const withdrawals = createWithdrawalStore(pool);
  const review = decideWithdrawal(openOperatorStore(pool));
  const ledger = createLedgerStore(pool);
  const plainOutbox = createChainOutbox(pool);
  const books = createCustodyBooks(pool);
  const moves = createOwnMoves(pool);
  const cold = createColdStore(pool);
  const faults: string[] = [];
  let people = 0;

  const mine = (blocks = 1) => client.mine({ blocks });
  const from = { account: payer, chain: bsc, gas: 300_000n } as const;
  async function minedHash(hash: Hex): Promise<Hex> {
    await mine();
    return hash;
  }

  /** Fresh jobs, as a process that has just started has them. */
  function jobs({ second, outbox: spoilt, chain: spoiltChain }: RigOptions = {}) {
    const agreed = createAgreedChain({ contract: TOKEN, nodes: [node, second?.(node) ?? node] });
    const chain = spoiltChain?.(agreed) ?? agreed;
    const outbox = spoilt?.(plainOutbox) ?? plainOutbox;
    const log = (_level: string, message: string) => void faults.push(message);
    const common = { chain, settings, clock, mostFeeWei: MOST_FEE_WEI, log };
    const hotWallet = keys.hot.address;
    const signers = new Map([[hotWallet, keys.hot]]);
    const send = sendTransactions({
      ...{ ...common, outbox, coldWallet: COLD, hotWallet, resendMs: 0, stuckMs: STUCK_MS },
      signerOf: (wallet) => signers.get(wallet),
      noticeOf: async () => null,
      tell: () => {},
    });
    const sweep = sweepDeposits({ ...common, outbox, hotWallet });
    return {
      chain,
      scan: scanDeposits({ ...common, store: deposits, moves, tell: () => {} }),
      approveAndReserve: sendWithdrawals({ ...common, withdrawals, outbox, hotWallet, tell: () => {} }),
      send,
      toCold: sendCold({ ...common, cold, outbox, hotWallet, coldWallet: COLD }),
      prove: proveCustody({ ...common, books, outbox }),
      sweep: async () => {
        await sweep();
        for (const { address, index } of await outbox.sweepsUnderWay()) {
          signers.set(address, keys.depositSigner!(index));
        }
      },
    };
  }

  const { chain } = jobs();
  const head = (await chain.heads()).latest;
  const facts = await chain.facts();
  const pin = { contract: TOKEN, facts, xpubMark: addresses.mark, hotWallet: keys.hot.address, coldWallet: COLD };
  await deposits.pin(pin, { number: head, hash: (await chain.hashOf(head))! }, clock.nowMs());

  return {
    ...{
      client,
      pool,
      deposits,
      withdrawals,
      review,
      books,
      moves,
      cold,
      ledger,
      outbox: plainOutbox,
      keys,
      payer,
      chain,
      node,
      changed,
      faults,
      local,
      seedFile,
      xpub: xpubOfSeed(seedFile),
      databaseUrl: database.url,
    },
    ...{ jobs, mine, pin, odd, clock, addresses, settings },
    advance: (ms: number) => {
      aheadMs += ms;
    },
    newUser: async () => {
      people += 1;
      const made = await pool.query<{ id: number }>(
        `insert into users (sn, nickname, account, password_hash, avatar) values ($1, 'x', $2, 'h', 'a01') returning id`,
        [String(10_000_000 + people), `custody_${people}`],
      );
      const userId = made.rows[0]!.id;
      return { userId, address: await deposits.addressOf(userId, addresses.addressOf, clock.nowMs()) };
    },
    /** In a block of its own. */
    pay: async (to: string, rawE18: bigint) => {
      await client.writeContract({ ...from, address: TOKEN, abi: token, functionName: 'mint', args: [payer, rawE18] });
      const args = [to as Address, rawE18] as const;
      return minedHash(
        await client.writeContract({ ...from, address: TOKEN, abi: token, functionName: 'transfer', args }),
      );
    },
    /** As whoever holds the key of an address would, outside the server; in a block of its own. */
    payFrom: async (owner: string, to: string, rawE18: bigint) => {
      const account = owner as Address;
      await client.impersonateAccount({ address: account });
      const held = await client.getBalance({ address: account });
      await client.setBalance({ address: account, value: held + E18 });
      const call = {
        account,
        address: TOKEN,
        abi: token,
        functionName: 'transfer',
        args: [to as Address, rawE18],
      } as const;
      const hash = await minedHash(
        await client.writeContract({ ...call, chain: null, gas: 100_000n, gasPrice: 3_000_000_000n }),
      );
      await client.setBalance({ address: account, value: held });
      return hash;
    },
    /** Any call of any contract, in a block of its own. */
    call: async (
      address: string,
      abi: Parameters<typeof client.writeContract>[0]['abi'],
      functionName: string,
      args: unknown[],
    ) =>
      minedHash(await client.writeContract({ ...from, address: address as Address, abi, functionName, args } as never)),
    token,
    transferEvent,
    coinOf: (address: string) =>
      client.readContract({ address: TOKEN, abi: token, functionName: 'balanceOf', args: [address as Address] }),
    available: async (userId: number) => (await ledger.holdingsOf(userId)).holdings.available,
    /** Coin into the hot wallet, which the books do not know. */
    fillHot: async (rawE18: bigint) => {
      const args = [keys.hot.address as Address, rawE18] as const;
      await client.writeContract({ ...from, address: TOKEN, abi: token, functionName: 'mint', args });
      await mine();
    },
    stop: async () => {
      await pool.end();
      await database.close();
      await local.stop();
    },
  };
}
export type CustodyRig = Awaited<ReturnType<typeof startCustodyRig>>;

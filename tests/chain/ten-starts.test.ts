// The local chain is the same chain at every start of its folder: money that was pinned on it opens again, however it was
// stopped, and folders in which anvil left several first blocks open, too.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { type Address, createTestClient, erc20Abi, http, parseAbi, publicActions, walletActions } from 'viem';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bsc } from '../../apps/server/src/adapters/chain/bnb-chain.ts';
import { createRpcNode } from '../../apps/server/src/adapters/chain/rpc-node.ts';
import { chainSide } from '../../apps/server/src/adapters/postgres/custody/chain-pins.ts';
import { openPool } from '../../apps/server/src/adapters/postgres/pool.ts';
import { pinChain } from '../../apps/server/src/wiring/pin-chain.ts';
import { startChain } from '../../commands/chain-process.ts';
import { pinnedFirstBlock, withOneFirstBlock } from '../../commands/chain-state.ts';
import { portOn, type RunningChild } from '../../commands/child-process.ts';
import { LOCAL_CHAIN_ARGS, LOCAL_USDT, openLocalMoney } from '../../commands/local-money.ts';
import { openMigratedDatabase, type TestDatabase } from '../../tools/test-database.ts';
import { anvil, mayBeWithoutChain } from './local-chain.ts';

const root = join(import.meta.dirname, '../..');
const mint = parseAbi(['function mint(address to, uint256 value)']);
const PERSON = `0x${'ab'.repeat(20)}` as const;

let dataDir: string;
let database: TestDatabase;
let pool: Pool;
let chain: RunningChild | undefined;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'cormorant-ten-starts-'));
  chmodSync(dataDir, 0o755);
  database = await openMigratedDatabase();
  pool = openPool(database.url, 2, () => {});
});
afterEach(async () => {
  await chain?.stop();
  chain = undefined;
  await pool.end();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const stateFile = () => join(dataDir, 'chain/state.json');

/** As `npm start` opens the chain and the server money on it. */
async function open() {
  const port = (await portOn('127.0.0.1', 0))!;
  const url = `http://127.0.0.1:${port}`;
  const firstBlock = await pinnedFirstBlock(database.url);
  const folder = join(dataDir, 'chain');
  chain = await startChain({ anvil: anvil!, port, folder, firstBlock, args: LOCAL_CHAIN_ARGS });
  const { DEPOSIT_XPUB: xpubMark = '' } = await openLocalMoney(root, dataDir, url);
  const client = createTestClient({ mode: 'anvil', chain: bsc, transport: http(url), cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions);
  const node = createRpcNode({ url, contract: LOCAL_USDT, timeoutMs: 5_000 });
  const facts = await node.facts();
  const number = await node.latest();
  const hash = (await node.hashOf(number))!;
  const pin = { contract: LOCAL_USDT, facts, xpubMark, hotWallet: null, coldWallet: null };
  const wrong = await pinChain({ deposits: chainSide(pool), log: () => {} }, pin, { number, hash }, Date.now());
  return { client, facts, wrong };
}

const killed = async () => {
  process.kill(-chain!.process.pid!, 'SIGKILL'); // the shell and what it runs are one group
  await chain!.ended;
};

/** The times of all first blocks in it, the oldest first. */
function firstBlocks(state: string): number[] {
  const found = state.matchAll(/"parentHash"[^{}]*"number":"0x0"[^{}]*"timestamp":"(0x[0-9a-f]+)"/g);
  return [...found].map(([, at]) => Number(at)).sort((a, b) => a - b);
}

/** What anvil kept, with as many first blocks more; each is a second older than the one before it. */
function addFirstBlocks(count: number): void {
  const state = readFileSync(stateFile(), 'utf8');
  const [first] = /\{"header":\{[^{}]*"number":"0x0"[^{}]*\}[^{}]*\}/.exec(state) as unknown as [string];
  const at = Number(/"timestamp":"(0x[0-9a-f]+)"/.exec(first)![1]);
  const others = Array.from({ length: count }, (_, k) =>
    first.replace(/"timestamp":"[^"]*"/, `"timestamp":"0x${(at - k - 1).toString(16)}"`),
  );
  writeFileSync(stateFile(), state.replace(first, [first, ...others].join(',')));
}

describe.skipIf(anvil === undefined && mayBeWithoutChain)('the local chain', () => {
  it('is the pinned one at each of ten starts, stopped in order and by kill -9, with all that was paid', async () => {
    for (let start = 0; start < 10; start += 1) {
      const { client, facts, wrong } = await open();
      expect([start, wrong]).toEqual([start, null]);
      expect(facts.genesis).toBe(await pinnedFirstBlock(database.url));
      const address = LOCAL_USDT as Address;
      const held = { address, abi: erc20Abi, functionName: 'balanceOf', args: [PERSON] } as const;
      expect(await client.readContract(held)).toBe(BigInt(start));
      const [account] = (await client.getAddresses()) as [Address];
      await client.writeContract({ address, abi: mint, functionName: 'mint', args: [PERSON, 1n], account, chain: bsc });
      await (start % 2 === 0 ? chain!.stop() : killed());
    }
  });

  it('is the pinned one where its folder has several first blocks, else that of the first start, with all its figures', async () => {
    const { facts } = await open();
    await chain!.stop();
    const own = firstBlocks(readFileSync(stateFile(), 'utf8')).at(-1)!;
    addFirstBlocks(3);
    const figure = '"gas_limit":18446744073709551615,'; // which a JSON parser rounds
    const state = readFileSync(stateFile(), 'utf8').replace(/"gas_limit":\d+,/, figure);
    const mended = withOneFirstBlock(state, null);
    expect(firstBlocks(state)).toHaveLength(4);
    expect(firstBlocks(mended)).toEqual([own - 3]);
    expect(mended).toContain(figure);
    expect(Object.keys(JSON.parse(mended) as object)).toEqual(Object.keys(JSON.parse(state) as object));
    expect(withOneFirstBlock(mended, null)).toBe(mended);

    for (let start = 0; start < 2; start += 1) {
      const { facts: now, wrong } = await open();
      expect([wrong, now.genesis]).toEqual([null, facts.genesis]);
      await chain!.stop();
      addFirstBlocks(3);
    }
  });
});

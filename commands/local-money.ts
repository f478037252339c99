// Money on the local chain: a seed of this installation, test USDT at its place, gas for the hot wallet, and blocks that
// come as long as somebody waits for confirmations. Invariant: all of it belongs to a chain of this machine; what is there
// already is left as it is.
import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Address, createTestClient, http, parseEther, publicActions } from 'viem';
import { bsc } from '../apps/server/src/adapters/chain/bnb-chain.ts';
import { openCustodyKeys, xpubOfSeed } from '../apps/server/src/adapters/chain/custody-keys.ts';
import { compileContracts } from '../tools/compile-contracts.ts';

/** Not where the real one is: a wallet that asks the real chain finds nothing here. */
export const LOCAL_USDT = '0xc0ffee0000000000000000000000000000005056';
/** What a chain of one's own calls final is a block or two back, as on BSC. */
export const LOCAL_CHAIN_ARGS = ['--slots-in-an-epoch', '1'] as const;
const HOT_GAS_WEI = parseEther('100');
const BLOCK_EVERY_MS = 500;
/** More than the deepest confirmation that anything waits for. */
const BLOCKS_AFTER = 250;

function clientOf(rpcUrl: string) {
  return createTestClient({ mode: 'anvil', chain: bsc, transport: http(rpcUrl), cacheTime: 0 }).extend(publicActions);
}

function keepSeed(dataDir: string): string {
  const path = join(dataDir, 'custody-seed');
  if (!existsSync(path)) {
    // Whole or not at all: addresses of half a seed would be paid and nobody could spend from them.
    writeFileSync(`${path}.new`, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true });
    renameSync(`${path}.new`, path);
  }
  return path;
}

/** What the server is told of it. */
export async function openLocalMoney(root: string, dataDir: string, rpcUrl: string): Promise<Record<string, string>> {
  const seedFile = keepSeed(dataDir);
  const { LocalUsdt } = await compileContracts(join(root, 'contracts/local-usdt.sol'));
  if (LocalUsdt === undefined) throw new Error('contracts/local-usdt.sol has no LocalUsdt');
  const client = clientOf(rpcUrl);
  const address = LOCAL_USDT as Address;
  if ((await client.getCode({ address })) === undefined) await client.setCode({ address, bytecode: LocalUsdt.runtime });
  const hot = openCustodyKeys({ by: 'seed', seedFile }).hot.address as Address;
  if ((await client.getBalance({ address: hot })) < HOT_GAS_WEI / 2n) {
    await client.setBalance({ address: hot, value: HOT_GAS_WEI });
  }
  return { DEPOSIT_XPUB: xpubOfSeed(seedFile), CUSTODY_SEED_FILE: seedFile, CHAIN_USDT: LOCAL_USDT };
}

/** Goes on making blocks for a while after each transaction, and rests when nobody waits. Returns what ends it. */
export function keepBlocksComing(rpcUrl: string): () => void {
  const client = clientOf(rpcUrl);
  let expected = -1;
  let busyUntil = 0;
  let ended = false;
  const beat = async (): Promise<void> => {
    const height = Number(await client.getBlockNumber());
    // A block that we did not make holds a transaction.
    if (height !== expected) busyUntil = height + BLOCKS_AFTER;
    if (height < busyUntil) await client.mine({ blocks: 1 });
    expected = height < busyUntil ? height + 1 : height;
  };
  const timer = setInterval(() => {
    if (!ended) beat().catch(() => undefined); // a chain that is just starting again is asked anew
  }, BLOCK_EVERY_MS);
  timer.unref();
  return () => {
    ended = true;
    clearInterval(timer);
  };
}

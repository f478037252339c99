// One node of the chain, asked by JSON-RPC through viem. Invariant: what it answers is checked for its form and handed on
// as it is; whether it is true is for `agreed-chain.ts`. No error holds the node's address, which may hold a key.
import {
  type Address,
  BaseError,
  BlockNotFoundError,
  createPublicClient,
  decodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  isAddressEqual,
  type PublicClient,
  parseEventLogs,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem';
import {
  type ChainFees,
  type ChainReceipt,
  ChainStateMissing,
  type MoneyChain,
  type PendingTransfer,
  type TokenFacts,
  type TokenTransfer,
} from '../../ports/money-chain.ts';
import { bsc } from './bnb-chain.ts';

/** More addresses than this are not named to the node: all transfers are read and looked through here. */
const MOST_NAMED = 500;
const LENT_KEY = '0xef0100';
const LEAST_TIP_WEI = 50_000_000n;
/** Some 450 balances a call. */
const BATCH_BYTES = 16_384;

/** What one node tells by itself; `send`: null when it took the transaction or had it already. */
export interface RpcNode extends Omit<MoneyChain, 'contract' | 'heads' | 'isGone'> {
  latest(): Promise<number>;
  finalized(): Promise<number>;
}

export interface RpcNodeOptions {
  readonly url: string;
  readonly contract: string;
  readonly timeoutMs: number;
}

/** How nodes say that they have thrown the state of a block away (Geth and BSC, Erigon, Nethermind, Reth, anvil, hosts). */
const NO_STATE =
  /missing trie node|state .{0,40}not available|no state available|historical state|state histories|prun(ed|ing)/i;

const withoutUrls = (text: string): string => text.replace(/https?:\/\/\S+/g, '…');

/** Without the request, which names the node; what it is called is nothing that it says. */
function withoutAddress(error: unknown): Error {
  if (!(error instanceof BaseError))
    return new Error('the chain could not be asked: the node did not answer as it should');
  const { details, shortMessage } = error;
  if (NO_STATE.test(withoutUrls(`${shortMessage} ${details}`))) return new ChainStateMissing();
  return new Error(`the chain could not be asked: ${withoutUrls(shortMessage)}`);
}

async function orNull<T>(answer: Promise<T>, missing: new (...args: never[]) => Error): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof BaseError && error.walk((cause) => cause instanceof missing) !== null) return null;
    throw error;
  }
}

type Logs = Awaited<ReturnType<PublicClient['getTransactionReceipt']>>['logs'];

/** The pinned token's own, and no other contract's, whatever they look like. */
function transfersIn(logs: Logs, contract: Address): TokenTransfer[] {
  const own = logs.filter((log) => isAddressEqual(log.address, contract));
  return parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: own }).map(
    ({ args, blockHash, blockNumber, logIndex, transactionHash }) => ({
      txid: transactionHash,
      logIndex,
      block: { number: Number(blockNumber), hash: blockHash },
      from: args.from.toLowerCase(),
      to: args.to.toLowerCase(),
      rawE18: args.value,
    }),
  );
}

function pendingOf(to: Address | null, from: Address, input: Hex, contract: Address): PendingTransfer {
  if (to === null || !isAddressEqual(to, contract)) return { kind: 'other' };
  try {
    const call = decodeFunctionData({ abi: erc20Abi, data: input });
    if (call.functionName !== 'transfer') return { kind: 'other' };
    const [recipient, rawE18] = call.args;
    return { kind: 'transfer', from: from.toLowerCase(), to: recipient.toLowerCase(), rawE18 };
  } catch {
    return { kind: 'other' };
  }
}

function readsOf(client: PublicClient, contract: Address) {
  return {
    facts: async (): Promise<TokenFacts> => {
      const [chainId, genesis, decimals] = await Promise.all([
        client.getChainId(),
        client.getBlock({ blockNumber: 0n }),
        client.readContract({ address: contract, abi: erc20Abi, functionName: 'decimals' }),
      ]);
      return { chainId, decimals, genesis: genesis.hash };
    },
    latest: async () => Number(await client.getBlockNumber({ cacheTime: 0 })),
    finalized: async () => Number((await client.getBlock({ blockTag: 'finalized' })).number),
    hashOf: async (block: number) => {
      const found = await orNull(client.getBlock({ blockNumber: BigInt(block) }), BlockNotFoundError);
      return found?.hash ?? null;
    },
    tokenBalance: (address: string, atBlock: number) =>
      client.readContract({
        address: contract,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [address as Address],
        blockNumber: BigInt(atBlock),
      }),
    tokenBalances: async (addresses: readonly string[], atBlock: number) => {
      const asked = addresses.map((address) => {
        const args = [address as Address] as const;
        return { address: contract, abi: erc20Abi, functionName: 'balanceOf', args } as const;
      });
      // One call for many, by code that goes with the call: no contract of others has to be there.
      const batch = { allowFailure: false, deployless: true, batchSize: BATCH_BYTES } as const;
      return client.multicall({ contracts: asked, ...batch, blockNumber: BigInt(atBlock) });
    },
    gasBalance: (address: string, atBlock?: number) =>
      client.getBalance({
        address: address as Address,
        ...(atBlock === undefined ? {} : { blockNumber: BigInt(atBlock) }),
      }),
    isContract: async (address: string) => {
      const code = await client.getCode({ address: address as Address });
      return code !== undefined && !code.startsWith(LENT_KEY);
    },
    minedNonce: (wallet: string, atBlock?: number) =>
      client.getTransactionCount({
        address: wallet as Address,
        ...(atBlock === undefined ? { blockTag: 'latest' } : { blockNumber: BigInt(atBlock) }),
      }),
    fees: async (): Promise<ChainFees> => {
      const [block, gasPrice] = await Promise.all([client.getBlock({ blockTag: 'latest' }), client.getGasPrice()]);
      const base = block.baseFeePerGas ?? 0n;
      const tipWei = gasPrice - base > LEAST_TIP_WEI ? gasPrice - base : LEAST_TIP_WEI;
      return { maxFeeWei: base * 2n + tipWei, tipWei };
    },
  };
}

function transactionsOf(client: PublicClient, contract: Address) {
  return {
    transfersOf: async (addresses: ReadonlySet<string>, from: number, to: number) => {
      if (addresses.size === 0) return [];
      const logsOf = (args: { to?: Address[]; from?: Address[] }) =>
        client.getLogs({
          address: contract,
          event: erc20Abi.find((one) => one.type === 'event' && one.name === 'Transfer') as (typeof erc20Abi)[1],
          args,
          fromBlock: BigInt(from),
          toBlock: BigInt(to),
        });
      const named = [...addresses] as Address[];
      const asked = named.length > MOST_NAMED ? [{}] : [{ to: named }, { from: named }];
      const logs = (await Promise.all(asked.map(logsOf))).flat();
      // What goes from one of them to another is told twice.
      const found = new Map(
        transfersIn(logs as Logs, contract).map((one) => [`${one.block.number} ${one.logIndex}`, one]),
      );
      return [...found.values()].filter((one) => addresses.has(one.to) || addresses.has(one.from));
    },
    receipt: async (txid: string): Promise<ChainReceipt | null> => {
      const found = await orNull(client.getTransactionReceipt({ hash: txid as Hex }), TransactionReceiptNotFoundError);
      if (found === null) return null;
      return {
        txid: found.transactionHash,
        block: { number: Number(found.blockNumber), hash: found.blockHash },
        ok: found.status === 'success',
        feeWei: found.gasUsed * found.effectiveGasPrice,
        transfers: transfersIn(found.logs, contract),
      };
    },
    pending: async (txid: string): Promise<PendingTransfer> => {
      const found = await orNull(client.getTransaction({ hash: txid as Hex }), TransactionNotFoundError);
      return found === null ? { kind: 'unknown' } : pendingOf(found.to, found.from, found.input, contract);
    },
    send: async (raw: string) => {
      try {
        await client.sendRawTransaction({ serializedTransaction: raw as Hex });
        return null;
      } catch (error) {
        if (!(error instanceof BaseError)) return 'the node did not answer as it should';
        const said = `${error.shortMessage} ${error.details}`;
        const known = /already known|already imported|nonce too low/i.test(said);
        return known ? null : withoutAddress(error.details === '' ? error : new BaseError(error.details)).message;
      }
    },
  };
}

export function createRpcNode({ url, contract, timeoutMs }: RpcNodeOptions): RpcNode {
  const transport = http(url, { timeout: timeoutMs, retryCount: 0 });
  const client = createPublicClient({ chain: bsc, transport, cacheTime: 0 });
  const calls = { ...readsOf(client, contract as Address), ...transactionsOf(client, contract as Address) };
  const guarded = Object.entries(calls).map(([name, call]) => [
    name,
    async (...args: never[]) => {
      try {
        return await (call as (...given: never[]) => Promise<unknown>)(...args);
      } catch (error) {
        throw withoutAddress(error);
      }
    },
  ]);
  return Object.fromEntries(guarded) as RpcNode;
}

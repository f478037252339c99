// The chain as two nodes tell it together. Invariant: a fact is handed on only when both told the same; a node that lags,
// lies or is silent can delay money and never move it. What is only sent goes to both.
import { ChainDisagrees, type ChainReceipt, type MoneyChain, type TokenTransfer } from '../../ports/money-chain.ts';
import type { RpcNode } from './rpc-node.ts';

export interface AgreedChainOptions {
  readonly contract: string;
  /** Two, of different operators; the one node of a local chain may stand twice. */
  readonly nodes: readonly [RpcNode, RpcNode];
}

const text = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? `${one}` : one));

const byPlace = (a: TokenTransfer, b: TokenTransfer): number =>
  a.block.number - b.block.number || a.logIndex - b.logIndex;

export function createAgreedChain({ contract, nodes }: AgreedChainOptions): MoneyChain {
  const [first, second] = nodes;
  /** The same node twice is asked once. */
  const both = <T>(ask: (node: RpcNode) => Promise<T>): Promise<[T, T]> =>
    first === second ? ask(first).then((told) => [told, told]) : Promise.all([ask(first), ask(second)]);

  async function same<T>(what: string, ask: (node: RpcNode) => Promise<T>): Promise<T> {
    const [one, other] = await both(ask);
    if (text(one) !== text(other)) throw new ChainDisagrees(what);
    return one;
  }
  /** Of figures that move: the more careful one. */
  async function lower(ask: (node: RpcNode) => Promise<number>): Promise<number> {
    return Math.min(...(await both(ask)));
  }

  return {
    contract,
    facts: () => same('the token', (node) => node.facts()),
    heads: async () => {
      const [latest, finalized] = [await lower((node) => node.latest()), await lower((node) => node.finalized())];
      return { latest, finalized: Math.min(latest, finalized) };
    },
    hashOf: (block) => same(`block ${block}`, (node) => node.hashOf(block)),
    transfersOf: (addresses, from, to) =>
      same(`transfers in blocks ${from} to ${to}`, async (node) =>
        (await node.transfersOf(addresses, from, to)).sort(byPlace),
      ),
    receipt: async (txid): Promise<ChainReceipt | null> => {
      const [one, other] = await both((node) => node.receipt(txid));
      // One of them has not heard of its block yet.
      if (one === null || other === null) return null;
      if (text(one) !== text(other)) throw new ChainDisagrees(`transaction ${txid}`);
      return one;
    },
    isGone: async (txid) => (await both((node) => node.receipt(txid))).every((told) => told === null),
    pending: async (txid) => {
      const [one, other] = await both((node) => node.pending(txid));
      return one.kind === 'unknown' ? other : one;
    },
    tokenBalance: (address, atBlock) => same(`the coin of ${address}`, (node) => node.tokenBalance(address, atBlock)),
    tokenBalances: (addresses, atBlock) =>
      same(`the coin of ${addresses.length} addresses`, (node) => node.tokenBalances(addresses, atBlock)),
    gasBalance: async (address, atBlock) => {
      if (atBlock !== undefined) return same(`the gas of ${address}`, (node) => node.gasBalance(address, atBlock));
      const [one, other] = await both((node) => node.gasBalance(address));
      return one < other ? one : other;
    },
    isContract: (address) => same(`the code of ${address}`, (node) => node.isContract(address)),
    minedNonce: (wallet, atBlock) => same(`the nonce of ${wallet}`, (node) => node.minedNonce(wallet, atBlock)),
    // Each may ask for too little or too much; the limit of a replacement bounds both.
    fees: async () => {
      const [one, other] = await both((node) => node.fees());
      return one.maxFeeWei > other.maxFeeWei ? one : other;
    },
    send: async (raw) => {
      const told = await Promise.allSettled([...new Set(nodes)].map((node) => node.send(raw)));
      const refusals = told.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)));
      return refusals.includes(null) ? null : [...new Set(refusals)].join('; ');
    },
  };
}

// Gives test coin and gas away on a chain of one's own machine, by an account that anvil unlocks by itself. Invariant: it
// is made only for such a chain; on any other there is no such account and every gift fails.
import { type Address, createTestClient, http, parseAbi, parseEther, publicActions, walletActions } from 'viem';
import { bsc } from './bnb-chain.ts';

const GIFT_E18 = parseEther('1000');
const GAS_WEI = parseEther('1');
const abi = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
]);

export interface Faucet {
  /** The transaction that gives 1,000 USDT; the address has gas, too. */
  give(address: string): Promise<string>;
}

export interface FaucetOptions {
  readonly rpcUrl: string;
  readonly contract: string;
  readonly timeoutMs: number;
}

export function createFaucet({ rpcUrl, contract, timeoutMs }: FaucetOptions): Faucet {
  const transport = http(rpcUrl, { timeout: timeoutMs, retryCount: 0 });
  const client = createTestClient({ mode: 'anvil', chain: bsc, transport }).extend(publicActions).extend(walletActions);
  return {
    give: async (to) => {
      const address = to as Address;
      const [account] = await client.getAddresses();
      if (account === undefined) throw new Error('the node keeps no account of its own');
      const token = { address: contract as Address, abi, account, chain: bsc, gas: 200_000n } as const;
      if ((await client.getBalance({ address })) < GAS_WEI) await client.setBalance({ address, value: GAS_WEI });
      await client.writeContract({ ...token, functionName: 'mint', args: [account, GIFT_E18] });
      return client.writeContract({ ...token, functionName: 'transfer', args: [address, GIFT_E18] });
    },
  };
}

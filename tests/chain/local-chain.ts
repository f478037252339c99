// A real local chain for tests, with contracts compiled here from our own Solidity.
import { join } from 'node:path';
import { type Address, createTestClient, createWalletClient, getAddress, http, publicActions } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { bsc } from '../../apps/server/src/adapters/chain/bnb-chain.ts';
import { findAnvil, startChain } from '../../commands/chain-process.ts';
import { portOn } from '../../commands/child-process.ts';
import { type Contracts, compileContracts } from '../../tools/compile-contracts.ts';

const SOURCES = ['wallets.sol', 'odd-tokens.sol'];
/** anvil's own, which is rich. */
const MNEMONIC = 'test test test test test test test test test test test junk';

export const anvil = findAnvil(join(import.meta.dirname, '../..'));
/** Where npm brings no anvil there may be none: elsewhere than on linux-x64 these tests are then left out. */
export const mayBeWithoutChain = process.platform !== 'linux' || process.arch !== 'x64';

export interface LocalChain {
  readonly url: string;
  deploy(contract: string, ...args: unknown[]): Promise<Address>;
  setChainId(id: number): Promise<void>;
  /** The most gas a call may use. */
  setGasLimit(gas: number): Promise<void>;
  stop(): Promise<void>;
}

/** `args`: more for anvil. */
export async function startLocalChain(args: readonly string[] = []): Promise<LocalChain> {
  if (anvil === undefined) throw new Error('there is no anvil: npm ci brings it on linux-x64');
  const compiled = await Promise.all(SOURCES.map((file) => compileContracts(join(import.meta.dirname, file))));
  const contracts = Object.assign({}, ...compiled) as Contracts;
  const port = (await portOn('127.0.0.1', 0))!;
  const process = await startChain({ anvil, port, folder: null, args });
  const url = `http://127.0.0.1:${port}`;
  const client = createTestClient({ mode: 'anvil', transport: http(url) }).extend(publicActions);
  const account = mnemonicToAccount(MNEMONIC);
  const deployer = createWalletClient({ account, chain: bsc, transport: http(url) });
  return {
    url,
    deploy: async (name, ...given) => {
      const contract = contracts[name];
      if (contract === undefined) throw new Error(`no contract ${name}`);
      const { abi, creation: bytecode } = contract;
      const hash = await deployer.deployContract({ abi, bytecode, args: given, gas: 2_000_000n });
      const { contractAddress } = await client.waitForTransactionReceipt({ hash, pollingInterval: 20 });
      if (!contractAddress) throw new Error(`${name} was not deployed`);
      return getAddress(contractAddress);
    },
    setChainId: (id) => client.request({ method: 'anvil_setChainId' as never, params: [id] as never }),
    setGasLimit: (gas) => client.setBlockGasLimit({ gasLimit: BigInt(gas) }),
    stop: () => process.stop(),
  };
}

// A real local chain for tests, with contracts compiled here from our own Solidity.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import solc from 'solc';
import {
  type Abi,
  type Address,
  createTestClient,
  createWalletClient,
  getAddress,
  type Hex,
  http,
  publicActions,
} from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { bsc } from 'viem/chains';
import { findAnvil, startChain } from '../../tools/chain-process.ts';
import { portOn } from '../../tools/child-process.ts';

const SOURCE = 'wallets.sol';
/** anvil's own, which is rich. */
const MNEMONIC = 'test test test test test test test test test test test junk';

export const anvil = findAnvil(join(import.meta.dirname, '../..'));
/** Where npm brings no anvil there may be none: elsewhere than on linux-x64 these tests are then left out. */
export const mayBeWithoutChain = process.platform !== 'linux' || process.arch !== 'x64';

interface Compiled {
  readonly abi: Abi;
  readonly evm: { readonly bytecode: { readonly object: string } };
}

function compile(): Record<string, Compiled> {
  const input = {
    language: 'Solidity',
    sources: { [SOURCE]: { content: readFileSync(join(import.meta.dirname, SOURCE), 'utf8') } },
    settings: { optimizer: { enabled: true }, outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input)));
  const faults = (output.errors ?? []).filter((one: { severity: string }) => one.severity === 'error');
  if (faults.length > 0)
    throw new Error(faults.map((one: { formattedMessage: string }) => one.formattedMessage).join('\n'));
  return output.contracts[SOURCE];
}

export interface LocalChain {
  readonly url: string;
  deploy(contract: string, ...args: unknown[]): Promise<Address>;
  setChainId(id: number): Promise<void>;
  /** The most gas a call may use. */
  setGasLimit(gas: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startLocalChain(): Promise<LocalChain> {
  if (anvil === undefined) throw new Error('there is no anvil: npm ci brings it on linux-x64');
  const contracts = compile();
  const port = (await portOn('127.0.0.1', 0))!;
  const process = await startChain({ anvil, port, folder: null });
  const url = `http://127.0.0.1:${port}`;
  const client = createTestClient({ mode: 'anvil', transport: http(url) }).extend(publicActions);
  const account = mnemonicToAccount(MNEMONIC);
  const deployer = createWalletClient({ account, chain: bsc, transport: http(url) });
  return {
    url,
    deploy: async (name, ...args) => {
      const contract = contracts[name];
      if (contract === undefined) throw new Error(`no contract ${name}`);
      const bytecode: Hex = `0x${contract.evm.bytecode.object}`;
      const hash = await deployer.deployContract({ abi: contract.abi, bytecode, args, gas: 2_000_000n });
      const { contractAddress } = await client.waitForTransactionReceipt({ hash, pollingInterval: 20 });
      if (!contractAddress) throw new Error(`${name} was not deployed`);
      return getAddress(contractAddress);
    },
    setChainId: (id) => client.request({ method: 'anvil_setChainId' as never, params: [id] as never }),
    setGasLimit: (gas) => client.setBlockGasLimit({ gasLimit: BigInt(gas) }),
    stop: () => process.stop(),
  };
}

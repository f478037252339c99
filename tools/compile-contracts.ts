// Compiles our Solidity by solc, which costs seconds, and keeps what came of it under the hash of source and compiler in
// node_modules/.cache, so that nothing compiled stands in the repository.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Abi, Hex } from 'viem';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cacheFolder = join(root, 'node_modules/.cache/cormorant-contracts');

export interface Compiled {
  readonly abi: Abi;
  /** Of the transaction that deploys it, without arguments. */
  readonly creation: Hex;
  /** What stands at its address when it has none. */
  readonly runtime: Hex;
}
export type Contracts = Readonly<Record<string, Compiled>>;

interface SolcContract {
  readonly abi: Abi;
  readonly evm: {
    readonly bytecode: { readonly object: string };
    readonly deployedBytecode: { readonly object: string };
  };
}

async function compile(source: string): Promise<Contracts> {
  const { default: solc } = await import('solc');
  const wanted = ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'];
  const output = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: 'Solidity',
        sources: { source: { content: source } },
        settings: { optimizer: { enabled: true }, evmVersion: 'shanghai', outputSelection: { '*': { '*': wanted } } },
      }),
    ),
  );
  const faults = (output.errors ?? []).filter((one: { severity: string }) => one.severity === 'error');
  if (faults.length > 0)
    throw new Error(faults.map((one: { formattedMessage: string }) => one.formattedMessage).join('\n'));
  const contracts = Object.entries(output.contracts['source'] as Record<string, SolcContract>);
  return Object.fromEntries(
    contracts.map(([name, { abi, evm }]) => [
      name,
      { abi, creation: `0x${evm.bytecode.object}`, runtime: `0x${evm.deployedBytecode.object}` },
    ]),
  );
}

/** The contracts of one file, by name. */
export async function compileContracts(file: string): Promise<Contracts> {
  const source = readFileSync(file, 'utf8');
  const { version } = createRequire(import.meta.url)('solc/package.json') as { version: string };
  const key = createHash('sha256').update(`${version}\n${source}`).digest('hex').slice(0, 32);
  const path = join(cacheFolder, `${key}.json`);
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Contracts;
  } catch {
    const contracts = await compile(source);
    mkdirSync(cacheFolder, { recursive: true });
    const part = `${path}.${process.pid}`;
    writeFileSync(part, JSON.stringify(contracts));
    renameSync(part, path); // whole or not at all: others may be reading
    return contracts;
  }
}

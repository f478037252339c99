// Asks the contract at an address whether a signature is its own (EIP-1271), through our own RPC. Everything together has
// one deadline, and the RPC must be of our chain: what is not answered, or by another chain, is `unreachable`.
import {
  type Address,
  BaseError,
  createPublicClient,
  type Hex,
  hashMessage,
  http,
  parseAbi,
  RpcRequestError,
} from 'viem';
import { CHAIN_ID } from '../../ports/chain.ts';

const abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)']);
const MAGIC = '0x1626ba7e';

export interface RpcOptions {
  readonly url: string;
  readonly timeoutMs: number;
  /** Told why the chain could not be asked. */
  readonly report: (error: unknown) => void;
}

/** The contract ran and did not say yes: it reverted, ran out of gas or answered something that is no answer. */
function isOwnFailure(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause as unknown) {
    if (cause instanceof RpcRequestError)
      return cause.code === 3 || /revert|out ?of ?gas|invalid opcode/i.test(cause.details);
    if (/^(AbiDecoding|ContractFunctionZeroData|ContractFunctionReverted|ExecutionReverted)/.test(cause.name))
      return true;
  }
  return false;
}

/** Without the address of the RPC, which may hold a key, and without the signature. */
function wordsOf(error: unknown): string {
  return error instanceof BaseError ? `${error.shortMessage} ${error.details}` : String(error);
}

export function askContract({ url, timeoutMs, report }: RpcOptions) {
  /** The first text whose signature the contract accepts. */
  return async (
    address: Address,
    texts: readonly string[],
    signature: Hex,
  ): Promise<string | 'none' | 'unreachable'> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const client = createPublicClient({ transport: http(url, { retryCount: 0, fetchOptions: { signal } }) });

    const accepts = async (text: string): Promise<boolean> => {
      try {
        const args = [hashMessage(text), signature] as const;
        return (await client.readContract({ address, abi, functionName: 'isValidSignature', args })) === MAGIC;
      } catch (error) {
        if (isOwnFailure(error)) return false;
        throw error;
      }
    };

    try {
      const [chainId, code] = await Promise.all([client.getChainId(), client.getCode({ address })]);
      if (chainId !== CHAIN_ID) throw new Error(`CHAIN_RPC_URL serves chain ${chainId}, not ${CHAIN_ID}`);
      if (code === undefined) return 'none';
      const accepted = await Promise.all(texts.map(accepts));
      return texts[accepted.indexOf(true)] ?? 'none';
    } catch (error) {
      report(new Error(`the chain could not be asked: ${wordsOf(error)}`));
      return 'unreachable';
    }
  };
}

// Wallets and their chain by viem: EIP-55, EIP-4361 texts, signatures by key first and then, where an RPC is configured,
// by contract.
import {
  type Address,
  compactSignatureToSignature,
  getAddress,
  type Hex,
  parseCompactSignature,
  recoverMessageAddress,
  serializeSignature,
  size,
} from 'viem';
import type { Chain } from '../../ports/chain.ts';
import { askContract } from './ask-contract.ts';
import { readSignInText, writeSignInText } from './sign-in-text.ts';

const COMPACT_BYTES = 64; // EIP-2098
const KEY_BYTES = 65;

export interface ChainOptions {
  /** Null when there is no RPC: contracts then sign nothing. */
  readonly rpcUrl: string | null;
  readonly timeoutMs: number;
  readonly report: (error: unknown) => void;
}

/** A key's signature in 65 bytes; null when it is none of a key. */
function keySignature(signature: Hex): Hex | null {
  if (size(signature) === KEY_BYTES) return signature;
  if (size(signature) !== COMPACT_BYTES) return null;
  return serializeSignature(compactSignatureToSignature(parseCompactSignature(signature)));
}

async function signer(message: string, signature: Hex): Promise<string | null> {
  try {
    const full = keySignature(signature);
    return full === null ? null : (await recoverMessageAddress({ message, signature: full })).toLowerCase();
  } catch {
    return null; // no point of the curve: nobody's
  }
}

/** Whatever the case of the given one, in the mixed case of EIP-55. */
export const checksumAddress = (address: string): string => getAddress(address.toLowerCase());

export function createChain({ rpcUrl, timeoutMs, report }: ChainOptions): Chain {
  const ask = rpcUrl === null ? null : askContract({ url: rpcUrl, timeoutMs, report });
  return {
    checksumAddress,
    writeMessage: writeSignInText,
    readMessage: readSignInText,
    findSigned: async (address, messages, signature) => {
      for (const message of messages) {
        if ((await signer(message, signature as Hex)) === address.toLowerCase()) return { message, by: 'key' };
      }
      if (ask === null) return 'none';
      const answer = await ask(address.toLowerCase() as Address, messages, signature as Hex);
      return answer === 'none' || answer === 'unreachable' ? answer : { message: answer, by: 'contract' };
    },
  };
}

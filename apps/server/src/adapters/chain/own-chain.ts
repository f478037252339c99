// Whether a node is a chain of one's own. Invariant: only a node that says so itself is one, whatever its address is.
import { createPublicClient, http } from 'viem';

/** Throws, without naming the node, when it does not answer. */
export async function isOwnChain(rpcUrl: string, timeoutMs: number): Promise<boolean> {
  const client = createPublicClient({ transport: http(rpcUrl, { timeout: timeoutMs, retryCount: 0 }) });
  try {
    return (await client.request({ method: 'web3_clientVersion' })).startsWith('anvil/');
  } catch {
    throw new Error('the node does not say what it is');
  }
}

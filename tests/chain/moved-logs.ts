// Moves the logs of the transactions of the next block on by one: somebody else's transfer gets in before them.
import type { Address } from 'viem';
import { bsc } from '../../apps/server/src/adapters/chain/bnb-chain.ts';
import { type CustodyRig, E18, TOKEN } from './custody-rig.ts';

/** It offers more than the others do, so it stands first. The block is not mined here. */
export async function getAhead({ client, token }: CustodyRig): Promise<void> {
  const [, stranger] = (await client.getAddresses()) as [Address, Address];
  const offer = { account: stranger, chain: bsc, gas: 300_000n, gasPrice: 500_000_000_000n } as const;
  const args = [stranger, E18] as const;
  await client.writeContract({ ...offer, address: TOKEN, abi: token, functionName: 'mint', args });
}

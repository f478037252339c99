// The address of cold storage, as a person has written it. What goes there nobody here can get back.
import { checksumAddress } from './chain.ts';

/** What is wrong with it; null = nothing. `others`: addresses of ours that it must not be, in lower case. */
export function faultOfCold(written: string, others: readonly (string | null)[]): string | null {
  if (written !== checksumAddress(written)) return 'COLD_ADDRESS is not in the mixed case of EIP-55';
  return others.includes(written.toLowerCase()) ? 'COLD_ADDRESS is another address of ours' : null;
}

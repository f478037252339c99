// A wallet's signature as proof of who is signed in: over a nonce of purpose `prove`, made for that user and the user's
// own address. Refuses with 1203, 1206 or 9005.
import type { ProveSignature } from '../security/prove.ts';
import { judgeSignature, type SignatureDeps, spendNonce } from './judge-signature.ts';

export function proveSignature(deps: SignatureDeps): ProveSignature {
  const judge = judgeSignature(deps);
  return {
    judge: async (userId, address, signature, nowMs) => {
      const owner = { address: address.toLowerCase(), purpose: 'prove' as const, userId };
      const { nonce } = await judge(owner, signature, nowMs);
      return { use: () => spendNonce(deps.nonces, nonce, nowMs) };
    },
  };
}

// A wallet's signature as proof of who is signed in: over a nonce of purpose `prove`, made for that user and the user's
// own address. Refuses with 1203, 1206 or 9005; returns when it holds, and the nonce is used up.
import { judgeSignature, type SignatureDeps, spendNonce } from './judge-signature.ts';

export function checkProveSignature(deps: SignatureDeps) {
  const judge = judgeSignature(deps);
  return async (userId: number, address: string, signature: string, nowMs: number): Promise<void> => {
    const owner = { address: address.toLowerCase(), purpose: 'prove' as const, userId };
    const { nonce } = await judge(owner, signature, nowMs);
    await spendNonce(deps.nonces, nonce, nowMs);
  };
}

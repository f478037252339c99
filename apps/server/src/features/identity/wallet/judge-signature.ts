// Judges a wallet's signature over a nonce's text. A person may have several live nonces (two tabs, a reload), so every
// live one of the same owner is a candidate; a wrong signature uses all of them up, a chain that does not answer none.
import * as codes from '@cormorant/contract/codes.ts';
import { CHAIN_ID, type Chain } from '../../../ports/chain.ts';
import type { LoginNonce, NonceOwner, NonceStore } from '../../../ports/nonce-store.ts';
import { Refusal } from '../../../ports/refusal.ts';

export interface SignatureDeps {
  readonly nonces: NonceStore;
  readonly chain: Chain;
}

export interface Judged {
  /** Still unused: whoever acts on the signature calls `spendNonce` first. */
  readonly nonce: LoginNonce;
  readonly by: 'key' | 'contract';
}

/** `message` is the signed text where the client sent it along. */
export function judgeSignature({ nonces, chain }: SignatureDeps) {
  return async (owner: NonceOwner, signature: string, nowMs: number, message?: string): Promise<Judged> => {
    const live = await nonces.live(owner, nowMs);
    if (live.length === 0) throw new Refusal(codes.nonce_failed);
    const candidates = message === undefined ? live : live.filter((nonce) => nonce.message === message);
    if (message !== undefined) {
      const fields = chain.readMessage(message);
      // A wallet on another network: its owner changes that and asks again.
      if (fields !== null && fields.chainId !== CHAIN_ID) throw new Refusal(codes.network_unsupported);
    }
    const texts = candidates.map((nonce) => nonce.message);
    const signed = texts.length === 0 ? 'none' : await chain.findSigned(owner.address, texts, signature);
    if (signed === 'unreachable') throw new Refusal(codes.third_party);
    const nonce = signed === 'none' ? undefined : candidates.find((one) => one.message === signed.message);
    if (signed === 'none' || nonce === undefined) {
      await nonces.spend(
        live.map((one) => one.id),
        nowMs,
      );
      throw new Refusal(codes.wallet_sign_failed);
    }
    return { nonce, by: signed.by };
  };
}

/** Of two that act on one nonce exactly one gets through. */
export async function spendNonce(nonces: NonceStore, nonce: LoginNonce, nowMs: number): Promise<void> {
  if (!(await nonces.spend([nonce.id], nowMs))) throw new Refusal(codes.nonce_failed);
}

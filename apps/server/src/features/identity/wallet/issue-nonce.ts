// Makes the EIP-4361 text that a wallet signs. The server writes all of it, and its statement says what the signature is
// for: one made to sign in binds nothing and proves nothing, and the other way round.
import type { loginNonce } from '@cormorant/contract/calls/identity.ts';
import * as codes from '@cormorant/contract/codes.ts';
import { CHAIN_ID } from '../../../ports/chain.ts';
import type { NonceOwner } from '../../../ports/nonce-store.ts';
import type { Random } from '../../../ports/random.ts';
import { Refusal } from '../../../ports/refusal.ts';
import type { Settings } from '../../../ports/settings.ts';
import type { UserStore } from '../../../ports/user-store.ts';
import type { CallContext, Handler } from '../../handler.ts';
import { assertNoMaintenance } from '../entry/assert-no-maintenance.ts';
import type { SignatureDeps } from './judge-signature.ts';

const LIFE_MS = 5 * 60_000;
const MOST_LIVE = 5;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 22; // 131 bits

export interface IssueNonceDeps extends SignatureDeps {
  readonly users: UserStore;
  readonly settings: Settings;
  readonly random: Random;
  /** Where people reach us; known once we listen. */
  readonly publicUrl: () => string;
}

/** The grammar asks for ASCII; the dialog before the signature explains it in the person's language. */
const statements = {
  login: () => 'Sign in to Cormorant.',
  bind: (sn: string) => `Bind this wallet to the Cormorant account ${sn}, which it can then sign in to.`,
  prove: (sn: string) => `Confirm a change to the security of the Cormorant account ${sn}.`,
} as const;
const HARMLESS = 'This costs nothing and moves no funds.';

export function issueNonce({ users, nonces, chain, settings, random, publicUrl }: IssueNonceDeps) {
  const newNonce = (): string =>
    Array.from({ length: LENGTH }, () => ALPHABET[random.integer(0, ALPHABET.length)]).join('');

  /** Whose signature is asked for, and the sn of the account it concerns. */
  async function ownerOf(
    address: string,
    purpose: NonceOwner['purpose'],
    context: CallContext,
  ): Promise<{ owner: NonceOwner; sn: string }> {
    if (purpose === 'login') {
      assertNoMaintenance(settings);
      return { owner: { address, purpose, userId: null }, sn: '' };
    }
    const user = context.userId === 0 ? null : await users.byId(context.userId);
    if (user === null) throw new Refusal(codes.token_missing);
    // Only the wallet that is bound can prove anything about this user.
    if (purpose === 'prove' && user.address !== address) throw new Refusal(codes.wallet_sign_failed);
    return { owner: { address, purpose, userId: user.id }, sn: user.sn };
  }

  const handle: Handler<typeof loginNonce> = async ({ query }, context) => {
    const { owner, sn } = await ownerOf(query.address.toLowerCase(), query.purpose, context);
    const nonce = newNonce();
    const expiresAtMs = context.nowMs + LIFE_MS;
    const uri = publicUrl();
    const message = chain.writeMessage({
      domain: new URL(uri).host,
      address: chain.checksumAddress(owner.address),
      statement: `${statements[owner.purpose](sn)} ${HARMLESS}`,
      uri,
      version: '1',
      chainId: CHAIN_ID,
      nonce,
      issuedAt: new Date(context.nowMs).toISOString(),
      expirationTime: new Date(expiresAtMs).toISOString(),
    });
    await nonces.insert({ ...owner, nonce, message, ip: context.ip, nowMs: context.nowMs, expiresAtMs }, MOST_LIVE);
    return { nonce, message, expires_at: expiresAtMs };
  };
  return handle;
}

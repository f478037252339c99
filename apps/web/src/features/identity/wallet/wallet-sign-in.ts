// A sign-in by wallet from its account to a session, in the order of product.md: account, network, known or new, invite
// code, text, signature, session. The invite code is asked before anything is signed; where the server still refuses it,
// the same signature is sent again with another one, for the text is not used up.
import * as codes from '@cormorant/contract/codes.ts';
import { call, type Data, type Input } from '../../../lib/api/client.ts';
import { ApiError } from '../../../lib/api/errors.ts';
import { walletTerminalCode } from '../../../lib/platform.ts';
import { forgetReferrer } from '../../../lib/stores/caches.ts';
import { beginSession } from '../../../lib/stores/session.ts';
import { markWelcome } from '../../../lib/stores/welcome.ts';
import { chooseWallet } from '../../../lib/wallet/chosen-wallet.ts';
import type { Wallet } from '../../../lib/wallet/wallet.ts';
import { connect, ensureChain, signMessage } from '../../../lib/wallet/wallet-calls.ts';
import { WalletError } from '../../../lib/wallet/wallet-error.ts';

/** What the person is waiting for. */
export type Stage = 'connect' | 'network' | 'check' | 'sign' | 'verify';

export interface SignInTalk {
  /** Aborted when the person gives up: whatever the wallet answers later counts for nothing. */
  readonly signal: AbortSignal;
  onStage(stage: Stage): void;
  /** Asks for the eight digits; with the sentence of the server where it refused the last ones. Null: given up. */
  askInvite(address: string, refusal: string | null): Promise<string | null>;
  /** The texts have changed since the person agreed to them. False: not agreed. */
  askAgreement(): Promise<boolean>;
}

/** The person gave up; nothing went wrong. */
export class GivenUp extends Error {}

const inviteCodes: readonly (number | null)[] = [codes.referral_invalid, codes.invite_required, codes.invite_format];
const termsCode = codes.terms_required;
const quietly = { screenHandled: true } as const;

export async function walletSignIn(wallet: Wallet, talk: SignInTalk): Promise<void> {
  const { signal, onStage } = talk;
  async function still<T>(answer: Promise<T>): Promise<T> {
    const value = await answer;
    if (signal.aborted) throw new GivenUp();
    return value;
  }
  async function inviteFor(address: string, refusal: string | null): Promise<string> {
    const code = await still(talk.askInvite(address, refusal));
    if (code === null) throw new GivenUp();
    return code;
  }

  onStage('connect');
  const address = await still(connect(wallet));
  onStage('network');
  await still(ensureChain(wallet));
  onStage('check');
  const { exists } = await still(call('loginExists', { query: { address } }, quietly));
  const referrer = exists === 1 ? '' : await inviteFor(address, null);
  onStage('sign');
  const { message } = await still(textToSign(address));
  const signature = await still(signMessage(wallet, address, message));
  const body = { address, signature, message, referrer, terminal: walletTerminalCode };
  const session = await verify(body, talk, (refusal) => inviteFor(address, refusal));
  chooseWallet(wallet.id);
  if (session.is_new === 1) {
    forgetReferrer();
    markWelcome();
  }
  beginSession(session.token, session.user);
}

/** A text that does not come for a reason of the server's own is a wallet matter to the person: 1206. */
async function textToSign(address: string): Promise<Data<'loginNonce'>> {
  try {
    return await call('loginNonce', { query: { address } }, quietly);
  } catch (error) {
    const failed = error instanceof ApiError && (error.kind === 'http' || error.kind === 'malformed');
    if (failed && error.code === null) throw new WalletError(codes.nonce_failed, 'sign');
    throw error;
  }
}

async function verify(
  first: Input<'loginVerify'>['body'],
  { onStage, askAgreement }: SignInTalk,
  askInvite: (refusal: string) => Promise<string>,
): Promise<Data<'loginVerify'>> {
  let body = first;
  for (;;) {
    onStage('verify');
    try {
      return await call('loginVerify', { body }, quietly);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (inviteCodes.includes(error.code)) body = { ...body, referrer: await askInvite(error.message) };
      else if (error.code !== termsCode) throw error;
      else if (await askAgreement()) body = { ...body, agree: 1 };
      else throw new GivenUp();
    }
  }
}

// Whether the person who asks is the one the session belongs to. One right factor is enough; a factor that was added or
// changed within the hold's time is none, so that nobody climbs from a stolen session to a factor of their own.
import type { Proof } from '@cormorant/contract/calls/security.ts';
import * as codes from '@cormorant/contract/codes.ts';
import type { CredentialStore, Factors } from '../../../ports/credential-store.ts';
import { Refusal } from '../../../ports/refusal.ts';
import type { Settings } from '../../../ports/settings.ts';
import type { CallContext } from '../../handler.ts';
import { type CheckPasswordDeps, checkPassword } from './check-password.ts';
import { type CheckPaymentDeps, checkPayment } from './check-payment.ts';
import { type FactorName, factorNames, readFactors, youngFactors } from './factors.ts';

export interface ProverDeps extends CheckPasswordDeps, CheckPaymentDeps {
  readonly credentials: CredentialStore;
  readonly settings: Settings;
  readonly emailCode: OwnEmailCode;
  readonly signature: ProveSignature;
}

/** A code sent to that address of the user as a proof. A wrong guess is counted. */
export interface OwnEmailCode {
  isRight(userId: number, email: string, code: string, nowMs: number): Promise<boolean>;
  /** As `isRight`, and a right one is used up. */
  use(userId: number, email: string, code: string, nowMs: number): Promise<boolean>;
}

export interface ProveSignature {
  /** Throws its refusal unless the signature is the address's over a nonce made for this user's proof. */
  judge(userId: number, address: string, signature: string, nowMs: number): Promise<{ use(): Promise<void> }>;
}

/** What else may refuse the request: asked once the proof is known to be right, and before it is used up. */
type Before = () => Promise<void>;
const nothingElse: Before = async () => {};

/** `young` tells the screen which factors must grow older first. */
function refuseUnproven(young: readonly FactorName[]): never {
  throw new Refusal(codes.identity_required, { data: { young } });
}

/** Resolves when the proof holds, else throws the code of what is wrong with it. */
export function createProver(deps: ProverDeps) {
  const { credentials, settings, emailCode, signature } = deps;
  const checkOwnPassword = checkPassword(deps);
  const checkOwnPayment = checkPayment(deps);

  async function judge(
    userId: number,
    factors: Factors,
    name: FactorName,
    given: string,
    context: CallContext,
    before: Before,
  ): Promise<void> {
    const { nowMs } = context;
    const { passwordHash, email, address } = factors;
    if (name === 'password' && passwordHash !== null) {
      await checkOwnPassword(userId, passwordHash, given, context);
      await before();
    } else if (name === 'payment') {
      await checkOwnPayment(userId, given, context);
      await before();
    } else if (name === 'code' && email !== null) {
      if (!(await emailCode.isRight(userId, email, given, nowMs))) throw new Refusal(codes.email_code_wrong);
      await before();
      if (!(await emailCode.use(userId, email, given, nowMs))) throw new Refusal(codes.email_code_wrong);
    } else if (name === 'signature' && address !== null) {
      const right = await signature.judge(userId, address, given, nowMs);
      await before();
      await right.use();
    } else {
      refuseUnproven(youngFactors(factors, settings, nowMs));
    }
  }

  return async (
    userId: number,
    proof: Proof | undefined,
    context: CallContext,
    before: Before = nothingElse,
  ): Promise<void> => {
    const factors = await readFactors(credentials, userId);
    const young = youngFactors(factors, settings, context.nowMs);
    // Of several that are given the first is judged alone: one wrong guess is one guess.
    const name = factorNames.find((one) => proof?.[one] !== undefined);
    const given = name === undefined ? undefined : proof?.[name];
    if (name === undefined || given === undefined || young.includes(name)) refuseUnproven(young);
    await judge(userId, factors, name, given, context, before);
  };
}

export type Prove = ReturnType<typeof createProver>;

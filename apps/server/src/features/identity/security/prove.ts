// Whether the person who asks is the one the session belongs to. One right factor is enough; a factor that was added or
// changed within the hold's time is none, so that nobody climbs from a stolen session to a factor of their own.
import type { Proof } from '@cormorant/contract/calls/security.ts';
import { codes } from '@cormorant/contract/catalogue.ts';
import type { CredentialStore, Factors } from '../../../ports/credential-store.ts';
import type { Settings } from '../../../ports/settings.ts';
import { type CallContext, Refusal } from '../../handler.ts';
import { type CheckPasswordDeps, checkPassword } from './check-password.ts';
import { type CheckPaymentDeps, checkPayment } from './check-payment.ts';
import { holdMs } from './credential-change.ts';

export interface ProverDeps extends CheckPasswordDeps, CheckPaymentDeps {
  readonly credentials: CredentialStore;
  readonly settings: Settings;
  /** Whether the code was sent to that address of the user as a proof; it is used up by being right. */
  readonly isOwnCode: (userId: number, email: string, code: string, nowMs: number) => Promise<boolean>;
  /** Throws its refusal unless the signature is the address's over a nonce made for this user's proof. */
  readonly checkSignature: (userId: number, address: string, signature: string, nowMs: number) => Promise<void>;
}

type FactorName = keyof Proof;
/** The order in which they are looked for in a proof; the first one there is judged alone. */
const factorNames: readonly FactorName[] = ['password', 'payment', 'code', 'signature'];

function sinceOf(factors: Factors, name: FactorName): number | null {
  const { passwordSetAtMs, paymentSetAtMs, emailVerifiedAtMs, addressBoundAtMs } = factors;
  const since = {
    password: passwordSetAtMs,
    payment: paymentSetAtMs,
    code: emailVerifiedAtMs,
    signature: addressBoundAtMs,
  };
  return since[name];
}

function has({ passwordHash, paymentHash, email, address }: Factors, name: FactorName): boolean {
  return { password: passwordHash, payment: paymentHash, code: email, signature: address }[name] !== null;
}

/** The factors that prove nothing yet. Those the account was opened with count at once. */
export function youngFactors(factors: Factors, settings: Settings, nowMs: number): FactorName[] {
  return factorNames.filter((name) => {
    const since = sinceOf(factors, name);
    if (!has(factors, name) || since === null || since <= factors.createdAtMs) return false;
    return nowMs - since < holdMs(settings);
  });
}

export async function readFactors(credentials: CredentialStore, userId: number): Promise<Factors> {
  const factors = await credentials.factorsOf(userId);
  if (factors === null) throw new Error(`user ${userId} has a session and no row`);
  return factors;
}

/** `young` tells the screen which factors must grow older first. */
export function refuseUnproven(young: readonly FactorName[]): never {
  throw new Refusal(codes.identity_required, { data: { young } });
}

/** Resolves when the proof holds, else throws the code of what is wrong with it. */
export function createProver(deps: ProverDeps) {
  const { credentials, settings, isOwnCode, checkSignature } = deps;
  const checkOwnPassword = checkPassword(deps);
  const checkOwnPayment = checkPayment(deps);

  async function judge(
    userId: number,
    factors: Factors,
    name: FactorName,
    given: string,
    context: CallContext,
  ): Promise<void> {
    const { nowMs } = context;
    const { passwordHash, email, address } = factors;
    if (name === 'password' && passwordHash !== null) {
      await checkOwnPassword(userId, passwordHash, given, context);
    } else if (name === 'payment') {
      await checkOwnPayment(userId, given, context);
    } else if (name === 'code' && email !== null) {
      if (!(await isOwnCode(userId, email, given, nowMs))) throw new Refusal(codes.email_code_wrong);
    } else if (name === 'signature' && address !== null) {
      await checkSignature(userId, address, given, nowMs);
    } else {
      refuseUnproven(youngFactors(factors, settings, nowMs));
    }
  }

  return async (userId: number, proof: Proof | undefined, context: CallContext): Promise<void> => {
    const factors = await readFactors(credentials, userId);
    const young = youngFactors(factors, settings, context.nowMs);
    const name = factorNames.find((one) => proof?.[one] !== undefined);
    const given = name === undefined ? undefined : proof?.[name];
    if (name === undefined || given === undefined || young.includes(name)) refuseUnproven(young);
    await judge(userId, factors, name, given, context);
  };
}

export type Prove = ReturnType<typeof createProver>;

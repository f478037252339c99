// A forgotten password. Without a code one is sent to the verified e-mail address, with it the password is set. What is
// answered, how long that takes and what is counted depend on what was typed and from where alone: never on whether
// there is such an account, nor on what it has. Who it is is looked up after the answer, and a code is kept for nobody too. A code is good
// with the ticket of the sending alone, so that a stranger's asking and guessing does nothing to the owner's.
import type { loginReset } from '@cormorant/contract/calls/identity.ts';
import * as codes from '@cormorant/contract/codes.ts';
import type { CredentialStore } from '../../../ports/credential-store.ts';
import type { SendLimit } from '../../../ports/email-codes.ts';
import type { LoginGuard } from '../../../ports/login-guard.ts';
import type { PasswordHasher } from '../../../ports/password-hasher.ts';
import type { Random } from '../../../ports/random.ts';
import { Refusal } from '../../../ports/refusal.ts';
import type { Settings } from '../../../ports/settings.ts';
import type { UserRow, UserStore } from '../../../ports/user-store.ts';
import type { CallContext, Handler } from '../../handler.ts';
import { codeMail } from '../email/code-mail.ts';
import { CODE_MS, type CodeKey, codeHash, limitOf, newCode, newTicket, ticketSubject } from '../email/email-code.ts';
import type { JudgeCodeDeps } from '../email/own-email-code.ts';
import { assertDone, changeOf } from '../security/credential-change.ts';
import { readFactors, youngFactors } from '../security/factors.ts';
import { orUnavailable } from '../security/or-unavailable.ts';
import { assertNoMaintenance } from './assert-no-maintenance.ts';
import { assertUncommon } from './common-passwords.ts';

export interface ResetPasswordDeps extends JudgeCodeDeps {
  readonly users: UserStore;
  readonly credentials: CredentialStore;
  readonly settings: Settings;
  readonly guard: LoginGuard;
  readonly hasher: PasswordHasher;
  readonly random: Random;
  readonly mailLeaves: boolean;
}

interface Given {
  readonly code: string;
  readonly ticket: string;
  readonly password: string;
}

const NOBODY = 0;
const keyOf = (user: Pick<UserRow, 'id' | 'email' | 'passwordHash'> | null): CodeKey => ({
  purpose: 'reset',
  userId: user?.id ?? NOBODY,
  address: user?.email ?? '',
  passwordHash: user?.passwordHash ?? '',
});

/** The pause holds back who asked, not the owner whom a stranger asked before; ten mails a day are the most for all. */
const limitsOf = (typed: string, ip: string): SendLimit[] => [
  limitOf('asker', `${ip} ${typed}`),
  limitOf('typed', typed, 0),
];

export function resetPassword(deps: ResetPasswordDeps): Handler<typeof loginReset> {
  const { users, credentials, settings, guard, hasher, random, emailCodes, pepper, mailLeaves } = deps;

  /** Whose address may stand for the password: active, with one set, and had long enough to prove anything. */
  async function ownerOf(user: UserRow | null, nowMs: number): Promise<(UserRow & { email: string }) | null> {
    if (user === null || user.status !== 'active' || user.passwordHash === null) return null;
    const factors = await readFactors(credentials, user.id);
    const { email } = factors;
    if (email === null || email !== user.email || youngFactors(factors, settings, nowMs).includes('code')) return null;
    return { ...user, email };
  }

  async function sendCode(typed: string, ticket: string, nowMs: number): Promise<void> {
    const owner = await ownerOf(await users.byLogin(typed), nowMs);
    const code = newCode(random);
    const kept = { subject: ticketSubject(ticket), nowMs, expiresAtMs: nowMs + CODE_MS };
    if (owner !== null) {
      const { email: to, lang } = owner;
      const mail = codeMail({ to, lang, purpose: 'reset', code, nowMs });
      const hash = codeHash(pepper, keyOf(owner), code);
      // Per user as well as per typed name: an account with two names is not written to twice as often.
      const issued = await emailCodes.issue({ ...kept, codeHash: hash, mail }, [limitOf('reset', owner.id, 0)]);
      if (issued === 'sent') return;
    }
    await emailCodes.issue({ ...kept, codeHash: random.bytes(32), mail: null }, []);
  }

  /**
   * Nothing is used up before the password is set: what makes the code void is that the password it was made for is no
   * longer the user's, so the one statement that sets the new one lets one of any number of right codes through.
   */
  async function setPassword(typed: string, given: Given, context: CallContext): Promise<void> {
    const { nowMs } = context;
    assertUncommon(given.password);
    const user = await users.byLogin(typed);
    const hash = codeHash(pepper, keyOf(user), given.code);
    const right = await emailCodes.check(ticketSubject(given.ticket), hash, nowMs);
    const owner = right ? await ownerOf(user, nowMs) : null;
    if (owner === null) throw new Refusal(codes.email_code_wrong);
    const passwordHash = await orUnavailable(hasher.hash(given.password));
    const change = changeOf(settings, { userId: owner.id, sessionId: null, nowMs }, 'password');
    const done = await credentials.setPassword(change, owner.passwordHash, passwordHash);
    assertDone(done, { stale: codes.email_code_wrong });
    await guard.clear(`user:${owner.id}`);
  }

  return async ({ body }, context) => {
    assertNoMaintenance(settings);
    if (!mailLeaves) throw new Refusal(codes.config);
    const { account, code, ticket, password } = body;
    if (code !== undefined && ticket !== undefined && password !== undefined) {
      await setPassword(account, { code, ticket, password }, context);
      return { step: 'done' };
    }
    const { ip, nowMs } = context;
    if (!(await emailCodes.take(limitsOf(account, ip), nowMs))) throw new Refusal(codes.email_code_often);
    const sent = newTicket(random);
    sendCode(account, sent, nowMs).catch((error: unknown) => {
      context.log('error', 'a reset code was not made', error);
    });
    return { step: 'sent', ticket: sent };
  };
}

// Sends a code to an address: to the user's own verified one as a proof for later, to any other to bind it. The sending
// is counted before it is told whether the address is somebody's, so a session lists few addresses a day.
import * as codes from '@cormorant/contract/codes.ts';
import type { CredentialStore } from '../../../ports/credential-store.ts';
import type { Random } from '../../../ports/random.ts';
import { Refusal } from '../../../ports/refusal.ts';
import type { UserStore } from '../../../ports/user-store.ts';
import type { CallContext } from '../../handler.ts';
import { readFactors } from '../security/factors.ts';
import { codeMail } from './code-mail.ts';
import { CODE_MS, codeHash, limitOf, newCode, subjectOf } from './email-code.ts';
import type { JudgeCodeDeps } from './own-email-code.ts';

export interface SendEmailCodeDeps extends JudgeCodeDeps {
  readonly users: UserStore;
  readonly credentials: CredentialStore;
  readonly random: Random;
  /** Whether mail leaves this server at all. */
  readonly mailLeaves: boolean;
}

export function sendEmailCode(deps: SendEmailCodeDeps) {
  const { users, credentials, emailCodes, random, pepper, mailLeaves } = deps;
  return async (userId: number, email: string, context: CallContext): Promise<void> => {
    if (!mailLeaves) throw new Refusal(codes.config);
    const { nowMs } = context;
    const own = (await readFactors(credentials, userId)).email?.toLowerCase() === email;
    if (!(await emailCodes.take([limitOf('user', userId)], nowMs))) throw new Refusal(codes.email_code_often);
    if (!own && (await emailCodes.isUsedByOther(email, userId))) throw new Refusal(codes.email_used);
    const purpose = own ? 'prove' : 'bind';
    const key = { purpose, userId, address: email } as const;
    const code = newCode(random);
    const lang = (await users.byId(userId))?.lang ?? context.lang;
    const issued = await emailCodes.issue(
      {
        subject: subjectOf(key),
        codeHash: codeHash(pepper, key, code),
        nowMs,
        expiresAtMs: nowMs + CODE_MS,
        mail: codeMail({ to: email, lang, purpose, code, nowMs }),
      },
      [limitOf('address', email)],
    );
    if (issued === 'too_often') throw new Refusal(codes.email_code_often);
  };
}

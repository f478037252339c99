// Binds an e-mail address: by the code that was sent to it, and by a proof of who asks. The first one asks for a factor
// the user has; to replace one it takes the old address's code or the payment password.
import type { CallRequest } from '@cormorant/contract/call.ts';
import type { userSetInfo } from '@cormorant/contract/calls/profile.ts';
import type { Proof } from '@cormorant/contract/calls/security.ts';
import * as codes from '@cormorant/contract/codes.ts';
import type { CredentialStore } from '../../../ports/credential-store.ts';
import { Refusal } from '../../../ports/refusal.ts';
import type { Settings } from '../../../ports/settings.ts';
import type { CallContext } from '../../handler.ts';
import { assertDone, changeOf } from '../security/credential-change.ts';
import { readFactors } from '../security/factors.ts';
import type { Prove } from '../security/prove.ts';
import { codeHash, subjectOf } from './email-code.ts';
import type { JudgeCodeDeps } from './own-email-code.ts';

export interface BindEmailDeps extends JudgeCodeDeps {
  readonly credentials: CredentialStore;
  readonly settings: Settings;
  readonly prove: Prove;
}

type EmailSetting = Extract<CallRequest<typeof userSetInfo>['body'], { field: 'email' }>['value'];

/** The old address's code may be the wrong one as well; this one is told by its field. */
const wrongCode = (): Refusal => new Refusal(codes.email_code_wrong, { data: { field: 'code' } });

export function bindEmail({ credentials, settings, prove, emailCodes, pepper }: BindEmailDeps) {
  return async (userId: number, value: EmailSetting, proof: Proof | undefined, context: CallContext): Promise<void> => {
    const { email, code, old_code, payment } = value;
    const before = (await readFactors(credentials, userId)).email;
    if (before?.toLowerCase() === email) return;
    const key = { purpose: 'bind', userId, address: email } as const;
    const [subject, hash] = [subjectOf(key), codeHash(pepper, key, code)];
    // Looked at before the proof, which a right one may use up, and used only after it.
    if (!(await emailCodes.check(subject, hash, context.nowMs))) throw wrongCode();
    const ofOld = { ...(old_code !== undefined && { code: old_code }), ...(payment !== undefined && { payment }) };
    await prove(userId, before === null ? proof : ofOld, context);
    if (!(await emailCodes.consume(subject, hash, context.nowMs))) throw wrongCode();
    assertDone(await credentials.bindEmail(changeOf(settings, context, 'email'), before, email), {
      stale: codes.email_code_wrong,
      taken: codes.email_used,
    });
  };
}

// Forgotten password: first a code to the verified address, then the new password with it. The first answer is the same
// whether or not there is such an account.
import { call } from '../../../lib/api/client.ts';

/** The ticket that the code is good with. It is kept in memory alone. */
export async function sendResetCode(account: string): Promise<string> {
  const sent = await call('loginReset', { body: { account } }, { screenHandled: true, quiet: true });
  return sent.step === 'sent' ? sent.ticket : '';
}

export interface NewPassword {
  readonly account: string;
  readonly code: string;
  readonly ticket: string;
  readonly password: string;
  readonly confirm: string;
}

export async function resetPassword(body: NewPassword): Promise<void> {
  await call('loginReset', { body }, { screenHandled: true, quiet: true });
}

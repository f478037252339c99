// Opens an account and begins its first session. The one-time welcome is noted before the session begins, so that the
// home screen finds it.
import { call } from '../../../lib/api/client.ts';
import { terminalCode } from '../../../lib/platform.ts';
import { forgetReferrer } from '../../../lib/stores/caches.ts';
import { beginSession } from '../../../lib/stores/session.ts';
import { markWelcome } from '../../../lib/stores/welcome.ts';
import type { RegisterForm } from '../account-rules.ts';

export async function register({ account, password, confirm, referrer }: RegisterForm): Promise<void> {
  const body = { terminal: terminalCode, account: account.trim(), password, confirm, referrer: referrer.trim() };
  const { token, user } = await call('loginRegister', { body }, { screenHandled: true });
  forgetReferrer();
  markWelcome();
  beginSession(token, user);
}

// Asks for a session with account and password, and begins it.
import { call } from '../../../lib/api/client.ts';
import { beginSession } from '../../../lib/stores/session.ts';
import { terminal } from '../../../platform/browser.ts';

export async function logIn(account: string, password: string): Promise<void> {
  const { token, user } = await call(
    'loginAccount',
    { body: { terminal, account, password, agree: 1 } },
    { screenHandled: true },
  );
  beginSession(token, user);
}

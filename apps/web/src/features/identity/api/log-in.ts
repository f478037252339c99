// Asks for a session with account and password, and begins it.
import { call } from '../../../lib/api/client.ts';
import { terminalCode } from '../../../lib/platform.ts';
import { beginSession } from '../../../lib/stores/session.ts';

export async function logIn(account: string, password: string): Promise<void> {
  const { token, user } = await call(
    'loginAccount',
    { body: { terminal: terminalCode, account, password, agree: 1 } },
    { screenHandled: true },
  );
  beginSession(token, user);
}

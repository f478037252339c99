// Asks for a session with account and password, and begins it.
import { call } from '../../../lib/api/client.ts';
import { terminalCode } from '../../../lib/platform.ts';
import { beginSession } from '../../../lib/stores/session.ts';

/** `agree`: to texts that have changed since, where the server asked for that. */
export async function logIn(account: string, password: string, agree: boolean): Promise<void> {
  const body = { terminal: terminalCode, account, password, ...(agree && { agree: 1 as const }) };
  const { token, user } = await call('loginAccount', { body }, { screenHandled: true });
  beginSession(token, user);
}

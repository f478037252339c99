// The mails of a test server without a mail server, read where its local page reads them.
import { loginReset } from '@cormorant/contract/calls/identity.ts';
import { vi } from 'vitest';
import type { ApiServer, Asked, Person } from './api-server.ts';

export interface QueuedMail {
  readonly subject: string;
  readonly body: string;
}

/** The newest first. */
export async function mailsTo(api: ApiServer, address: string): Promise<QueuedMail[]> {
  const found = await api.pool.query<QueuedMail>(
    'select subject, body from mail_outbox where lower(recipient) = lower($1) order by id desc',
    [address],
  );
  return found.rows;
}

/** The code in the newest mail to the address, which may still be on its way. */
export function codeSentTo(api: ApiServer, address: string): Promise<string> {
  return vi.waitFor(async () => {
    const [mail] = await mailsTo(api, address);
    const code = mail === undefined ? undefined : /^\d{6}$/m.exec(mail.body)?.[0];
    if (code === undefined) throw new Error(`no code was sent to ${address}`);
    return code;
  }, 5_000);
}

/** Asks for a code that resets the password: the ticket it is good with. */
export async function askReset(api: ApiServer, account: string, asked: Asked = {}): Promise<string> {
  const answer = await api.send('POST', loginReset.path, { account }, asked);
  if (answer.code !== 1) throw new Error(`no reset was begun: ${answer.code} ${answer.msg}`);
  return (answer.data as { ticket: string }).ticket;
}

/** Gives somebody a verified address, by default one that is old enough to prove who they are. */
export async function withEmail(api: ApiServer, person: Person, email: string, days = 2): Promise<void> {
  const since = new Date(api.clock.nowMs() - days * 86_400_000);
  await api.pool.query(
    `update users set email = $2, email_verified_at = $3,
       created_at = least(created_at, $3::timestamptz - interval '1 hour') where id = $1`,
    [person.userId, email, since],
  );
}

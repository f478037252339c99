// A server as a process of its own that logs all it can, over a database and a mail server of its own: for tests of what
// it says where.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { childEnv } from '../../tools/child-env.ts';
import { openMigratedDatabase } from '../../tools/test-database.ts';
import { NO_VENUE, TEST_PEPPER } from './api-server.ts';

const entry = join(import.meta.dirname, '../../apps/server/src/main.ts');

export interface Said {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly text: string;
  readonly data: Record<string, unknown>;
  readonly code: number;
}

export interface LoggedServer {
  readonly url: string;
  readonly pool: pg.Pool;
  /** What the process wrote, both streams. */
  log(): string;
  /** Mails as they arrived, whole. */
  readonly mails: string[];
  readonly answers: Said[];
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Said>;
  /** Every column that can hold text, of every table, as text; bytes as hex. */
  dump(): Promise<string>;
  close(): Promise<void>;
}

async function startMailServer(mails: string[]): Promise<{ url: string; close(): Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let text = '';
      stream.on('data', (chunk) => {
        text += chunk;
      });
      stream.on('end', () => {
        mails.push(text);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return { url: `smtp://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function startProcess(env: Record<string, string>): Promise<{ child: ChildProcess; url: string; log(): string }> {
  let said = '';
  const child = fork(entry, { silent: true, env: { ...childEnv, ...env } });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      said += text;
    });
  }
  const failed = once(child, 'exit').then(() => {
    throw new Error(`the server ended: ${said}`);
  });
  const [message] = (await Promise.race([once(child, 'message'), failed])) as [{ url: string }];
  failed.catch(() => {}); // it ends when the test does
  return { child, url: message.url, log: () => said };
}

async function dumpOf(pool: pg.Pool): Promise<string> {
  const columns = await pool.query<{ table_name: string; column_name: string; udt_name: string }>(
    `select table_name, column_name, udt_name from information_schema.columns
     where table_schema = 'public' and udt_name in ('text', 'varchar', 'bpchar', 'json', 'jsonb', 'bytea', '_text')`,
  );
  const parts: string[] = [];
  for (const { table_name, column_name, udt_name } of columns.rows) {
    const text = udt_name === 'bytea' ? `encode("${column_name}", 'hex')` : `"${column_name}"::text`;
    const rows = await pool.query<{ t: string | null }>(`select ${text} as t from "${table_name}"`);
    for (const { t } of rows.rows) if (t !== null) parts.push(`${table_name}.${column_name}=${t}`);
  }
  return parts.join('\n');
}

export async function startLoggedServer(env: Record<string, string> = {}): Promise<LoggedServer> {
  const database = await openMigratedDatabase();
  const mails: string[] = [];
  const mail = await startMailServer(mails);
  const { child, url, log } = await startProcess({
    DATABASE_URL: database.url,
    DATABASE_CONNECTIONS: '6',
    VENUE_URL: NO_VENUE,
    PORT: '0',
    LOG_LEVEL: 'debug',
    PASSWORD_COST: 'cheap',
    RATE_LIMITS: 'off',
    PEPPER: TEST_PEPPER,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Cormorant <no-reply@example.org>',
    ...env,
  });
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => {});
  const answers: Said[] = [];
  return {
    url,
    pool,
    log,
    mails,
    answers,
    send: async (method, path, body, headers = {}) => {
      const response = await fetch(url + path, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const json = text.startsWith('{') ? JSON.parse(text) : {};
      const said = { method, path, status: response.status, text, data: json.data ?? {}, code: json.code ?? 0 };
      answers.push(said);
      return said;
    },
    dump: () => dumpOf(pool),
    close: async () => {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
      await pool.end();
      await mail.close();
      await database.close();
    },
  };
}

// The outbox and SMTP, against a real mail server in a process of its own: what arrives, what is tried again, what is
// given up, and that nothing is said in the clear where it must not be.
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSmtpSender } from '../../apps/server/src/adapters/mail/smtp-sender.ts';
import { openPool, transaction } from '../../apps/server/src/adapters/postgres/pool.ts';
import { createMailOutbox, queueMail } from '../../apps/server/src/adapters/postgres/server/mail-outbox.ts';
import { pauseAfter, sendMail } from '../../apps/server/src/jobs/send-mail.ts';
import type { NewMail } from '../../apps/server/src/ports/mail-outbox.ts';
import { openMigratedDatabase, type TestDatabase } from '../../tools/test-database.ts';
import { stretchedMs } from '../../tools/test-yardstick.ts';
import { newPerson, startApi } from './api-server.ts';
import { decoded, type MailServer, startMailServer } from './mail-server.ts';
import { SMTP_CERTIFICATE } from './smtp-certificate.ts';

const FROM = 'Cormorant 鱼鹰 <no-reply@example.org>';
const MINUTE = 60_000;

let database: TestDatabase;
let pool: ReturnType<typeof openPool>;
let server: MailServer;
let nowMs: number;
let logged: string[];
const opened: { close(): void }[] = [];
const stopped: MailServer[] = [];

beforeAll(async () => {
  database = await openMigratedDatabase();
  pool = openPool(database.url, 4, () => {});
});
afterAll(async () => {
  await pool.end();
  await database.close();
});
beforeEach(async () => {
  await pool.query('delete from mail_outbox');
  server = await startMailServer();
  nowMs = Date.UTC(2026, 10, 21, 12);
  logged = [];
});
afterEach(async () => {
  for (const sender of opened.splice(0)) sender.close();
  for (const one of [server, ...stopped.splice(0)]) await one.stop();
});

async function another(setup: Parameters<typeof startMailServer>[0]): Promise<MailServer> {
  const started = await startMailServer(setup);
  stopped.push(started);
  return started;
}

function senderTo(url: string, requireTls = false, timeoutMs = 2_000) {
  const sender = createSmtpSender({ url, from: FROM, requireTls, timeoutMs });
  opened.push(sender);
  return sender;
}

/** One run of the job, as one process does it. */
function runJob(url = `smtp://127.0.0.1:${server.port}`, requireTls = false, timeoutMs = 2_000): Promise<void> {
  const log = (level: string, text: string): unknown => logged.push(`${level} ${text}`);
  return sendMail({
    outbox: createMailOutbox(pool),
    sender: senderTo(url, requireTls, timeoutMs),
    clock: { nowMs: () => nowMs },
    log,
  })();
}

const mailOf = (more: Partial<NewMail> = {}): NewMail => ({
  to: 'somebody@example.org',
  subject: '鱼鹰:验证码 — ünïcode 🐦',
  text: '您的验证码:\n482913\n10分钟内有效 <b>&',
  nowMs,
  ...more,
});
const queue = (more: Partial<NewMail> = {}) => transaction(pool, (client) => queueMail(client, mailOf(more)));

interface Row {
  outcome: string | null;
  tries: number;
  body: string | null;
}
async function rows(): Promise<Row[]> {
  return (await pool.query<Row>('select outcome, tries, body from mail_outbox order by id')).rows;
}

describe('the outbox', () => {
  it('keeps a mail only with what it tells: a transaction that fails leaves none', async () => {
    const failing = transaction(pool, async (client) => {
      await queueMail(client, mailOf());
      throw new Error('what it tells did not happen');
    });
    await expect(failing).rejects.toThrow();
    await runJob();
    expect(server.mails).toHaveLength(0);
  });

  it('delivers a mail as it was written, in both forms, and forgets its body', async () => {
    await queue();
    await runJob();
    const [mail] = server.mails;
    expect(mail).toMatchObject({ from: 'no-reply@example.org', to: ['somebody@example.org'] });
    const text = decoded(mail?.raw ?? '');
    expect(text).toContain('Subject: 鱼鹰:验证码 — ünïcode 🐦');
    expect(text).toContain('From: Cormorant 鱼鹰 <no-reply@example.org>');
    expect(text).toContain('Auto-Submitted: auto-generated');
    expect(text).toContain('您的验证码:\n482913\n10分钟内有效 <b>&');
    expect(text).toContain('>482913</p>');
    expect(text).toContain('10分钟内有效 &lt;b&gt;&amp;</p>');
    expect(await rows()).toEqual([{ outcome: 'sent', tries: 1, body: null }]);
    await runJob();
    expect(server.mails).toHaveLength(1);
  });

  it('sends each mail once, however many senders there are', async () => {
    for (let i = 0; i < 12; i += 1) await queue({ to: `person${i}@example.org` });
    await Promise.all([runJob(), runJob(), runJob()]);
    expect(server.mails.map((mail) => mail.to[0]).sort()).toEqual(
      Array.from({ length: 12 }, (_, i) => `person${i}@example.org`).sort(),
    );
  });

  it.each([
    ['a subject of two lines', { subject: 'hello\r\nBcc: victim@example.org' }],
    ['an address of two lines', { to: 'a@example.org\r\nBcc: victim@example.org' }],
    ['an address with brackets', { to: 'a@example.org>\r\nRCPT TO:<victim@example.org' }],
  ])('takes no mail with %s', async (_name, more) => {
    await expect(queue(more)).rejects.toThrow(/check constraint/);
  });

  it('takes an odd address for one address', async () => {
    await queue({ to: 'a,victim@example.org' });
    await queue({ to: 'a;b:c@example.org' });
    await runJob();
    expect(server.mails.flatMap((mail) => mail.to).sort()).toEqual(['"a,victim"@example.org', '"a;b:c"@example.org']);
  });
});

describe('a mail server that is not well', () => {
  it('is down: tried again with growing pauses, delivered when it is back, not one time more', async () => {
    const { port } = server;
    await server.stop();
    await queue();
    for (let tries = 1; tries <= 4; tries += 1) {
      await runJob(`smtp://127.0.0.1:${port}`);
      await runJob(`smtp://127.0.0.1:${port}`);
      expect(await rows()).toMatchObject([{ outcome: null, tries }]);
      nowMs += pauseAfter(tries) - 1;
      await runJob(`smtp://127.0.0.1:${port}`);
      expect(await rows()).toMatchObject([{ outcome: null, tries }]);
      nowMs += 1;
    }
    server = await startMailServer({ port });
    await runJob();
    expect(server.mails).toHaveLength(1);
    expect(await rows()).toEqual([{ outcome: 'sent', tries: 5, body: null }]);
  });

  it('is busy (4xx): tried again; refuses for good (5xx): given up at once, its body erased', async () => {
    server.behave('busy');
    await queue();
    await runJob();
    expect(await rows()).toMatchObject([{ outcome: null, tries: 1 }]);
    server.behave('accept');
    nowMs += MINUTE;
    await runJob();
    expect(await rows()).toMatchObject([{ outcome: 'sent', tries: 2 }]);
    for (const mode of ['refuse', 'refuse-body'] as const) {
      server.behave(mode);
      await queue();
      await runJob();
      expect((await rows()).at(-1)).toEqual({ outcome: 'refused', tries: 1, body: null });
    }
    expect(server.mails).toHaveLength(1);
    expect(logged.join('\n')).toMatch(/error mail \d+ is given up: EENVELOPE RCPT TO 550\n.*EMESSAGE DATA 554/);
    expect(logged.join('\n')).not.toMatch(/482913|somebody@/);
  });

  it('does not answer: the wait has an end, and the mail is delivered later', async () => {
    server.behave('silent');
    await queue();
    const began = performance.now();
    const patience = stretchedMs(300);
    await runJob(undefined, false, 300);
    const tookMs = performance.now() - began;
    expect(tookMs).toBeLessThan(6 * (await patience));
    expect(await rows()).toMatchObject([{ outcome: null, tries: 1 }]);
    server.behave('accept');
    nowMs += MINUTE;
    await runJob();
    expect(server.mails).toHaveLength(1);
  });

  it('dies in the middle of a mail: delivered by the next one, under the same Message-ID', async () => {
    const { port } = server;
    server.behave('die');
    await queue();
    await runJob();
    expect(await rows()).toMatchObject([{ outcome: null, tries: 1 }]);
    server = await startMailServer({ port });
    nowMs += MINUTE;
    await runJob();
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]?.raw).toMatch(/Message-ID: <\d+\.\d+@example\.org>/);
  });

  it('never comes back: given up after twelve tries, and a code not sent at all once it is of no use', async () => {
    const nowhere = 'smtp://127.0.0.1:1';
    await queue();
    for (let i = 0; i < 20; i += 1) {
      await runJob(nowhere);
      nowMs += 3_600_000;
    }
    expect(await rows()).toEqual([{ outcome: 'given_up', tries: 12, body: null }]);
    await queue({ expiresAtMs: nowMs + 10 * MINUTE });
    await runJob(nowhere);
    nowMs += 10 * MINUTE;
    await runJob();
    expect(server.mails).toHaveLength(0);
    expect((await rows()).at(-1)).toEqual({ outcome: 'expired', tries: 2, body: null });
  });

  it('a sender that died with mails in hand: they are taken again when its lease has ended', async () => {
    await queue();
    await createMailOutbox(pool).claim(5, nowMs, 120_000);
    await runJob();
    expect(server.mails).toHaveLength(0);
    nowMs += 120_000;
    await runJob();
    expect(server.mails).toHaveLength(1);
  });
});

describe('logins and TLS', () => {
  const login = { user: 'mail@er', password: 'pass/wörd canary' };
  const named = `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}`;
  let before: string[];
  beforeAll(() => {
    before = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...before, SMTP_CERTIFICATE]);
  });
  afterAll(() => tls.setDefaultCACertificates(before));

  it.each([
    ['starttls', 'smtp'],
    ['tls', 'smtps'],
  ] as const)('by %s, with a login', async (mode, scheme) => {
    const secure = await another({ tls: mode, login });
    await queue();
    await runJob(`${scheme}://${named}@localhost:${secure.port}`, true);
    expect(secure.mails).toMatchObject([{ secure: true, user: login.user }]);
  });

  it('a wrong login is the operator’s to mend: tried again, and no word of it in the log', async () => {
    const secure = await another({ tls: 'tls', login });
    await queue();
    await runJob(`smtps://${encodeURIComponent(login.user)}:canary_wrong@localhost:${secure.port}`, true);
    expect(await rows()).toMatchObject([{ outcome: null, tries: 1 }]);
    expect(logged).toEqual([expect.stringMatching(/^warn mail \d+ was not sent, try 1: EAUTH AUTH PLAIN 535$/)]);
    nowMs += MINUTE;
    await runJob(`smtps://${named}@localhost:${secure.port}`, true);
    expect(secure.mails).toHaveLength(1);
  });

  it('elsewhere nothing is said in the clear: a server without TLS gets no login and no mail', async () => {
    const plain = await another({ tls: 'none', login });
    await queue();
    await runJob(`smtp://${named}@localhost:${plain.port}`, true);
    expect(plain.mails).toHaveLength(0);
    expect(logged.join()).toMatch(/ETLS/);
  });

  it('a certificate nobody vouches for is not believed', async () => {
    tls.setDefaultCACertificates(before);
    try {
      const secure = await another({ tls: 'starttls', login });
      await queue();
      await runJob(`smtp://${named}@localhost:${secure.port}`, true);
      expect(secure.mails).toHaveLength(0);
      expect(await rows()).toMatchObject([{ outcome: null, tries: 1 }]);
    } finally {
      tls.setDefaultCACertificates([...before, SMTP_CERTIFICATE]);
    }
  });
});

describe('the whole server with a mail server', () => {
  it('sends a code that binds the address, keeps no trace of it, and has no local page', async () => {
    const api = await startApi({ SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: FROM });
    try {
      const person = await newPerson(api);
      const email = `bird.${person.sn}@example.org`;
      const set = (field: string, value: unknown, proof?: unknown) =>
        api.send('POST', '/api/user/setInfo', { field, value, proof }, { token: person.token });
      expect(await set('email_code', email)).toMatchObject({ code: 1 });
      await vi.waitFor(() => expect(server.mails).toHaveLength(1), 5_000);
      const code = /\n(\d{6})\r?\n/.exec(decoded(server.mails[0]?.raw ?? ''))?.[1];
      expect(await set('email', { email, code }, { password: person.password })).toMatchObject({ code: 1 });
      const kept = await vi.waitFor(async () => {
        const found = await api.pool.query('select outcome, body from mail_outbox');
        expect(found.rows).toEqual([{ outcome: 'sent', body: null }]);
        return api.pool.query('select * from email_codes');
      }, 5_000);
      expect(JSON.stringify(kept.rows)).not.toContain(code);
      expect((await api.send('GET', '/dev/mail')).status).toBe(404);
    } finally {
      await api.close();
    }
  });
});

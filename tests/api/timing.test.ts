// Accounts that exist and accounts that do not are the same work: as many statements of the same kind to the database and
// as many slow hashes. Time itself is measured by bench/identity, not here.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ApiServer, newPerson, startApi } from './api-server.ts';
import { askReset, withEmail } from './local-mails.ts';
import { newWallet, newWalletPerson } from './wallets.ts';

const done = vi.hoisted(() => ({ hashes: [] as string[], statements: [] as string[] }));

// The real hash and the real database, written down.
vi.mock('@node-rs/argon2', async (original) => {
  const argon = await original<typeof import('@node-rs/argon2')>();
  const verify: typeof argon.verify = (hash, ...given) => {
    done.hashes.push(`verify ${String(hash).split('$').slice(1, 4).join(' ')}`);
    return argon.verify(hash, ...given);
  };
  const hash: typeof argon.hash = (...given) => {
    done.hashes.push('hash');
    return argon.hash(...given);
  };
  return { ...argon, verify, hash };
});

vi.mock('pg', async (original) => {
  const pg = await original<typeof import('pg')>();
  const { Client } = pg.default;
  const query = Client.prototype.query as (...given: unknown[]) => unknown;
  Client.prototype.query = function write(this: unknown, ...given: unknown[]) {
    const [first] = given;
    const text = typeof first === 'string' ? first : (first as { text?: string }).text;
    const values = (given[1] ?? (first as { values?: unknown[] }).values ?? []) as unknown[];
    // Background work asks for settings and due mails at moments of its own; tests ask over a pool of their own.
    if (text !== undefined && /users|login|email_code|sessions/.test(text)) {
      done.statements.push(`${text.replace(/\s+/g, ' ')} with ${Array.isArray(values) ? values.length : 0}`);
    }
    return query.apply(this, given);
  } as typeof Client.prototype.query;
  return pg;
});

let api: ApiServer;
beforeAll(async () => {
  api = await startApi({ ROLES: 'api' });
});
afterAll(() => api.close());
beforeEach(() => {
  done.hashes = [];
  done.statements = [];
});

interface Work {
  readonly answer: unknown;
  readonly hashes: readonly string[];
  readonly statements: readonly string[];
}

async function workOf(method: string, path: string, body?: unknown): Promise<Work> {
  done.hashes = [];
  done.statements = [];
  const { headers: _headers, ...answer } = await api.send(method, path, body);
  const at = { hashes: [...done.hashes], statements: [...done.statements] };
  return { answer, ...at };
}

const signIn = (account: string) =>
  workOf('POST', '/api/login/account', { terminal: 1, account, password: 'wrong4Word' });

describe('signing in with a wrong password', () => {
  it('is the same work for whoever it is', async () => {
    const person = await newPerson(api);
    const mailed = await newPerson(api);
    await withEmail(api, mailed, 'timing@example.org');
    const disabled = await newPerson(api);
    await api.pool.query("update users set status = 'disabled' where id = $1", [disabled.userId]);
    const known = await signIn(person.account);
    expect(known.hashes).toHaveLength(1);
    expect(known.statements.length).toBeGreaterThanOrEqual(2);
    for (const account of ['never_here', 'timing@example.org', 'no-one@example.org', disabled.account, "' or 1=1"]) {
      expect(await signIn(account), account).toEqual(known);
    }
  });

  it('is the same work once it is locked', async () => {
    const person = await newPerson(api);
    for (let guess = 0; guess < 5; guess += 1) {
      await signIn(person.account);
      await signIn('never_there');
    }
    const known = await signIn(person.account);
    expect(known.hashes).toEqual([]);
    const unknown = await signIn('never_there');
    const codeOf = (work: Work) => (work.answer as { code: number }).code;
    expect([codeOf(known), codeOf(unknown)]).toEqual([1003, 1003]);
    expect({ ...unknown, answer: null }).toEqual({ ...known, answer: null });
  });

  it('of a wallet user who has none is the same work too', async () => {
    const inviter = await newPerson(api);
    const { sn } = await newWalletPerson(api, inviter.sn);
    await api.pool.query("update users set email = 'wallet@example.org', email_verified_at = now() where sn = $1", [
      sn,
    ]);
    const known = await signIn(inviter.account);
    expect(await signIn('wallet@example.org')).toEqual(known);
  });
});

describe('asking about a wallet', () => {
  it.each(['exists', 'nonce'])('login/%s is the same work whether or not it has a user', async (door) => {
    const { wallet } = await newWalletPerson(api, (await newPerson(api)).sn);
    const known = await workOf('GET', `/api/login/${door}?address=${wallet.address}`);
    const unknown = await workOf('GET', `/api/login/${door}?address=${newWallet().address}`);
    expect(known.statements.length).toBeGreaterThan(0);
    expect({ ...unknown, answer: null }).toEqual({ ...known, answer: null });
    const formOf = (work: Work) =>
      Object.entries((work.answer as { data: object }).data).map(([key, value]) => [key, typeof value]);
    expect(formOf(unknown)).toEqual(formOf(known));
  });
});

describe('a forgotten password', () => {
  const ticketForm = /"ticket":"[A-Za-z0-9_-]{43}"/;

  it('is answered by the same work before it is looked who it is', async () => {
    const mailed = await newPerson(api);
    await withEmail(api, mailed, 'forgot@example.org');
    const plain = await newPerson(api);
    const answers: unknown[] = [];
    for (const account of [mailed.account, plain.account, 'never_was', 'forgot@example.org', 'nobody@example.org']) {
      const work = await workOf('POST', '/api/login/reset', { account });
      expect(work.hashes).toEqual([]);
      answers.push(JSON.parse(JSON.stringify(work.answer).replace(ticketForm, '"ticket":"…"')));
      await new Promise((resolve) => setTimeout(resolve, 100)); // what follows the answer is not the next one's
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ code: 1, data: { step: 'sent', ticket: '…' } });
  });

  it('with a wrong code is the same work and answer', async () => {
    const mailed = await newPerson(api);
    await withEmail(api, mailed, 'guess@example.org');
    const guess = (account: string, ticket: string) =>
      workOf('POST', '/api/login/reset', {
        account,
        ticket,
        code: '482913',
        password: 'brave4Lantern',
        confirm: 'brave4Lantern',
      });
    const [ticket, nobodys] = [await askReset(api, mailed.account), await askReset(api, 'never_mailed')];
    await new Promise((resolve) => setTimeout(resolve, 200));
    const known = await guess(mailed.account, ticket);
    expect((known.answer as { code: number }).code).toBe(1304);
    expect(known.hashes).toEqual([]);
    expect(await guess('never_mailed', nobodys)).toEqual(known);
    expect(await guess('never_asked', 'T'.repeat(43))).toEqual(known);
    expect(await guess(mailed.account, nobodys)).toEqual(known);
    expect(await guess('never_mailed', ticket)).toEqual(known);
  });
});

describe('an answer at a door', () => {
  // With cheap hashes a step is five milliseconds; this says that it is kept, not how fast anything is.
  it.each([
    ['POST', '/api/login/account', { terminal: 1, account: 'never_even', password: 'wrong4Word' }],
    ['POST', '/api/login/account', {}],
    ['POST', '/api/login/reset', { account: 'never_even' }],
    ['GET', '/api/login/nonce?address=0x52908400098527886E0F7030069857D2E4169EE7', undefined],
  ])('%s %s leaves at the end of its step', async (method, path, body) => {
    for (let time = 0; time < 10; time += 1) {
      const startMs = performance.now();
      await api.send(method, path, body);
      expect(performance.now() - startMs).toBeGreaterThanOrEqual(5);
    }
  });
});

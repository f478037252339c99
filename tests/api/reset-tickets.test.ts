// A reset's code belongs to who asked for it: what strangers who know the account's name do spends and replaces nothing
// of the owner's, and a failure of ours does not either. Requests come from several addresses through a proxy.
import { loginAccount, loginReset } from '@cormorant/contract/calls/identity.ts';
import { userChangePassword } from '@cormorant/contract/calls/security.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiServer, newPerson, type Person, startApi } from './api-server.ts';
import { askReset, mailsTo, withEmail } from './local-mails.ts';

const MINUTE = 60_000;
const NEXT = 'other7Harbour';
/** More than can wait for a hash at once. */
const TOO_MANY = 80;

const hashing = vi.hoisted(() => ({ gate: Promise.resolve() }));

// The real hash, behind a gate.
vi.mock('@node-rs/argon2', async (original) => {
  const argon = await original<typeof import('@node-rs/argon2')>();
  const verify: typeof argon.verify = async (...given) => {
    await hashing.gate;
    return argon.verify(...given);
  };
  return { ...argon, verify };
});

let api: ApiServer;
beforeAll(async () => {
  // The mails stay in the outbox: this server sends none, and nothing listens there.
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Cormorant <no-reply@example.org>' };
  api = await startApi({ ...mail, ROLES: 'api', TRUSTED_PROXIES: '1' });
});
afterAll(() => api.close());

interface Given {
  readonly ticket: string;
  readonly code: string;
}

const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
const [OWNER, STRANGER] = ['198.51.100.1', '203.0.113.9'];
const finish = async (account: string, { ticket, code }: Given, password = NEXT, ip = OWNER): Promise<number> => {
  const body = { account, ticket, code, password, confirm: password };
  return (await api.send('POST', loginReset.path, body, from(ip))).code;
};
const signIn = async (account: string, password: string): Promise<number> =>
  (await api.send('POST', loginAccount.path, { terminal: 1, account, password })).code;
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function withMail(): Promise<Person & { email: string }> {
  const person = await newPerson(api);
  const email = `ticket.${person.sn}@example.org`;
  await withEmail(api, person, email);
  return { ...person, email };
}

const codesTo = async (email: string): Promise<string[]> =>
  (await mailsTo(api, email)).flatMap((mail) => /^\d{6}$/m.exec(mail.body)?.[0] ?? []);

/** What the answer gave to who asks from there, and what the mail gave to the owner. */
async function asked({ account, email }: { account: string; email: string }, ip: string): Promise<Given> {
  const before = (await codesTo(email)).length;
  const ticket = await askReset(api, account, from(ip));
  await vi.waitFor(async () => expect(await codesTo(email)).toHaveLength(before + 1), 5_000);
  return { ticket, code: (await codesTo(email))[0] ?? '' };
}

async function guessFiveTimes(account: string, theirs: Given): Promise<void> {
  for (let guess = 0; guess < 5; guess += 1) {
    expect(await finish(account, { ...theirs, code: other(theirs.code) }, NEXT, STRANGER)).toBe(1304);
  }
  expect(await finish(account, theirs, NEXT, STRANGER)).toBe(1304);
}

describe('a stranger who knows the name', () => {
  it('spends the guesses of their own ticket alone', async () => {
    const person = await withMail();
    const mine = await asked(person, OWNER);
    await guessFiveTimes(person.account, await asked(person, STRANGER));
    expect(await finish(person.account, mine)).toBe(1);
    expect(await finish(person.account, mine, 'third7Harbour')).toBe(1304);
    expect(await signIn(person.account, NEXT)).toBe(1);
  });

  it('cannot use the code of the owner, nor the owner theirs', async () => {
    const person = await withMail();
    const [mine, theirs] = [await asked(person, OWNER), await asked(person, STRANGER)];
    expect(mine.code).not.toBe(theirs.code);
    expect(await finish(person.account, { ...theirs, code: mine.code }, NEXT, STRANGER)).toBe(1304);
    expect(await finish(person.account, { ...mine, code: theirs.code })).toBe(1304);
    expect(await finish(person.account, mine)).toBe(1);
  });

  it('does not put the owner off by asking, who is put off by their own asking', async () => {
    const person = await withMail();
    await asked(person, STRANGER);
    const mine = await asked(person, OWNER);
    await expect(askReset(api, person.account, from(OWNER))).rejects.toThrow('1305');
    await expect(askReset(api, person.account, from(STRANGER))).rejects.toThrow('1305');
    expect(await finish(person.account, mine)).toBe(1);
  });

  it.each(['known', 'unknown'])(
    'from however many addresses: a name that is %s is written to ten times a day',
    async (who) => {
      const account = who === 'known' ? (await withMail()).account : 'never_there';
      const answers: number[] = [];
      for (let at = 0; at < 12; at += 1) {
        answers.push((await api.send('POST', loginReset.path, { account }, from(`192.0.2.${at}`))).code);
      }
      expect(answers).toEqual([...Array(10).fill(1), 1305, 1305]);
    },
  );
});

describe('a ticket', () => {
  it('is dead once another one of the user has set a password', async () => {
    const person = await withMail();
    const [mine, theirs] = [await asked(person, OWNER), await asked(person, STRANGER)];
    expect(await finish(person.account, mine)).toBe(1);
    expect(await finish(person.account, theirs, 'third7Harbour', STRANGER)).toBe(1304);
    expect(await signIn(person.account, NEXT)).toBe(1);
  });

  it('sets one password when two of a user are used at once', async () => {
    const person = await withMail();
    const both = [await asked(person, OWNER), await asked(person, STRANGER)];
    const codes = await Promise.all(both.map((one, at) => finish(person.account, one, `both${at}Harbour`)));
    expect(codes.toSorted((one, other) => one - other)).toEqual([1, 1304]);
  });

  it('is dead once the owner has changed the password', async () => {
    const person = await withMail();
    const given = await asked(person, STRANGER);
    const body = { old_password: person.password, password: NEXT, confirm: NEXT };
    expect((await api.send('POST', userChangePassword.path, body, { token: person.token })).code).toBe(1);
    expect(await finish(person.account, given, 'third7Harbour')).toBe(1304);
  });

  it('goes on when the owner asks again, until it is ten minutes old', async () => {
    const person = await withMail();
    const first = await asked(person, OWNER);
    api.clock.advance(9 * MINUTE);
    const second = await asked(person, OWNER);
    expect(await finish(person.account, { ...second, code: other(second.code) })).toBe(1304);
    api.clock.advance(MINUTE);
    expect(await finish(person.account, first)).toBe(1304);
    expect(await finish(person.account, second)).toBe(1);
  });

  it('of one account is none of another, whichever code comes with it', async () => {
    const [one, another] = [await withMail(), await withMail()];
    const [ofOne, ofAnother] = [await asked(one, OWNER), await asked(another, STRANGER)];
    for (const { account } of [one, another]) {
      expect(await finish(account, { ...ofOne, code: ofAnother.code })).toBe(1304);
      expect(await finish(account, { ...ofAnother, code: ofOne.code })).toBe(1304);
    }
    expect(await finish(another.account, ofOne)).toBe(1304);
    expect(await signIn(another.account, another.password)).toBe(1);
    expect(await finish(one.account, ofOne)).toBe(1);
    expect(await finish(another.account, ofAnother)).toBe(1);
  });

  it('of nobody has the same form and the same refusals', async () => {
    const person = await withMail();
    const mine = await asked(person, OWNER);
    const nobodys = await askReset(api, 'never_asked', from(OWNER));
    for (const ticket of [mine.ticket, nobodys]) expect(ticket).toMatch(/^[A-Za-z0-9_-]{43}$/);
    for (let guess = 0; guess < 7; guess += 1) {
      expect(await finish('never_asked', { ticket: nobodys, code: mine.code })).toBe(1304);
      expect(await finish(person.account, { ticket: nobodys, code: mine.code })).toBe(1304);
    }
    expect(await finish(person.account, mine)).toBe(1);
  });
});

describe('a failure of ours does not cost the code', () => {
  it('when too many wait for a hash', async () => {
    const person = await withMail();
    const mine = await asked(person, OWNER);
    let open = () => {};
    hashing.gate = new Promise((resolve) => {
      open = resolve;
    });
    let refused = 0;
    const knocks = Array.from({ length: TOO_MANY }, async (_, at) => {
      const code = await signIn(`crowd_${at}`, 'wrong4Word');
      if (code === 9002) refused += 1;
    });
    try {
      await vi.waitFor(() => expect(refused).toBeGreaterThan(0), 5_000);
      expect(await finish(person.account, mine)).toBe(9002);
    } finally {
      open();
    }
    await Promise.all(knocks);
    expect(await finish(person.account, mine)).toBe(1);
  });

  it('when the password could not be stored', async () => {
    const person = await withMail();
    const mine = await asked(person, OWNER);
    await api.pool.query(`create function fall() returns trigger language plpgsql as $$ begin raise 'fallen'; end $$;
      create trigger fall before insert on mail_outbox for each row execute function fall()`);
    try {
      expect(await finish(person.account, mine)).not.toBe(1);
    } finally {
      await api.pool.query('drop function fall cascade');
    }
    expect(await signIn(person.account, person.password)).toBe(1);
    expect(await finish(person.account, mine)).toBe(1);
  });
});

// What the log keeps of errors and fields, and what it never does, however a line is written.
import { Writable } from 'node:stream';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { CENSORED, censored, createLog, errorFields, scrubbed } from './log.ts';

const token = 'kX3fT0q9vW-Zz_1aB2cD3eF4gH5iJ6kL7mN8oP9qR0s';
const signature = `0x${'ab'.repeat(65)}`;
const secrets = ['hidden7Harbour', '482913', token, signature];

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  const stream = new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line));
      done();
    },
  });
  write(createLog('debug', stream));
  return lines.join('');
}

function expectNone(text: string): void {
  for (const secret of secrets) expect(text).not.toContain(secret);
}

describe('a line of the log', () => {
  it.each([
    ['password', 'hidden7Harbour'],
    ['old_password', 'hidden7Harbour'],
    ['confirm', 'hidden7Harbour'],
    ['payment', '482913'],
    ['old_payment', '482913'],
    ['code', '482913'],
    ['old_code', '482913'],
    ['email_code', '482913'],
    ['signature', signature],
    ['nonce', '482913'],
    ['message', '482913'],
    ['token', token],
    ['authorization', `Bearer ${token}`],
    ['apiKey', 'hidden7Harbour'],
    ['api_key', 'hidden7Harbour'],
    ['secretKey', 'hidden7Harbour'],
    ['secret_key', 'hidden7Harbour'],
    ['passphrase', 'hidden7Harbour'],
    ['body', 'hidden7Harbour'],
    ['headers', 'hidden7Harbour'],
  ])('never holds the field %s, at any depth and in a child', (name, value) => {
    const text = logged((log) => {
      log.info({ [name]: value, kept: 'seen' }, 'line');
      log.child({ reqId: 'r1' }).warn({ deep: [{ proof: { [name]: value } }] }, 'line');
      log.error({ err: Object.assign(new Error('x'), name === 'message' ? {} : { [name]: value }) }, 'line');
      log.error({ err: { [name]: value } }, 'line');
    });
    expectNone(text);
    expect(text).toContain('seen');
    expect(text.match(/"msg":"line"/g)).toHaveLength(4);
  });

  it('holds no request and no answer, even when it is handed one', () => {
    const text = logged((log) => log.info({ req: { url: `/x?t=${token}` }, res: { text: 'hidden7Harbour' } }, 'line'));
    expectNone(text);
  });

  it('tells what failed: kind, words, code, where, and the cause', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const text = logged((log) => log.error({ err: new Error('no database', { cause }), trace: 'a1' }, 'failed'));
    const line = JSON.parse(text);
    expect(line).toMatchObject({ trace: 'a1', msg: 'failed', err: { type: 'Error', message: 'no database' } });
    expect(line.err.stack).toContain('log.test.ts');
    expect(line.err.cause).toMatchObject({ message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' });
  });
});

describe('an error of the database', () => {
  function databaseError(message: string, fields: Partial<pg.DatabaseError>): pg.DatabaseError {
    return Object.assign(new pg.DatabaseError(message, 10, 'error'), fields);
  }

  it('keeps names and loses rows', () => {
    const error = databaseError('new row for relation "users" violates check constraint "users_check"', {
      code: '23514',
      table: 'users',
      constraint: 'users_check',
      detail: 'Failing row contains (1, hidden7Harbour, 482913).',
      where: `COPY users, line 1: "${token}"`,
    });
    const fields = errorFields(error);
    expect(fields).toMatchObject({ code: '23514', table: 'users', constraint: 'users_check' });
    expect((fields as { message: string }).message).toContain('"users_check"');
    expectNone(JSON.stringify(fields));
  });

  it('loses the value its message quotes', () => {
    const error = databaseError('invalid input syntax for type bigint: "482913 "hidden7Harbour""', { code: '22P02' });
    expect(errorFields(error)).toMatchObject({ message: `invalid input syntax for type bigint: "${CENSORED}"` });
  });
});

describe('a sentence', () => {
  it.each([
    [`the header Bearer ${token} is odd`, `the header Bearer ${CENSORED} is odd`],
    [`the session ${token} ended`, `the session ${CENSORED} ended`],
    [`signed ${signature}`, `signed ${CENSORED}`],
    ['hash $argon2id$v=19$m=65536,t=3,p=1$c2FsdA$aGFzaA', `hash ${CENSORED}`],
    ['postgres://me:hidden7Harbour@db:5432/x', `postgres://${CENSORED}@db:5432/x`],
    ['URL: https://bsc.example/v3/hidden7Harbour?key=482913', 'URL: https://bsc.example'],
  ])('%s', (text, kept) => {
    expect(scrubbed(text)).toBe(kept);
  });

  it('of a library that goes on with what it sent keeps its first line', () => {
    const error = new Error(`HTTP request failed.\n\nRequest body: {"params":["${signature}","482913"]}`);
    expect(errorFields(error)).toMatchObject({ message: 'HTTP request failed.' });
    expectNone(JSON.stringify(errorFields(error)));
  });

  it('is never endless', () => {
    expect(scrubbed('x '.repeat(50_000)).length).toBeLessThan(10_000);
  });
});

it('a structure without end is cut', () => {
  const ring: Record<string, unknown> = { name: 'ring' };
  ring['self'] = ring;
  expect(JSON.stringify(censored(ring))).toContain(CENSORED);
});

// The commands of operators against PostgreSQL: who may what, two persons for a correction, and a log that tells when it was
// touched.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAuditedSettings } from '../../apps/server/src/adapters/postgres/audit/audited-settings.ts';
import { createHelpStore } from '../../apps/server/src/adapters/postgres/content/help-store.ts';
import { createLedgerStore } from '../../apps/server/src/adapters/postgres/ledger/ledger-store.ts';
import { openPool } from '../../apps/server/src/adapters/postgres/pool.ts';
import { type LoadedSettings, loadSettings } from '../../apps/server/src/adapters/postgres/server/settings-store.ts';
import { readHelpFiles } from '../../apps/server/src/adapters/system/help-files.ts';
import { applyServiceRate } from '../../apps/server/src/features/fees/change-service-rate.ts';
import { openMigratedDatabase, type TestDatabase } from '../../tools/test-database.ts';
import { commandOf, commands, runCommand } from './commands.ts';

const SN = '71234567';
const DAY_MS = 86_400_000;
const tokens: Record<string, string> = {};
let nowMs = 1_793_000_000_000;
let database: TestDatabase;
let pool: pg.Pool;
let settings: LoadedSettings;
let userId = 0;
let seenOfFirst: unknown[] = [];
let saidBeforeInit: unknown;

beforeAll(async () => {
  database = await openMigratedDatabase();
  pool = openPool(database.url, 3, () => {});
  settings = await loadSettings(pool, () => {});
  const made = await pool.query<{ id: number }>(
    `insert into users (sn, nickname, account, password_hash, avatar) values ('${SN}', 'n', 'somebody', 'h', 'a01') returning id`,
  );
  userId = made.rows[0]!.id;
  saidBeforeInit = await op('adjust approve 1', '').catch(String);
  for (const line of await op('init --name ann --second eve', '')) keepToken(line);
  seenOfFirst = (await pool.query('select name, token_seen_by as seen from operators order by id')).rows;
  for (const [name, roles] of [
    ['bob', 'finance'],
    ['cat', 'viewer'],
    ['dan', 'risk,finance_lead'],
  ] as const) {
    for (const line of await op(`operator add --name ${name} --roles ${roles}`, 'ann')) keepToken(line);
  }
  nowMs += DAY_MS;
  await op(`operator vouch --name eve --mark ${await renew('eve')}`, 'ann');
  await op(`operator vouch --name dan --mark ${await renew('dan')}`, 'eve');
});
afterAll(async () => {
  settings.stop();
  await pool.end();
  await database.close();
});

function keepToken(line: string): void {
  const [, name, token] = /OP_TOKEN of (\w+), shown once: (.+)$/.exec(line) ?? [];
  tokens[name ?? ''] = token ?? '';
}

/** Answers the mark of the token that it has after that. */
async function renew(by: string): Promise<string> {
  const said = await op('operator renew', by);
  for (const line of said) keepToken(line);
  return /: ([0-9a-f]{8})$/.exec(said[1] ?? '')?.[1] ?? '';
}

/** What a command says. Words with `--` before them are options. */
async function op(text: string, by: string, options: Record<string, string> = {}): Promise<string[]> {
  const said: string[] = [];
  const [words = '', ...pairs] = text.split(' --');
  const given = Object.fromEntries(pairs.map((pair) => [pair.split(' ')[0], pair.split(' ').slice(1).join(' ')]));
  const own = by === '' ? {} : { by, token: tokens[by] ?? '', reason: 'because' };
  await runCommand(commandOf(words.split(' ')), {
    ...{ pool, settings, clock: { nowMs: () => nowMs } },
    options: { ...own, ...given, ...options },
    say: (line) => said.push(line),
  });
  return said;
}

const availableOf = async () => (await createLedgerStore(pool).holdingsOf(userId)).holdings.available;

test('a write asks for a name, its token, a reason and a role; the first operator is made once', async () => {
  expect(saidBeforeInit).toContain('no operator yet; first comes  npm run op -- init --name NAME --second NAME');
  const ask = `adjust ask ${SN} --account available --amount 5`;
  await expect(op(ask, '')).rejects.toThrow('--by is missing');
  await expect(op(ask, 'bob', { reason: ' ' })).rejects.toThrow('--reason is missing');
  await expect(op(ask, 'bob', { token: tokens['cat'] ?? '' })).rejects.toThrow('not the token');
  await expect(op(ask, 'cat')).rejects.toThrow('no role');
  await expect(op('init --name eve', '')).rejects.toThrow('operators already');
  expect(commands.filter(({ roles }) => roles === undefined).map(({ words }) => words)).toEqual([
    ...['init', 'user show', 'adjust list', 'withdraw list', 'setting list', 'request list'],
    ...['content list', 'content show'],
    ...['ledger prove', 'custody show', 'cold list', 'audit verify', 'audit list'],
  ]);
});

test('a correction takes two persons, and no more than there is', async () => {
  const [line] = await op(`adjust ask ${SN} --account available --amount 5.5`, 'bob');
  const id = /adjustment (\d+)/.exec(line ?? '')?.[1];
  expect(await availableOf()).toBe(0n);
  await expect(op(`adjust approve ${id}`, 'bob')).rejects.toThrow('somebody else');
  expect(await op(`adjust approve ${id}`, 'dan')).toEqual([`adjustment ${id} is done`]);
  await expect(op(`adjust approve ${id}`, 'ann')).rejects.toThrow('decided before');
  expect(await availableOf()).toBe(55n * 10n ** 17n);
  const [more] = await op(`adjust ask ${SN} --account available --amount -6`, 'bob');
  const taken = /adjustment (\d+)/.exec(more ?? '')?.[1];
  await expect(op(`adjust approve ${taken}`, 'dan')).rejects.toThrow('less than');
  expect(await op(`adjust reject ${taken}`, 'dan')).toEqual([`adjustment ${taken} is rejected`]);
  expect(await op('adjust list', '')).toEqual([]);
  expect((await op(`user show ${SN}`, '')).join()).toContain('available   5.5');
  for (const amount of ['0', '1e3', '0.000000001', 'x']) {
    await expect(op(`adjust ask ${SN} --account available --amount ${amount}`, 'bob')).rejects.toThrow('--amount');
  }
});

test('one person with two names is not two: names that one has added are that person’s, however many they are', async () => {
  for (const line of await op('operator add --name ann2 --roles finance,admin', 'ann')) keepToken(line);
  const ask = async (by: string) =>
    /adjustment (\d+)/.exec((await op(`adjust ask ${SN} --account points --amount 5`, by))[0] ?? '')?.[1];
  const [byAnn, byBob, byEve] = [await ask('ann'), await ask('bob'), await ask('eve')];
  await expect(op(`adjust approve ${byEve}`, 'ann2')).rejects.toThrow('for a day');
  nowMs += DAY_MS;
  // Whoever has added both could hold both tokens.
  await expect(op(`adjust approve ${byAnn}`, 'ann2')).rejects.toThrow('another person');
  await expect(op(`adjust approve ${byBob}`, 'ann2')).rejects.toThrow('another person');
  // A word for ann2 must not part it from whom it has added: it adds nobody before.
  await expect(op('operator add --name ann3 --roles finance', 'ann2')).rejects.toThrow('vouched for it');
  const sn = 'W26112200000001';
  const { rows } = await pool.query<{ id: number }>(
    `insert into withdrawals (sn, user_id, network, address, amount, fee, status, created_at)
     values ('${sn}', $1, 'BEP20', '0x${'ab'.repeat(20)}', 2000, 1, 'reviewing', now()) returning id`,
    [userId],
  );
  expect((await op(`withdraw approve ${sn}`, 'ann'))[0]).toContain('another operator');
  await expect(op(`withdraw approve ${sn}`, 'bob')).rejects.toThrow('not independent');
  // Nor does one vouch for a name of one's own.
  const mark = await renew('bob');
  await expect(op(`operator vouch --name bob --mark ${mark}`, 'ann2')).rejects.toThrow('another person');
  await expect(op(`operator vouch --name ann --mark ${mark}`, 'eve')).rejects.toThrow('of its own already');
  expect(await op(`adjust approve ${byEve}`, 'ann2')).toEqual([`adjustment ${byEve} is done`]);
  expect(await op(`adjust approve ${byBob}`, 'dan')).toEqual([`adjustment ${byBob} is done`]);
  await op(`adjust reject ${byAnn}`, 'dan');
  // Made by hand, it has nothing frozen: taken out again.
  await pool.query('delete from withdrawal_reviews where withdrawal_id = $1', [rows[0]!.id]);
  await pool.query('delete from withdrawals where id = $1', [rows[0]!.id]);
});

test('nobody is vouched for by a token that who added it has seen, nor by another token than the one it has told of', async () => {
  for (const line of await op('operator add --name fay --roles finance', 'ann')) keepToken(line);
  const seen = tokens['fay'] ?? '';
  await expect(op('operator vouch --name fay --mark 00000000', 'eve')).rejects.toThrow('op operator renew');
  await expect(op('operator vouch --name fay', 'eve')).rejects.toThrow('--mark is missing');
  const first = await renew('fay');
  expect(first).toMatch(/^[0-9a-f]{8}$/);
  // The one that ann has seen opens nothing any more.
  await expect(op('operator renew', 'fay', { token: seen })).rejects.toThrow('not the token');
  const second = await renew('fay');
  expect(second).not.toBe(first);
  await expect(op(`operator vouch --name fay --mark ${first}`, 'eve')).rejects.toThrow('ask the person itself');
  await op(`operator vouch --name fay --mark ${second}`, 'eve');
  expect((await op('audit list', ''))[0]).toContain('eve  operator_vouch fay');
});

test('the second of the first two is nobody’s second while the first has seen its token', async () => {
  expect(seenOfFirst).toEqual([
    { name: 'ann', seen: null },
    { name: 'eve', seen: 'ann' },
  ]);
  await pool.query("update operators set token_seen_by = 'ann' where name = 'eve'");
  const asked = await op(`adjust ask ${SN} --account points --amount 5`, 'bob');
  const id = /adjustment (\d+)/.exec(asked[0] ?? '')?.[1];
  await expect(op(`adjust approve ${id}`, 'eve')).rejects.toThrow('its own token');
  const byEve = /adjustment (\d+)/.exec(
    (await op(`adjust ask ${SN} --account points --amount 5`, 'eve'))[0] ?? '',
  )?.[1];
  await expect(op(`adjust approve ${byEve}`, 'ann')).rejects.toThrow('its own token');
  await renew('eve');
  expect(await op(`adjust approve ${id}`, 'eve')).toEqual([`adjustment ${id} is done`]);
  expect(await op(`adjust approve ${byEve}`, 'ann')).toEqual([`adjustment ${byEve} is done`]);
});

test('the first two are made once, also one after the other', async () => {
  const persons = await pool.query(
    `select name, person, token_seen_by as seen from operators where name in ('ann', 'ann2', 'eve', 'bob') order by name`,
  );
  expect(persons.rows).toEqual([
    { name: 'ann', person: 'ann', seen: null },
    { name: 'ann2', person: 'ann', seen: 'ann' },
    { name: 'bob', person: 'ann', seen: null },
    { name: 'eve', person: 'eve', seen: null },
  ]);
  await expect(op('init --second mallory', '')).rejects.toThrow('operators already');
});

/** The number of the request that a command made. */
async function requested(text: string, by: string): Promise<string> {
  return /request (\d+) waits/.exec((await op(text, by)).join())?.[1] ?? '';
}

test('settings: those of money take two persons, what closes takes one, and none leaves its range', async () => {
  expect(await op('setting set max_bots --value 60', 'dan')).toEqual(['max_bots = 60']);
  const id = await requested('setting set withdraw_fee --value 2', 'dan');
  await settings.reload();
  expect([settings.get('max_bots'), settings.get('withdraw_fee')]).toEqual([60, 1]);
  expect((await op('request list', '')).join()).toContain('withdraw_fee = 2  asked by dan: because');
  await expect(op(`request approve ${id}`, 'dan')).rejects.toThrow('somebody else');
  expect(await op(`request approve ${id}`, 'bob')).toEqual([`request ${id} is done`]);
  await expect(op(`request approve ${id}`, 'bob')).rejects.toThrow('decided before');
  expect(await op('setting set withdraw_open --value 0', 'dan')).toEqual(['withdraw_open = 0']);
  const open = await requested('setting set withdraw_open --value 1', 'dan');
  expect(await op(`request reject ${open}`, 'bob')).toEqual([`request ${open} is rejected`]);
  await settings.reload();
  expect([settings.get('withdraw_fee'), settings.get('withdraw_open')]).toEqual([2, 0]);
  expect((await op('setting list', '')).join()).toContain(
    'withdraw_fee = 2  (decimal 0 to 1000, default 1, two persons)',
  );
  for (const [key, value] of [
    ['fuel_rate', '51'],
    ['max_bots', '1.5'],
    ['fuel_rate_at', '0'],
    ['nonsense', '1'],
  ]) {
    await expect(op(`setting set ${key} --value ${value}`, 'dan')).rejects.toThrow(/--value of|no setting/);
  }
});

test('a higher service fee is announced seven days before it counts; a lower one counts at once', async () => {
  await pool.query(`update users set email = 'n@x.test', email_verified_at = now() where id = $1`, [userId]);
  const account = await pool.query(
    `insert into exchange_accounts (user_id, exchange, ref) values ($1, 'binance', 'r') returning id`,
    [userId],
  );
  await pool.query(
    `insert into bots (user_id, account_id, books, exchange, market, symbol, type_id, kind, name, params, symbol_rules,
       investment, status, phase, created_market_ms)
     values ($1, $2, 'b', 'binance', 'spot', 'A/USDT', 1, 'martin', 'n', '{}', '{}', 100, 'running', 'idle', 0)`,
    [userId, account.rows[0].id],
  );
  const rates = async () => {
    await settings.reload();
    return [settings.get('fuel_rate'), settings.get('fuel_rate_next'), settings.get('fuel_rate_at')];
  };
  const approved = async (value: string) =>
    op(`request approve ${await requested(`setting set fuel_rate --value ${value}`, 'dan')}`, 'bob');
  await approved('25.5');
  expect(await rates()).toEqual([20, 25.5, nowMs + 7 * DAY_MS]);
  const mails = await pool.query('select recipient, subject, body from mail_outbox');
  expect(mails.rows).toMatchObject([{ recipient: 'n@x.test', body: expect.stringContaining('25.5') }]);
  const apply = applyServiceRate(openAuditedSettings(pool));
  expect(await apply(nowMs + 7 * DAY_MS - 1)).toBe(false);
  expect(await apply(nowMs + 7 * DAY_MS)).toBe(true);
  expect(await rates()).toEqual([25.5, 0, 0]);
  await approved('30');
  await approved('10');
  expect(await rates()).toEqual([10, 0, 0]);
});

test('a user is locked out, let in again, and given an alias', async () => {
  await pool.query(
    `insert into sessions (user_id, token_hash, terminal, ip, user_agent, created_at, last_seen_at, expires_at)
     values ($1, sha256('x'), 1, '127.0.0.1', '', now(), now(), now() + interval '1 day')`,
    [userId],
  );
  expect(await op(`user lock ${SN}`, 'dan')).toEqual([`${SN} is locked and signed out everywhere`]);
  await expect(op(`user lock ${SN}`, 'dan')).rejects.toThrow('is active');
  const state = await pool.query(
    'select u.status, s.revoke_reason as reason from users u join sessions s on s.user_id = u.id where u.id = $1',
    [userId],
  );
  expect(state.rows).toEqual([{ status: 'locked', reason: 'operator' }]);
  expect(await op(`user unlock ${SN}`, 'dan')).toEqual([`${SN} may sign in again`]);
  await expect(op(`user alias ${SN} --name heron`, 'dan')).rejects.toThrow('no partner');
  await pool.query('update users set is_partner = true, rate_bp = 1000 where id = $1', [userId]);
  await expect(op(`user alias ${SN} --name 123`, 'dan')).rejects.toThrow('an alias is');
  expect(await op(`user alias ${SN} --name heron`, 'dan')).toEqual([`${SN} is heron`]);
  expect((await op(`user show ${SN}`, ''))[0]).toContain('alias heron');
  expect(await op(`user alias ${SN}`, 'dan')).toEqual([`${SN} has no alias`]);
});

test('coin that nothing covers is a fault that the proof names', async () => {
  await expect(op('ledger prove', '')).rejects.toThrow('does not hold');
  const [line] = await op(`adjust ask ${SN} --account available --amount -5.5`, 'dan');
  await op(`adjust approve ${/adjustment (\d+)/.exec(line ?? '')?.[1]}`, 'bob');
  expect((await op('ledger prove', '')).at(-1)).toContain('the ledger holds');
});

test('maintenance and rates are set, inside their ranges', async () => {
  await op('maintenance on --message back soon', 'dan');
  await settings.reload();
  expect([settings.get('maintenance'), settings.get('maintenance_message_en')]).toEqual([1, 'back soon']);
  await op('maintenance off', 'dan');
  await op(`rate ${SN} --amount 20.5`, 'dan');
  const found = await pool.query('select rate_bp, is_partner from users where id = $1', [userId]);
  expect(found.rows[0]).toEqual({ rate_bp: 2050, is_partner: true });
  for (const amount of ['61', '-1', 'x', '1.234']) {
    await expect(op(`rate ${SN} --amount ${amount}`, 'dan')).rejects.toThrow('a rate is');
  }
  await expect(op('rate 99999999 --amount 5', 'dan')).rejects.toThrow('no user');
});

test('a stop of withdrawals is ended by a person, once and in the log', async () => {
  await expect(op(`user unstop ${SN}`, 'dan')).rejects.toThrow('is stopped');
  await pool.query(`update users set withdraw_stop = 'deposit 1 was taken back' where sn = '${SN}'`);
  await expect(op(`user unstop ${SN}`, 'bob')).rejects.toThrow('no role');
  expect(await op(`user unstop ${SN}`, 'dan')).toEqual([`${SN} may withdraw again`]);
  expect((await op('audit list', ''))[0]).toContain(`dan  user_unstop ${SN}`);
  await expect(op('withdraw replace W26112110000001', 'bob')).rejects.toThrow('nothing of it');
});

test('whoever has a referrer is given no rate that the referrer could not give, and a change that waits is given up', async () => {
  const made = await pool.query<{ id: number }>(
    `insert into users (sn, nickname, account, password_hash, avatar, referrer_id, is_partner, rate_bp)
     values ('79999999', 'n', 'below', 'h', 'a01', $1, true, 1500) returning id`,
    [userId],
  );
  await pool.query(
    `insert into rate_changes (member_id, giver_id, from_bp, to_bp, effective_at, created_at)
     values ($1, $2, 1500, 500, now(), now())`,
    [made.rows[0]?.id, userId],
  );
  const rows = async () => {
    const found = await pool.query(
      `select u.rate_bp as rate, w.replaced_at is null as waits from users u join rate_changes w on w.member_id = u.id`,
    );
    return found.rows;
  };
  await expect(op('rate 79999999 --amount 20.51', 'dan')).rejects.toThrow('could give 0 to 20.5 percent');
  expect(await rows()).toEqual([{ rate: 1500, waits: true }]);
  expect(await op('rate 79999999 --amount 20.5', 'dan')).toEqual(['79999999 has 20.5 %']);
  expect(await rows()).toEqual([{ rate: 2050, waits: false }]);
});

test('an article of the help centre is edited by who has the role, is left alone by starts, and given back to the release', async () => {
  const help = createHelpStore(pool);
  const release = await readHelpFiles();
  const article = release.find(({ slug }) => slug === 'panic-stop');
  const version = `version ${article?.version}`;
  await help.seed(release, nowMs);
  for (const line of await op('operator add --name kim --roles content', 'ann')) keepToken(line);
  const folder = await mkdtemp(join(tmpdir(), 'cormorant-op-'));
  const file = join(folder, 'article.md');
  const [shown = ''] = await op('content show panic-stop --lang en', '');
  expect(shown).toContain('title: Panic stop\n');
  const edit = async (text: string, by = 'kim', lang = 'en') => {
    await writeFile(file, text);
    return op(`content edit panic-stop --lang ${lang}`, by, { file });
  };
  const listed = async () => (await op('content list', '')).find((line) => line.includes('panic-stop'));

  await expect(edit(shown, 'bob')).rejects.toThrow('no role');
  await expect(edit(`${shown}\nGuaranteed.`)).rejects.toThrow('promises a profit');
  await expect(edit(shown.replace('category: safety', 'category: start'))).rejects.toThrow('those of the release');
  await expect(edit('nothing')).rejects.toThrow('has no text');
  await expect(edit(shown, 'kim', 'fr')).rejects.toThrow('--lang is zh or en');
  await expect(op('content edit panic-stop --lang en', 'kim', { file: `${file}x` })).rejects.toThrow('cannot be read');
  expect(await help.seed(release, nowMs)).toBe(0);

  await edit(shown.replace('It sells nothing', 'It never sells'));
  expect((await help.find({ slug: 'panic-stop' }, 'en'))?.content).toContain('It never sells');
  expect((await help.find({ slug: 'panic-stop' }, 'zh'))?.content).toBe(article?.texts.zh.content);
  expect(await listed()).toContain(`${version}, edited  Panic stop`);
  await edit(shown.replace(/^version: \d+$/m, 'version: 77'));
  expect(await listed()).toContain(`version 77, edited, the release has ${version}  Panic stop`);
  expect(await help.seed(release, nowMs)).toBe(0);
  const deed = await pool.query("select operator, subject from operator_log where action = 'help_edit' order by id");
  expect(deed.rows).toEqual(Array(2).fill({ operator: 'kim', subject: 'panic-stop.en' }));

  expect(await op('content restore panic-stop', 'kim')).toEqual(['panic-stop is as the release has it']);
  await expect(op('content restore panic-stop', 'kim')).rejects.toThrow('no article panic-stop is edited');
  expect(await op('content show panic-stop --lang en', '')).toEqual([shown]);
  expect(await listed()).toContain(`${version}  Panic stop`);
  expect((await op('audit verify', ''))[0]).toContain('follow from each other');
  await rm(folder, { recursive: true });
});

test('an operator who left can do nothing any more', async () => {
  await op('operator disable --name cat', 'ann');
  await expect(op('maintenance off', 'cat')).rejects.toThrow('not the token');
});

test('every write is in the log, which tells when it was touched', async () => {
  const said = await op('audit list', '');
  expect(said.length).toBeGreaterThan(10);
  expect(said.join()).toContain('adjust_approve');
  expect((await op('audit verify', ''))[0]).toMatch(/^\d+ rows follow/);
  for (const statement of [
    "update operator_log set reason = 'x'",
    'delete from operator_log',
    'truncate operator_log',
  ]) {
    await expect(pool.query(statement)).rejects.toThrow('stays written');
  }
  await pool.query('alter table operator_log disable trigger operator_log_kept');
  await pool.query("update operator_log set reason = 'another' where id = 3");
  await expect(op('audit verify', '')).rejects.toThrow('broken at row 3');
});

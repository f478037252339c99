// The first two operators: whoever ran `op init` has seen both tokens, so the second counts as the first until the first has
// said, by the mark of the token that the second has made for itself, that it is somebody else.
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../apps/server/src/adapters/postgres/pool.ts';
import { loadSettings } from '../../apps/server/src/adapters/postgres/server/settings-store.ts';
import { openMigratedDatabase, type TestDatabase } from '../../tools/test-database.ts';
import { commandOf, runCommand } from './commands.ts';

const DAY_MS = 86_400_000;
let database: TestDatabase;
let pool: pg.Pool;
let settings: Awaited<ReturnType<typeof loadSettings>>;
let nowMs = Date.UTC(2026, 10, 22);
const tokens: Record<string, string> = {};
beforeAll(async () => {
  database = await openMigratedDatabase();
  pool = openPool(database.url, 3, () => {});
  settings = await loadSettings(pool, () => {});
});
afterAll(async () => {
  settings.stop();
  await pool.end();
  await database.close();
});

/** What a command says; tokens that it shows are used from then on. */
async function op(text: string, by = ''): Promise<string> {
  const said: string[] = [];
  const [words = '', ...pairs] = text.split(' --');
  const given = Object.fromEntries(pairs.map((pair) => [pair.split(' ')[0], pair.split(' ').slice(1).join(' ')]));
  const own = by === '' ? {} : { by, token: tokens[by] ?? '', reason: 'because' };
  const deps = { pool, settings, clock: { nowMs: () => nowMs }, options: { ...own, ...given } };
  await runCommand(commandOf(words.split(' ')), { ...deps, say: (line) => void said.push(line) });
  for (const [, name = '', token = ''] of said.join('\n').matchAll(/OP_TOKEN of (\w+), shown once: (\S+)/g)) {
    tokens[name] = token;
  }
  return said.join('\n');
}
const renewed = async (by: string): Promise<string> =>
  /: ([0-9a-f]{8})$/.exec(await op('operator renew', by))?.[1] ?? '';
/** A change that takes two persons. */
async function decided(asker: string, approver: string): Promise<string> {
  const asked = await op('setting set withdraw_fee --value 2', asker);
  return op(`request approve ${/request (\d+) waits/.exec(asked)?.[1]}`, approver);
}

test('a second one is made once, also later, and anew when it was disabled before anybody heard of it', async () => {
  await op('init --name ann');
  await op('init --second mal');
  await expect(op('init --second eve')).rejects.toThrow('operators already');
  await op('operator disable --name mal', 'ann');
  await op('init --second eve');
  await expect(op('init --second fay')).rejects.toThrow('operators already');
  await op('operator add --name bob --roles admin', 'ann');
  nowMs += DAY_MS;
});

test('who has both tokens is one person, however long, until the first has told the second’s own mark', async () => {
  await expect(op('operator vouch --name eve --mark 00000000', 'ann')).rejects.toThrow('trades it first');
  const mark = await renewed('eve');
  nowMs += DAY_MS;
  await expect(decided('ann', 'eve')).rejects.toThrow('another person');
  await expect(decided('eve', 'ann')).rejects.toThrow('another person');
  await expect(op('operator add --name gil --roles admin', 'eve')).rejects.toThrow('vouched for it');
  for (const by of ['eve', 'bob']) {
    await expect(op(`operator vouch --name eve --mark ${mark}`, by)).rejects.toThrow('for the second of op init it is');
  }
  await expect(op('operator vouch --name eve --mark 00000000', 'ann')).rejects.toThrow('not that of its token');
  await op(`operator vouch --name eve --mark ${mark}`, 'ann');
  expect(await op('audit list')).toContain('ann  operator_vouch eve');
  expect(await decided('ann', 'eve')).toContain('done');
});

test('nobody is vouched for by who added it, whatever that one counted as', async () => {
  const mark = await renewed('bob');
  await expect(op(`operator vouch --name bob --mark ${mark}`, 'ann')).rejects.toThrow('than who added it');
  await op('operator add --name dan --roles admin', 'eve');
  // As an update that gives all names to the first again leaves it.
  await pool.query(`update operators set person = 'ann' where name = 'dan'`);
  const own = await renewed('dan');
  await expect(op(`operator vouch --name dan --mark ${own}`, 'eve')).rejects.toThrow('than who added it');
  await op(`operator vouch --name bob --mark ${mark}`, 'eve');
});

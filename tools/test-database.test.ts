// Shows that test databases are apart from each other and that a template is built once.
import pg from 'pg';
import { expect, it } from 'vitest';
import { openTestDatabase } from './test-database.ts';

async function run(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

it('gives each asker a copy of the migrated template', async () => {
  let migrations = 0;
  const migrate = async (url: string) => {
    migrations += 1;
    await run(url, 'create table birds (name text); insert into birds values ($$cormorant$$)');
  };
  const [a, b] = await Promise.all([openTestDatabase(migrate, 'birds'), openTestDatabase(migrate, 'birds')]);
  await run(a.url, 'delete from birds');
  expect(migrations).toBe(1);
  expect(await run(a.url, 'select * from birds')).toEqual([]);
  expect(await run(b.url, 'select * from birds')).toEqual([{ name: 'cormorant' }]);
  await Promise.all([a.close(), b.close()]);
});

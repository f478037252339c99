// Settings of the operator in tests. The server reads them anew every second; what it goes by is known here by a marker on
// the contact page, so nobody guesses with a pause.
import { indexAbout } from '@cormorant/contract/calls/index-pages.ts';
import { expect } from 'vitest';
import type { ApiServer } from './api-server.ts';

let changes = 0;

/** Resolves when the server has read what was in the table when this was called, or something later. */
async function untilRead(api: ApiServer): Promise<void> {
  changes += 1;
  const marker = `read${changes}@settings.example`;
  await api.pool.query(
    "insert into settings (key, value) values ('contact_email', $1) on conflict (key) do update set value = $1",
    [marker],
  );
  const page = async () => (await api.ask(indexAbout, { query: { type: 'contact' } })).data as { content: string };
  await expect.poll(async () => (await page()).content, { timeout: 5_000 }).toContain(marker);
}

/** The work under one setting: begun when the server goes by it, and left when it goes by its defaults again. */
export async function withSetting<T>(api: ApiServer, key: string, value: string, work: () => Promise<T>): Promise<T> {
  await api.pool.query('insert into settings (key, value) values ($1, $2)', [key, value]);
  try {
    await untilRead(api);
    return await work();
  } finally {
    await api.pool.query("delete from settings where key <> 'contact_email'");
    await untilRead(api);
  }
}

// Accounts and keys that the people of a storm make on the exchange's own page and bind in the product; and which of the
// exchange's accounts our rows mean.
import type { Pool } from 'pg';
import type { Person } from '../../tests/trading/person.ts';

/** What each wallet of an account begins with, as one of the server's own wire does. */
const FUNDED_USDT = '10000';

async function page<T>(venueUrl: string, path: string, values?: Readonly<Record<string, string>>): Promise<T> {
  const post = values === undefined ? {} : { method: 'POST', body: new URLSearchParams(values) };
  const answer = await fetch(`${venueUrl}/keys${path}`, { ...post, headers: { accept: 'application/json' } });
  if (answer.status !== 200) throw new Error(`the page of keys, ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** As which exchange the local one is spoken to by a key. */
export type KeyExchange = 'local' | 'gate';

/** An account of the person's own at the exchange, by whose key all bots trade that are made from now on. */
export async function bindKey(person: Person, venueUrl: string, title: string, exchange: KeyExchange): Promise<void> {
  const { account } = await page<{ account: { id: string } }>(venueUrl, '/accounts', { title, usdt: FUNDED_USDT });
  const terms = { account: account.id, label: 'storm', read: 'on', spot: 'on', futures: 'on' };
  const { key } = await page<{ key: { key: string; secret: string } }>(venueUrl, '/new', terms);
  // Gate does not tell whether a key may withdraw.
  const body = { exchange, api_key: key.key, secret_key: key.secret, accept_unknown: 1 };
  const answer = await person.ask('POST', '/api/user/api', body);
  if (answer.code !== 1) throw new Error(`bind: ${answer.code} ${answer.msg}`);
  person.exchange = exchange;
}

export interface AccountRow {
  readonly id: number;
  /** As the exchange's own wire calls it. */
  readonly name: string;
  readonly exchange: string;
}

/** Of the house wire a row holds the name, of keys the exchange's number. */
export async function accountRows(database: Pool, venueUrl: string): Promise<AccountRow[]> {
  const { rows } = await database.query<{ id: string; account: string; exchange: string; wire: 'house' | 'key' }>(
    'select id::text, account, exchange, wire from exchange_accounts where account is not null order by id',
  );
  const { accounts } = await page<{ accounts: { name: string; uid: number }[] }>(venueUrl, '');
  const names = new Map(accounts.map(({ name, uid }) => [String(uid), name]));
  return rows.map(({ account, exchange, id, wire }) => {
    const name = wire === 'key' ? names.get(account) : account;
    if (name === undefined) throw new Error(`the exchange has no account ${account}`);
    return { id: Number(id), name, exchange };
  });
}

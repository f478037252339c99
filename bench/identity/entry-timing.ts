// How long the doors of identity take for accounts that exist and for those that do not. Run by hand it measures 10,000
// of each, in turns, and says whether the two can be told apart:
//   node bench/identity/entry-timing.ts [samples] [door]
import pg from 'pg';
import { migrate } from '../../apps/server/src/adapters/postgres/migrate.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { startServer } from '../../apps/server/src/main.ts';
import { openTestDatabase, openTestFolder } from '../../tools/test-database.ts';
import { mannWhitney } from './mann-whitney.ts';

/** Wrong passwords lock after five: each account is asked this often at most, and then the next. */
const TRIES = 4;
const PEOPLE = 600;

export interface Doors {
  /** Milliseconds and the code of one request to the door, for account `at` of those that exist or do not. */
  ask(door: Door, exists: boolean, at: number): Promise<{ ms: number; code: number }>;
  close(): Promise<void>;
}

export const doors = ['account', 'exists', 'nonce', 'reset'] as const;
export type Door = (typeof doors)[number];

const addressOf = (exists: boolean, at: number) => `0x${(exists ? 'a' : 'b').repeat(8)}${String(at).padStart(32, '0')}`;
const nameOf = (exists: boolean, at: number) => `${exists ? 'known' : 'other'}_${at}`;

async function fill(pool: pg.Pool): Promise<void> {
  // One hash for all: what it is of does not matter, and making 600 takes longer than everything else.
  const hash = '$argon2id$v=19$m=1024,t=1,p=1$c2l4dGVlbiBieXRlcyE$QpZ2cCm3bJwJkT0sHwqkVQm1q5oQ0Ykq3m0w4m6v4nE';
  await pool.query(
    `insert into users (sn, nickname, account, password_hash, address, avatar, path, lang, terms_version,
       terms_agreed_at, last_login_at, created_at, updated_at)
     select (10000000 + n)::text, 'x', 'known_' || n, $1, '0xaaaaaaaa' || lpad(n::text, 32, '0'), 'a01', '{}', 'en', 1,
       now(), now(), now(), now() from generate_series(0, $2 - 1) n`,
    [hash, PEOPLE],
  );
}

export async function openDoors(): Promise<Doors> {
  const discard = openTestFolder();
  const database = await openTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => {});
  await migrate(pool);
  await fill(pool);
  const server = await startServer(
    readConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      PORT: '0',
      DATABASE_URL: database.url,
      VENUE_URL: 'http://127.0.0.1:1',
      PASSWORD_COST: 'cheap', // a slow hash would only add noise to what else differs
      RATE_LIMITS: 'off',
      ROLES: 'api',
      PEPPER: 'c0'.repeat(32),
    }),
  );

  function requestOf(door: Door, exists: boolean, at: number): [string, RequestInit] {
    const account = nameOf(exists, at);
    const post = (body: object): RequestInit => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (door === 'account') return ['/api/login/account', post({ terminal: 1, account, password: 'wrong4Word' })];
    if (door === 'reset') return ['/api/login/reset', post({ account })];
    return [`/api/login/${door}?address=${addressOf(exists, at)}`, {}];
  }

  let asked = 0;
  return {
    ask: async (door, exists, at) => {
      asked += 1;
      // Nobody is locked: what was counted is forgotten before the fifth.
      if (asked % (PEOPLE * TRIES) === 0) await pool.query('truncate login_attempts, login_nonces, email_code_limits');
      // Codes are limited by the minute and the address: else only the first request of all would go the whole way.
      if (door === 'reset') await pool.query('truncate email_code_limits');
      const [path, init] = requestOf(door, exists, at % PEOPLE);
      const from = process.hrtime.bigint();
      const response = await fetch(server.url + path, init);
      const answer = (await response.json()) as { code: number };
      return { ms: Number(process.hrtime.bigint() - from) / 1e6, code: answer.code };
    },
    close: async () => {
      await server.stop();
      await pool.end();
      await database.close();
      await discard();
    },
  };
}

const percentile = (values: readonly number[], part: number): string =>
  ([...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? 0).toFixed(3);

async function measureDoor(open: Doors, door: Door, samples: number): Promise<void> {
  const times = { known: [] as number[], unknown: [] as number[] };
  const codes = new Set<string>();
  for (let at = -200; at < samples; at += 1) {
    // In turns, the first changing: both meet the same weather of the machine.
    for (const exists of at % 2 === 0 ? [true, false] : [false, true]) {
      const { ms, code } = await open.ask(door, exists, at + 200);
      codes.add(`${exists ? 'known' : 'unknown'} ${code}`);
      if (at >= 0) times[exists ? 'known' : 'unknown'].push(ms);
    }
  }
  const { p, above } = mannWhitney(times.known, times.unknown);
  const medians = `median ${percentile(times.known, 0.5)} / ${percentile(times.unknown, 0.5)} ms`;
  console.log(
    `login/${door}: ${samples} each, ${medians}, p = ${p.toFixed(4)}, above = ${above.toFixed(4)} (${[...codes].join(', ')})`,
  );
}

if (import.meta.main) {
  const [samples = '10000', only] = process.argv.slice(2);
  const open = await openDoors();
  try {
    for (const door of doors.filter((one) => only === undefined || one === only)) {
      await measureDoor(open, door, Number(samples));
    }
  } finally {
    await open.close();
  }
}

// The connection pool and what a row looks like in JavaScript: 64-bit integers as numbers asserted to be exact, numeric
// as its decimal string, times as epoch milliseconds.
import pg from 'pg';

const INT8 = 20;
const TIMESTAMPTZ = 1184;
const parseTimestamp = pg.types.getTypeParser(TIMESTAMPTZ, 'text') as (text: string) => Date;

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`the database holds ${text}, beyond exact integers`);
  return value;
}

const parsers: Record<number, (text: string) => unknown> = {
  [INT8]: parseInt8,
  [TIMESTAMPTZ]: (text) => parseTimestamp(text).getTime(),
};

/** `onLost` hears of idle connections that broke; the pool replaces them by itself. */
export function openPool(url: string, most: number, onLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: most,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'cormorant',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        (format === 'binary' ? undefined : parsers[oid]) ?? pg.types.getTypeParser(oid, format as 'text'),
    } as pg.CustomTypesConfig,
  });
  pool.on('error', onLost);
  return pool;
}

/** Runs `work` in one transaction on one connection; anything it throws rolls all of it back. */
export async function transaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A connection that breaks between two statements says so here or ends the process.
  const onBroken = (error: Error): void => {
    broken = error;
  };
  client.on('error', onBroken);
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => {
      broken = lost;
    });
    throw error;
  } finally {
    client.off('error', onBroken);
    client.release(broken);
  }
}

/** The name of the unique constraint an error reports, or null when it is another error. */
export function violatedUnique(error: unknown): string | null {
  if (error instanceof pg.DatabaseError && error.code === '23505') return error.constraint ?? '';
  return null;
}

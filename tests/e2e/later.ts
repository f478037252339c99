// Lets a person's past lie further back than the clock allows: a test cannot wait a day for a factor to be old enough. It
// reaches into the database of the product that the tests started themselves.
import pg from 'pg';
import { launchPostgres } from '../../apps/server/src/adapters/postgres/server/launcher.ts';

async function write(statement: string, values: readonly string[] = []): Promise<void> {
  const dataDir = process.env['E2E_DATA_DIR'];
  if (dataDir === undefined) throw new Error('E2E_ORIGIN names a product whose database the tests do not know');
  // The server that runs on the folder is adopted, not started.
  const { url } = await launchPostgres({ dataDir });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}

const moments = [
  'created_at',
  'password_set_at',
  'payment_set_at',
  'address_bound_at',
  'email_verified_at',
  'payment_locked_until',
  'security_hold_until',
];

/** Everything that happened to the person happened 25 hours earlier. */
export function aDayLater(uid: string): Promise<void> {
  const earlier = moments.map((column) => `${column} = ${column} - interval '25 hours'`);
  return write(`update users set ${earlier.join(', ')} where sn = $1`, [uid]);
}

/** The minute between two codes is over, for everybody. */
export function codesAfterAMinute(): Promise<void> {
  return write(`update email_code_limits set last_at = last_at - interval '61 seconds'`);
}

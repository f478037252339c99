// `npm run op -- COMMAND`: what a person does by hand on an installation (docs/OPERATIONS.md). Every write names its operator
// (--by, with the token in OP_TOKEN) and its reason (--reason), and stands in a log that breaks when it is changed.

import { migrate } from '../apps/server/src/adapters/postgres/migrate.ts';
import { openPool } from '../apps/server/src/adapters/postgres/pool.ts';
import { launchPostgres } from '../apps/server/src/adapters/postgres/server/launcher.ts';
import { loadSettings } from '../apps/server/src/adapters/postgres/server/settings-store.ts';
import { systemClock } from '../apps/server/src/adapters/system/system-clock.ts';
import { chooseDataDir, DEFAULT_MARKET, readMarket } from './installation.ts';
import { readArguments } from './op/arguments.ts';
import { Usage } from './op/command.ts';
import { commandOf, runCommand, usageText } from './op/commands.ts';

async function databaseUrl(): Promise<{ url: string; stop: () => Promise<void> }> {
  if (process.env['DATABASE_URL']) return { url: process.env['DATABASE_URL'], stop: async () => {} };
  const folder = process.env['INIT_CWD'] ?? process.cwd();
  const market = readMarket(process.env['MARKET'] || DEFAULT_MARKET, folder);
  const dataDir = chooseDataDir(new URL('..', import.meta.url).pathname, process.env['DATA_DIR'], market, folder);
  const postgres = await launchPostgres({ dataDir });
  return { url: postgres.url, stop: () => (postgres.adopted ? Promise.resolve() : postgres.stop()) };
}

async function run(): Promise<void> {
  const { help, options, positionals } = readArguments(process.argv.slice(2));
  if (help) return void process.stdout.write(`${usageText}\n`);
  const command = commandOf(positionals);
  const database = await databaseUrl();
  const pool = openPool(database.url, 3, () => {});
  try {
    await migrate(pool);
    const settings = await loadSettings(pool, (message) => process.stderr.write(`${message}\n`));
    settings.stop();
    const say = (line: string) => void process.stdout.write(`${line}\n`);
    const token = process.env['OP_TOKEN'] ?? '';
    await runCommand(command, { pool, settings, clock: systemClock, options: { ...options, token }, say });
  } finally {
    await pool.end();
    await database.stop();
  }
}

run().catch((error: unknown) => {
  const text = error instanceof Usage ? `${error.message}\n\n${usageText}` : String(error);
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
});

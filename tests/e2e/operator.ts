// Operators of a product under test, at the command line that `npm run op` starts, over the product's own database.
import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const root = dirname(dirname(import.meta.dirname));
const run = promisify(execFile);

/** Gives a command, and answers with what it printed. */
export type Operator = (...words: readonly string[]) => Promise<string>;

async function give(dataDir: string, words: readonly string[], token: string): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', OP_TOKEN: token };
  const { stdout } = await run(process.execPath, ['commands/bootstrap.mjs', 'commands/op.ts', ...words], {
    cwd: root,
    env,
  });
  return stdout;
}

/** The first one of an installation, who may do everything. */
export async function firstOperator(dataDir: string | undefined, name: string): Promise<Operator> {
  if (dataDir === undefined) throw new Error('E2E_ORIGIN names a product whose folder the tests do not know');
  const printed = await give(dataDir, ['init', '--name', name], '');
  const [, token] = /shown once: (\S+)/.exec(printed) ?? [];
  if (token === undefined) throw new Error(`no token: ${printed}`);
  return (...words) => give(dataDir, [...words, '--by', name], token);
}

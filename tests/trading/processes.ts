// The two processes of the product as the tests run them: the local exchange and the server, on ports of their own
// choosing, over a database that the test made. Nothing of them outlives the test.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { childEnv } from '../../tools/child-env.ts';

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
export const TOKEN = 'a-service-token-of-the-tests';

export interface Running {
  readonly url: string;
  readonly child: ChildProcess;
  /** What it wrote to standard error and output so far. */
  said(): string;
  /** SIGKILL: what a power cut leaves behind. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export async function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Running> {
  const child = spawn(process.execPath, [file(program), ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...childEnv, ...env },
  });
  let said = '';
  child.stdout?.on('data', (chunk) => {
    said = (said + String(chunk)).slice(-200_000);
  });
  child.stderr?.on('data', (chunk) => {
    said = (said + String(chunk)).slice(-200_000);
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.on('message', (message) => {
      const told = message as { ready?: boolean; url?: string };
      if (told.ready === true) resolve(told.url ?? '');
    });
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code} before it was ready: ${said}`)));
  });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  return { url, child, said: () => said, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}

export interface VenueSetup {
  readonly tape: string;
  readonly speed: number;
  readonly lockstep: boolean;
  /** Where its books are kept; without it they end with the process. */
  readonly folder?: string;
  /** Any free one, unless it has to come back where it was. */
  readonly port?: number;
  /** More of its environment. */
  readonly more?: Readonly<Record<string, string>>;
}

export function runVenue({ tape, speed, lockstep, folder, port = 0, more }: VenueSetup): Promise<Running> {
  const args = ['--port', String(port), '--market', `replay:${tape}@${speed}`, ...(lockstep ? ['--lockstep'] : [])];
  if (folder !== undefined) args.push('--data', folder);
  return run('apps/venue/src/main.ts', args, { VENUE_TOKEN: TOKEN, ...more });
}

/**
 * `roles`: all, unless it stands beside another one. `vaultFile`: keys can be bound there. `more`: of its environment,
 * where a test needs it otherwise than the others.
 */
export function runServer(
  databaseUrl: string,
  venueUrl: string,
  roles = 'all',
  vaultFile = '',
  more: Readonly<Record<string, string>> = {},
): Promise<Running> {
  return run('apps/server/src/main.ts', [], {
    PORT: '0',
    DATABASE_URL: databaseUrl,
    VENUE_URL: venueUrl,
    VENUE_TOKEN: TOKEN,
    PEPPER: 'c0'.repeat(32),
    RATE_LIMITS: 'off',
    PASSWORD_COST: 'cheap',
    ROLES: roles,
    VAULT_KEY_FILE: vaultFile,
    ...more,
  });
}

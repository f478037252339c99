// Starts the whole product once for all browser tests, as `npm start` does, with its data in a folder that is thrown away.
// Invariant: whatever happens to the tests, the processes and the folder are gone afterwards.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { writePictureTapes } from './picture-tape.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const readyWithinMs = 120_000;
const stoppedWithinMs = 20_000;

/** The address the tests open; E2E_ORIGIN names a product that already runs. */
export function origin(): string {
  const address = process.env['E2E_ORIGIN'];
  if (address === undefined) throw new Error('The product has not been started');
  return address;
}

async function startProduct(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['E2E_ORIGIN'] !== undefined) return undefined;
  const readme = process.env['SCREENSHOTS'] === 'readme';
  const product = await launchProduct((folder) => (readme ? writePictureTapes(folder) : 'generated:7'));
  process.env['E2E_ORIGIN'] = product.origin;
  process.env['E2E_DATA_DIR'] = product.dataDir;
  return product.stop;
}

export interface Product {
  readonly origin: string;
  readonly dataDir: string;
  readonly stop: () => Promise<void>;
}

/** A product of its own on a market of its own: the tests of one file may need prices that move as they say. */
export async function launchProduct(
  marketIn: (folder: string) => string,
  more: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'cormorant-e2e-'));
  const dataDir = join(folder, 'data');
  // PostgreSQL runs as nobody when the tests run as root, and must be able to enter.
  chmodSync(folder, 0o755);
  const child = spawn(process.execPath, [join(root, 'commands', 'start.ts')], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      MARKET: marketIn(folder),
      RATE_LIMITS: 'off',
      // Hundreds of people are registered; what a password costs is measured where it is hashed.
      PASSWORD_COST: 'cheap',
      ...more,
    },
    // The channel lets the product end by itself when the tests are killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), stoppedWithinMs);
      await once(child, 'exit');
      clearTimeout(timer);
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return { origin: await addressOf(child), dataDir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The address that the product prints when it is ready. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const timer = setTimeout(() => reject(new Error(`The product did not start in time:\n${printed}`)), readyWithinMs);
    const listen = (chunk: Buffer) => {
      printed += chunk.toString();
      const address = /http:\/\/(?:localhost|127\.0\.0\.1):\d+(?= +\(ready)/.exec(printed)?.[0];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', (code) => reject(new Error(`The product ended with ${code}:\n${printed}`)));
  });
}

export default startProduct;

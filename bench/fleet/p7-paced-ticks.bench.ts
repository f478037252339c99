// P7: 10,000 production grid bots (SimFleet: venue, engine, risk, books, journal) in one process that also answers REST
// and pushes to browsers, while another process sends 1,000 ticks a second: how long after a tick was sent is it done?
// Not the whole server: no database and no sessions; REST is 200 requests a second for a bot as JSON, push a frame of
// the last price to 50 sockets ten times a second. Measured is a server that has been running: it has a process of its
// own (p7-server.ts), its bots are in the old generation, and the first two seconds do not count (decision 38).
// The ratio is the limit of performance.md / ours; 1 = just reached. Other work on the machine makes it meaningless.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Bench } from '../bench.ts';

const TICKS = 6_000;
const WARM_UP_TICKS = 2_000;
const REQUESTS_PER_SECOND = 200;
const LISTENERS = 50;
const LEAST_ANSWERS = 100;

interface Late {
  readonly done: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
}

/** A child and the next line it says. */
function start(
  script: string,
  ...args: readonly (string | number)[]
): { child: ChildProcess; line(): Promise<string> } {
  const path = join(import.meta.dirname, script);
  const child = spawn(process.execPath, ['--expose-gc', path, ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    line: async () => {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${script} ended without a word`);
      return value;
    },
  };
}

async function measure(): Promise<Late & { outcome: string }> {
  const server = start('p7-server.ts', TICKS, WARM_UP_TICKS);
  try {
    const ports = (await server.line()).split(' ');
    const load = start('p7-load.ts', ...ports, TICKS, REQUESTS_PER_SECOND, LISTENERS);
    const { answers, pushes } = JSON.parse(await load.line()) as { answers: number; pushes: number };
    const late = JSON.parse(await server.line()) as Late;
    const loaded = answers >= LEAST_ANSWERS && pushes >= LISTENERS;
    const under = loaded ? ' under load' : `: only ${answers} answers and ${pushes} pushes`;
    return { ...late, outcome: `${late.done} ticks${under}` };
  } finally {
    if (server.child.exitCode === null && server.child.signalCode === null) {
      server.child.kill();
      await once(server.child, 'exit');
    }
  }
}

function percentile(of: 'p99Ms' | 'p999Ms', limitMs: number, name: string): Bench {
  return {
    id: 'P7',
    name,
    unit: 'ticks',
    floor: 1,
    goal: 10,
    async prepare() {
      return {
        ours: {
          name: 'fleet under load',
          run: async () => {
            const late = await measure();
            return { units: 1, seconds: late[of] / 1e3, outcome: late.outcome };
          },
        },
        theirs: {
          name: 'the limit',
          run: () => ({ units: 1, seconds: limitMs / 1e3, outcome: `${TICKS} ticks under load` }),
        },
      };
    },
  };
}

const paced = '1,000 ticks/s x 10,000 bots under REST and push load';
export const bench = percentile('p99Ms', 1, `${paced}: 1 ms / p99`);
export const beside = [percentile('p999Ms', 10, `${paced}: 10 ms / p99.9`)];

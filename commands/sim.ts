// `npm run sim -- --seeds N [--seed S] [--hours H] [--rough] [--wire W] [--trace] [--jobs J] --json`: simulated worlds, each an hour
// of trading under faults from one seed, J at a time (as many as there are cores), told in the order of their seeds; --rough adds
// bots of several legs and kills of the exchange. In a share of the worlds people trade by keys over Binance's wire, in the others
// over the house's own: --wire binance or --wire house has all of them trade over one. A failing seed replays exactly: give it as --seed with --trace. With --plant NAME one
// of the mistakes of sim/planted.ts is made first, and the run ends at the first seed that finds it. Only --json tells each world.
import { createHash } from 'node:crypto';
import { enableCompileCache } from 'node:module';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { plant, plantedBugs } from './sim/planted.ts';
import { Share } from './sim/share.ts';
import type { WireChoice, WorldResult } from './sim/world.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    hours: { type: 'string', default: '1' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    /** Of a process that plays for another: it takes each so manieth seed. */
    worker: { type: 'string' },
    rough: { type: 'boolean', default: false },
    /** Absent = as the seed will have it. */
    wire: { type: 'string' },
    trace: { type: 'boolean', default: false },
    plant: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

function whole(name: 'seeds' | 'seed' | 'hours' | 'jobs'): number {
  const value = Number(values[name]);
  if (Number.isInteger(value) && value >= (name === 'seed' ? 0 : 1)) return value;
  console.error(`--${name} takes a whole number, not ${values[name]}`);
  process.exit(2);
}

function wireChosen(): WireChoice | undefined {
  const { wire } = values;
  if (wire === undefined || wire === 'house' || wire === 'binance') return wire;
  console.error(`--wire is house or binance, not ${wire}`);
  process.exit(2);
}

const wire = wireChosen();
const [seeds, first, hours] = [whole('seeds'), whole('seed'), whole('hours')];
if (values.plant !== undefined) {
  const bug = plantedBugs.find(({ name }) => name === values.plant);
  if (bug === undefined) {
    console.error(`no such mistake; there are: ${plantedBugs.map(({ name }) => `\n  ${name}`).join('')}`);
    process.exit(2);
  }
  plant(bug);
}
// Worlds are short; reading and stripping the sources anew would be a good part of one.
enableCompileCache();
const { worker } = values;
const jobs = Math.min(seeds, values.trace || values.plant !== undefined ? 1 : whole('jobs'));

if (worker !== undefined) {
  for await (const world of worldsHere(Number(worker))) process.send?.(world);
  process.disconnect?.();
} else await main();

/** Every so many of the seeds, in this process. */
async function* worldsHere(every: number): AsyncGenerator<WorldResult> {
  const { runWorld } = await import('./sim/world.ts');
  for (let seed = first; seed < first + seeds; seed += every) {
    const trace = values.trace ? { trace: (line: string) => console.error(line) } : {};
    yield await runWorld({ ...{ seed, hours, rough: values.rough }, ...(wire !== undefined && { wire }), ...trace });
  }
}

/** A share of the seeds in each of so many processes; their worlds come in the order of the seeds all the same. */
async function* worldsOfWorkers(): AsyncGenerator<WorldResult> {
  const shares = Array.from({ length: jobs }, (_, at) => {
    const own = ['--seed', String(first + at), '--seeds', String(seeds - at), '--hours', String(hours)];
    const kind = [...(values.rough ? ['--rough'] : []), ...(wire === undefined ? [] : ['--wire', wire])];
    return new Share(import.meta.filename, [...own, ...kind, '--worker', String(jobs)]);
  });
  try {
    for (let at = 0; at < seeds; at++) {
      const world = await shares[at % jobs]?.next();
      if (world === undefined) throw new Error(`the worlds of process ${at % jobs} ended`);
      yield world;
    }
  } finally {
    for (const { child } of shares) child.kill();
  }
}

async function main(): Promise<void> {
  const failed: { seed: number; hash: string; broken: readonly string[] }[] = [];
  const played: Pick<WorldResult, 'seed' | 'hash' | 'orders' | 'fills' | 'kills' | 'wire'>[] = [];
  const sums = { orders: 0, fills: 0, kills: 0 };
  const traces = createHash('sha256');
  const beganMs = performance.now();
  const kinds = new Set<string>();
  for await (const world of jobs === 1 ? worldsHere(1) : worldsOfWorkers()) {
    const { broken, fills, hash, kills, orders, seed, wire: by } = world;
    played.push({ seed, hash, orders, fills, kills, wire: by });
    for (const kind of world.traded) kinds.add(kind);
    traces.update(hash);
    sums.orders += orders;
    sums.fills += fills;
    sums.kills += kills;
    if (broken.length > 0) failed.push({ seed, hash, broken });
    if (!values.json)
      console.log(`seed ${seed} ${by} ${hash.slice(0, 12)} ${broken.length === 0 ? 'holds' : broken.join('\n  ')}`);
    if (failed.length > 0 && values.plant !== undefined) break;
  }
  const hoursSimulated = played.length * hours;
  const timesRealTime = Math.round((hoursSimulated * 3_600_000) / (performance.now() - beganMs));
  const answer = {
    seeds: played.length,
    failed,
    hours_simulated: hoursSimulated,
    times_real_time: timesRealTime,
    ...sums,
    traded: [...kinds].sort(),
    trace: traces.digest('hex'),
  };
  console.log(values.json ? JSON.stringify({ ...answer, worlds: played }) : answer);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

// `npm run sim -- --seeds N [--seed S] [--hours H] [--rough] [--trace] --json`: simulated worlds one after the other, each an hour of
// trading under faults from one seed; --rough adds bots of several legs and kills of the exchange. A failing seed replays exactly: give it as --seed with --trace. With --plant NAME one
// of the mistakes of sim/planted.ts is made first, and the run ends at the first seed that finds it.
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { plant, plantedBugs } from './sim/planted.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    hours: { type: 'string', default: '1' },
    rough: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    plant: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

function whole(name: 'seeds' | 'seed' | 'hours'): number {
  const value = Number(values[name]);
  if (Number.isInteger(value) && value >= (name === 'seed' ? 0 : 1)) return value;
  console.error(`--${name} takes a whole number, not ${values[name]}`);
  process.exit(2);
}

const [seeds, first, hours] = [whole('seeds'), whole('seed'), whole('hours')];
if (values.plant !== undefined) {
  const bug = plantedBugs.find(({ name }) => name === values.plant);
  if (bug === undefined) {
    console.error(`no such mistake; there are: ${plantedBugs.map(({ name }) => `\n  ${name}`).join('')}`);
    process.exit(2);
  }
  plant(bug);
}
const { runWorld } = await import('./sim/world.ts');

const failed: { seed: number; hash: string; broken: readonly string[] }[] = [];
const sums = { orders: 0, fills: 0, kills: 0 };
const traces = createHash('sha256');
const beganMs = performance.now();
let worlds = 0;
for (let seed = first; seed < first + seeds && (failed.length === 0 || values.plant === undefined); seed++) {
  worlds += 1;
  const { broken, fills, hash, kills, orders } = await runWorld({
    ...{ seed, hours, rough: values.rough },
    ...(values.trace ? { trace: (line: string) => console.error(line) } : {}),
  });
  traces.update(hash);
  sums.orders += orders;
  sums.fills += fills;
  sums.kills += kills;
  if (broken.length > 0) failed.push({ seed, hash, broken });
  if (!values.json)
    console.log(`seed ${seed} ${hash.slice(0, 12)} ${broken.length === 0 ? 'holds' : broken.join('\n  ')}`);
}
const hoursSimulated = worlds * hours;
const timesRealTime = Math.round((hoursSimulated * 3_600_000) / (performance.now() - beganMs));
const answer = {
  seeds: worlds,
  failed,
  hours_simulated: hoursSimulated,
  times_real_time: timesRealTime,
  ...sums,
  trace: traces.digest('hex'),
};
console.log(values.json ? JSON.stringify(answer) : answer);
process.exitCode = failed.length > 0 ? 1 : 0;

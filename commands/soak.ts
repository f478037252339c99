// `npm run soak -- --minutes M [--bots N] [--guests N] [--speed X] [--seed S] --json`: bots and people on the real processes
// for so long; memory after a forced collection is sampled, and the status is 1 when exchange or server goes on growing in
// the second half, or ends by itself.
import { parseArgs } from 'node:util';
import { runSoak } from './soak/run-soak.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    bots: { type: 'string', default: '200' },
    guests: { type: 'string', default: '4' },
    speed: { type: 'string', default: '240' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});

function whole(name: 'minutes' | 'bots' | 'guests' | 'speed' | 'seed', most: number): number {
  const value = Number(values[name]);
  if (!/^[1-9]\d{0,9}$/.test(values[name]) || value > most) {
    process.stderr.write(`--${name} takes a whole number from 1 to ${most}\n`);
    process.exit(2);
  }
  return value;
}

const begun = performance.now();
const [minutes, speed] = [whole('minutes', 10_080), whole('speed', 3_000)];
const { samples, ...result } = await runSoak({
  ...{ minutes, speed, seed: whole('seed', 0xffff_fff0), bots: whole('bots', 1_000), guests: whole('guests', 50) },
  // A candle a minute of the market, and some for the time in which the bots are made.
  candles: (minutes + 15) * speed,
  log: (line) => process.stderr.write(`${((performance.now() - begun) / 1000).toFixed(1)} s  ${line}\n`),
});
for (const complaint of result.complaints) process.stderr.write(`${complaint}\n`);
console.log(values.json ? JSON.stringify({ ...result, samples }) : result);
process.exitCode = result.ok ? 0 : 1;

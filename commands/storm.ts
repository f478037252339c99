// `npm run storm -- --kills N --seed S --json`: bots trade on the faulty local exchange while server, runner and database
// are killed; afterwards every order, trade and coin is compared with the exchange. Status 1 when anything differs.
import { parseArgs } from 'node:util';
import { runStorm } from './storm/run-storm.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    bots: { type: 'string', default: '200' },
    // The look of the minute, and what it finds.
    quiet: { type: 'string', default: '90' },
    // Every second person by a key of his own.
    keys: { type: 'string', default: '2' },
    // One of five people at Gate.
    gate: { type: 'string', default: '5' },
    'kill-exchange': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

function whole(name: 'kills' | 'seed' | 'bots' | 'quiet' | 'keys' | 'gate', most: number): number {
  const value = Number(values[name]);
  if (!/^\d{1,10}$/.test(values[name]) || value > most) {
    process.stderr.write(`--${name} takes a whole number up to ${most}\n`);
    process.exit(2);
  }
  return value;
}

const begun = performance.now();
const say = (line: string) => process.stderr.write(`${((performance.now() - begun) / 1000).toFixed(1)} s  ${line}\n`);
const result = await runStorm({
  kills: whole('kills', 100_000),
  seed: whole('seed', 0xffff_ffff),
  bots: whole('bots', 1_000),
  quietMs: whole('quiet', 3_600) * 1_000,
  keyEvery: whole('keys', 1_000),
  gateEvery: whole('gate', 1_000),
  exchangeToo: values['kill-exchange'],
  log: say,
});
for (const complaint of result.complaints) say(complaint);
if (values.json) process.stdout.write(`${JSON.stringify(result.figures)}\n`);
else console.log({ ...result.figures, bots: result.bots, trades: result.trades, killed: result.killed });
process.exitCode = result.ok ? 0 : 1;

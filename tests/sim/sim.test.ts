// The simulation as `npm run sim` runs it: production's runner under faults holds, a seed replays to the last event, and each
// mistake of the planted list is found.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plantedBugs } from '../../commands/sim/planted.ts';

const ROOT = join(import.meta.dirname, '../..');
const MOST_SEEDS = 1_000;

interface Answer {
  readonly seeds: number;
  readonly failed: readonly { seed: number; broken: readonly string[] }[];
  readonly hours_simulated: number;
  readonly orders: number;
  readonly fills: number;
  readonly kills: number;
  /** Kinds of bots that have traded. */
  readonly traded: readonly string[];
  readonly worlds: readonly { seed: number; hash: string; orders: number; fills: number; kills: number }[];
}

function simulate(...args: readonly string[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['commands/sim.ts', '--json', ...args], { cwd: ROOT });
    let [said, complained] = ['', ''];
    child.stdout.on('data', (part) => {
      said += part;
    });
    child.stderr.on('data', (part) => {
      complained += part;
    });
    child.on('error', reject);
    child.on('close', () => {
      try {
        resolve(JSON.parse(said) as Answer);
      } catch {
        reject(new Error(`the simulation said no JSON: ${said}${complained}`));
      }
    });
  });
}

/** What has been played without any mistake, in the order of its seeds. */
let eight: Answer['worlds'] = [];
/** Seeds whose worlds have shown a mistake. */
const showing = new Set<number>();

test('eight hours of trading under kills, stops, lost requests and a failing database break nothing', async () => {
  const answer = await simulate('--seeds', '8', '--jobs', '2');
  eight = answer.worlds;
  expect(answer.failed).toEqual([]);
  expect(answer).toMatchObject({ seeds: 8, hours_simulated: 8 });
  // Something has to happen for nothing to be proven wrong.
  expect(Math.min(answer.orders, answer.fills)).toBeGreaterThan(100);
  expect(answer.kills).toBeGreaterThan(8);
});

test('nor do kills of the exchange, and bots of several legs', async () => {
  const answer = await simulate('--rough', '--seed', '3', '--seeds', '4');
  expect(answer.failed).toEqual([]);
  expect(Math.min(answer.orders, answer.fills)).toBeGreaterThan(100);
  expect(answer.traded).toEqual(expect.arrayContaining(['arbitrage neutral', 'martin dual']));
});

test('the same seeds give the same worlds, however many processes play them, and others others', async () => {
  const again = await simulate('--seed', '5', '--seeds', '2', '--jobs', '1');
  expect(again.worlds).toHaveLength(2);
  expect(again.worlds).toEqual(eight.slice(4, 6));
  expect(new Set(eight.map(({ hash }) => hash)).size).toBe(8);
});

// Whatever breaks would count as found, so it has to be what the mistake breaks.
test.each(plantedBugs)('found: $name', async ({ breaks, name, fromSeed = 1 }) => {
  const { failed } = await simulate('--plant', name, '--seed', String(fromSeed), '--seeds', String(MOST_SEEDS));
  expect(failed).toHaveLength(1);
  expect(failed[0]?.broken).toContainEqual(expect.stringMatching(breaks));
  showing.add(failed[0]?.seed ?? 0);
});

test('the worlds in which mistakes were found hold without them', async () => {
  expect(showing.size).toBeGreaterThan(1);
  for (const seed of showing) {
    // Those that have been played above held.
    if (eight.some((world) => world.seed === seed)) continue;
    expect((await simulate('--seed', String(seed), '--seeds', '1')).failed).toEqual([]);
  }
});

// The simulation as `npm run sim` runs it: production's runner under faults holds by the house's wire and by keys over Binance's, a
// seed replays to the last event, and each mistake of the planted list is found.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type PlantedBug, plantedBugs } from '../../commands/sim/planted.ts';

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
  readonly worlds: readonly {
    seed: number;
    hash: string;
    orders: number;
    fills: number;
    kills: number;
    wire: string;
  }[];
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
let played: Answer['worlds'] = [];
/** Worlds that have shown a mistake. */
const showing = new Map<string, { seed: number; wire: string }>();

test('five hours of trading under kills, stops, lost requests and a failing database break nothing, by either wire', async () => {
  const answer = await simulate('--seeds', '5', '--jobs', '2');
  played = answer.worlds;
  expect(answer.failed).toEqual([]);
  expect(answer).toMatchObject({ seeds: 5, hours_simulated: 5 });
  // Something has to happen for nothing to be proven wrong.
  for (const wire of ['house', 'binance']) {
    const worlds = played.filter((world) => world.wire === wire);
    const sum = (of: (world: Answer['worlds'][number]) => number) => worlds.reduce((all, one) => all + of(one), 0);
    expect(
      Math.min(
        sum(({ orders }) => orders),
        sum(({ fills }) => fills),
      ),
    ).toBeGreaterThan(100);
    expect(sum(({ kills }) => kills)).toBeGreaterThan(worlds.length);
  }
});

test('nor do kills of the exchange, and bots of several legs', async () => {
  const answer = await simulate('--rough', '--seed', '2', '--seeds', '3');
  expect(answer.failed).toEqual([]);
  expect(new Set(answer.worlds.map(({ wire }) => wire)).size).toBe(2);
  expect(Math.min(answer.orders, answer.fills)).toBeGreaterThan(100);
  expect(answer.traded).toEqual(expect.arrayContaining(['arbitrage neutral', 'martin dual']));
});

test('the same seeds give the same worlds, however many processes play them, and others others', async () => {
  const again = await simulate('--seed', '3', '--seeds', '2', '--jobs', '1');
  expect(again.worlds.map(({ wire }) => wire)).toEqual(['house', 'binance']);
  expect(again.worlds).toEqual(played.slice(2, 4));
  expect(new Set(played.map(({ hash }) => hash)).size).toBe(5);
});

/** Whatever breaks would count as found, so it has to be what the mistake breaks. */
async function find({ breaks, name }: PlantedBug, wire: 'house' | 'binance', fromSeed: number): Promise<void> {
  const from = ['--wire', wire, '--seed', String(fromSeed), '--seeds', String(MOST_SEEDS)];
  const { failed } = await simulate('--plant', name, ...from);
  expect(failed).toHaveLength(1);
  expect(failed[0]?.broken).toContainEqual(expect.stringMatching(breaks));
  const seed = failed[0]?.seed ?? 0;
  showing.set(`${seed} ${wire}`, { seed, wire });
}

const byHouse = plantedBugs.filter(({ fromSeed }) => fromSeed !== null);
test.each(byHouse)('found: $name', async (bug) => find(bug, 'house', bug.fromSeed ?? 1));

const byKeys = plantedBugs.filter(({ byKeysFrom }) => byKeysFrom !== undefined);
test.each(byKeys)('found by keys: $name', async (bug) => find(bug, 'binance', bug.byKeysFrom ?? 1));

test('the worlds in which mistakes were found hold without them', async () => {
  expect(showing.size).toBeGreaterThan(1);
  for (const { seed, wire } of showing.values()) {
    // Those that have been played above held.
    if (played.some((world) => world.seed === seed && world.wire === wire)) continue;
    expect((await simulate('--seed', String(seed), '--seeds', '1', '--wire', wire)).failed).toEqual([]);
  }
});

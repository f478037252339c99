// A soak in little, by counts and not by the clock: after so many prints, broken streams, visits over sockets and bots that are
// made, stopped and deleted, server and exchange keep no more than they kept after half of them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Soak, WATCHED_PROCESSES } from '../../tools/soak/run-soak.ts';

const PRINTS = 8_000;
const ROUNDS = 25;
const BREAKS = 3;
/** 130 bytes kept of each print, or 40 KB of each round, are more than this; looks at rest differ by some tenths. */
const ROOM_MB = 1;
const soak = new Soak({ seed: 8, bots: 16, guests: 3, speed: 1_200, candles: 60_000, log: () => {} });

beforeAll(() => soak.open());
afterAll(() => soak.close());

let first = 0;

async function kept(parts: number): Promise<Record<string, number>> {
  await Promise.all([
    soak.untilPrints(first + parts * PRINTS),
    soak.guests.untilRounds(parts * ROUNDS),
    soak.breakStreams(BREAKS),
  ]);
  const found: Record<string, number> = {};
  for (const name of WATCHED_PROCESSES) found[name] = await soak.restingMb(name);
  return found;
}

test('D8: memory after twice as many events, visits and bots is what it was', { timeout: 900_000 }, async () => {
  first = soak.prints;
  const half = await kept(1);
  const end = await kept(2);
  expect(soak.diedByThemselves).toEqual([]);
  // Something has to come and go for nothing to be left of it.
  expect(soak.guests.counts.frames).toBeGreaterThan(ROUNDS);
  for (const name of WATCHED_PROCESSES) expect((end[name] ?? 0) - (half[name] ?? 0), name).toBeLessThan(ROOM_MB);
});

// A soak in little, by counts and not by the clock: after so many prints, broken streams, visits over sockets and bots that are
// made, stopped and deleted, server and exchange keep no more than before. Invariant: what leaks grows in each of two equal
// parts of the same run; what a busy machine or a cache adds once, in one of them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Soak, WATCHED_PROCESSES } from '../../commands/soak/run-soak.ts';

const PRINTS = 6_000;
const ROUNDS = 18;
const BREAKS = 3;
/** 125 bytes kept of each print, or 42 KB of each round, are more than this; looks at rest differ by some tenths. */
const ROOM_MB = 0.75;
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

test('D8: memory does not grow with events, visits and bots', { timeout: 900_000 }, async () => {
  first = soak.prints;
  const looks = [await kept(1), await kept(2), await kept(3)];
  expect(soak.diedByThemselves).toEqual([]);
  // Something has to come and go for nothing to be left of it.
  expect(soak.guests.counts.frames).toBeGreaterThan(ROUNDS);
  for (const name of WATCHED_PROCESSES) {
    const [one, two, three] = looks.map((look) => look[name]) as [number, number, number];
    const grown = [two - one, three - two];
    expect(Math.min(...grown), `${name} grew by ${grown.map((mb) => mb.toFixed(2)).join(' and ')} MB`).toBeLessThan(
      ROOM_MB,
    );
  }
});

// Whether an account exists is not told by time: the doors of identity for accounts that exist beside those that do not.
// The ratio is 1 when nothing separates them; entry-timing.ts run by hand says how sure that is.
import type { Bench, Side } from '../bench.ts';
import { type Door, type Doors, doors, openDoors } from './entry-timing.ts';

const REQUESTS = 400;

function sideOf(open: Doors, door: Door, exists: boolean): Side {
  let at = 0;
  return {
    name: exists ? 'known' : 'unknown',
    run: async () => {
      const codes = new Set<number>();
      let ms = 0;
      for (let asked = 0; asked < REQUESTS; asked += 1) {
        at += 1;
        const one = await open.ask(door, exists, at);
        ms += one.ms;
        codes.add(one.code);
      }
      // login/exists says which it is: its answer is the question.
      return { units: REQUESTS, seconds: ms / 1000, outcome: [...codes].join(' ') };
    },
  };
}

function benchOf(door: Door): Bench {
  return {
    id: 'P16',
    name: `login/${door}: known / unknown`,
    unit: 'requests',
    floor: 0.9,
    goal: 0.97,
    prepare: async () => {
      const open = await openDoors();
      return { ours: sideOf(open, door, true), theirs: sideOf(open, door, false), dispose: () => open.close() };
    },
  };
}

const [first, ...others] = doors.map(benchOf);
export const bench = first as Bench;
export const beside = others;

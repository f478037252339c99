// A process of its own for P8: `node --expose-gc bot-memory.ts grid|martin` starts bots and prints how much memory each
// of them added, in bytes: what the process has resident, and what of it is heap. Both are read after the collection
// that V8 makes when memory is scarce, which gives the young generation's buffers back: they grow once, to up to 100 MB,
// with the rate of garbage and not with the number of bots (decision 38).
import { gridParams, martinParams, QuietFleet } from './quiet-fleet.ts';

const BOTS = 20_000;
const WARM = 5_000;

interface Use {
  readonly rss: number;
  readonly heap: number;
}

function use(): Use {
  for (let round = 0; round < 4; round++) globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heap: heapUsed + external };
}

const kind = process.argv[2] === 'grid' ? 'grid' : 'martin';
const quiet = new QuietFleet(kind);
const params = kind === 'grid' ? gridParams : martinParams;
// Code is compiled before anything is counted.
quiet.add(WARM, params);
quiet.lull();
const before = use();
quiet.add(BOTS, params);
quiet.lull();
const after = use();
const fillsEach = quiet.fills / quiet.fleet.heads.length;
console.log(
  JSON.stringify({ rss: (after.rss - before.rss) / BOTS, heap: (after.heap - before.heap) / BOTS, fillsEach }),
);

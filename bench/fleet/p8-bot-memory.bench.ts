// P8: resident memory that one more bot costs, in kilobytes: 20,000 production bots with their orders, wake points and
// identifiers, each with params of its own, started in a process of its own. A ratio of 0.25 = 4 KB a bot, 1 = 1 KB.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';

const KB = 1024;

function memory(kind: 'grid' | 'martin', name: string): Bench {
  return {
    id: 'P8',
    name,
    unit: 'bots',
    per: 'KB',
    floor: 0.25,
    goal: 1,
    async prepare() {
      const run = () => {
        const script = join(import.meta.dirname, 'bot-memory.ts');
        const child = spawnSync(process.execPath, ['--expose-gc', script, kind], { encoding: 'utf8' });
        if (child.status !== 0) throw new Error(child.stderr);
        const { rss, fillsEach } = JSON.parse(child.stdout) as { rss: number; fillsEach: number };
        return { units: 1, seconds: rss / KB, outcome: `${fillsEach} fills each` };
      };
      return {
        ours: { name: 'bots in one process', run },
        theirs: { name: '1 KB', run: () => ({ units: 1, seconds: 1, outcome: '1 fills each' }) },
      };
    },
  };
}

export const bench = memory('grid', 'one more grid of 20 lines, bots a kilobyte of resident memory / 1');
export const beside = [memory('martin', 'one more martingale, the same / 1')];

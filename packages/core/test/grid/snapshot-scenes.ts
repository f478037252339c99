// Grids on spot, played the same way whenever they are played: snapshots of older versions in snapshots-v1.jsonl were
// written at moments of these scenes by the program of that time.
import type { Bot } from '@cormorant/core/engine/bot.ts';
import { grid } from '@cormorant/core/strategies/grid/machine.ts';
import { parseGridParams } from '@cormorant/core/strategies/grid/params.ts';
import { machineCase } from '../machines/case.ts';
import { coarseSpot, spot } from '../machines/instruments.ts';
import { MachineRig } from '../machines/machine-rig.ts';

const INVESTMENT_ATOMS = 3_000e8;
const FIRST_TICKS = 10_000;
const STEPS = 160;

const params = { lower: '92', upper: '108', grid_levels: '8', grid_mode: 'arithmetic' };
const scenes = [
  { name: 'spot', instrument: spot, raw: { ...params, trailing_up: '1', trail_limit: '130' } },
  { name: 'coarse spot', instrument: coarseSpot, raw: params },
];

/** Shows the bot of every scene after every step. */
export function playScenes(show: (scene: string, step: number, bot: Bot) => void): void {
  for (const { name, instrument, raw } of scenes) {
    const given = machineCase({ name, strategy: grid, instruments: [instrument], parse: parseGridParams, raw: never });
    const context = { instrument, lastTicks: FIRST_TICKS, investmentAtoms: INVESTMENT_ATOMS };
    const parsed = parseGridParams(raw, context);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
    const rig = new MachineRig(given, instrument, parsed.params, INVESTMENT_ATOMS, Date.UTC(2026, 0, 1));
    let seed = 7;
    const draw = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    rig.mischief = {
      refuse: () => draw() < 0.15 && 'post_only',
      part: (lots) => (draw() < 0.6 ? Math.ceil(lots * draw()) : lots),
      marketPart: (lots) => (draw() < 0.5 ? Math.ceil(lots / 2) : lots),
      loseRace: () => draw() < 0.3,
    };
    let ticks = FIRST_TICKS;
    rig.print(ticks);
    rig.command({ name: 'start' });
    for (let step = 0; step < STEPS; step++) {
      ticks = Math.round(ticks * (1 + (draw() - 0.49) * 0.03));
      rig.print(ticks, 20_000);
      if (step % 23 === 22) rig.command({ name: 'pause', reason: 'user' });
      if (step % 23 === 2 && step > 20) rig.command({ name: 'resume' });
      show(name, step, rig.bot);
    }
  }
}

function never(): never {
  throw new Error('the params of a scene are given');
}

// What version 1 wrote of a grid (snapshots-v1.jsonl: part-filled orders on both sides, refused and waiting lines, all
// directions) is read back as the very bot that stands there today. On contracts that is the bot of version 3 before
// decision 77 (snapshots-v3.jsonl): the sizes of those grids, and the lines that lacked money, are of their time.
import { readFileSync } from 'node:fs';
import type { Bot } from '@cormorant/core/engine/bot.ts';
import { readBot } from '@cormorant/core/engine/read-bot.ts';
import { grid } from '@cormorant/core/strategies/grid/machine.ts';
import type { GridParams } from '@cormorant/core/strategies/grid/params.ts';
import type { GridState } from '@cormorant/core/strategies/grid/state.ts';
import { describe, expect, it } from 'vitest';
import { playScenes } from './snapshot-scenes.ts';

function snapshotsOf(name: string): { scene: string; step: number; snapshot: unknown }[] {
  const lines = readFileSync(new URL(name, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => JSON.parse(line));
}

const written = snapshotsOf('snapshots-v1.jsonl');
const now = new Map<string, unknown>(snapshotsOf('snapshots-v3.jsonl').map(({ scene, snapshot }) => [scene, snapshot]));
playScenes((scene, step, bot) => {
  if (written.some((one) => one.scene === scene && one.step === step)) now.set(scene, JSON.parse(JSON.stringify(bot)));
});

const read = (snapshot: unknown) => readBot(structuredClone(snapshot), grid) as Bot<GridParams, GridState>;

describe('a grid of version 1', () => {
  it.each(written)('$scene, at step $step', ({ scene, snapshot }) => {
    expect(snapshot).toMatchObject({ version: 1 });
    expect(read(snapshot)).toEqual(now.get(scene));
  });

  it('has in these snapshots everything a cell can be in the middle of', () => {
    const states = written.map(({ snapshot }) => read(snapshot).state!);
    const parts = states.flatMap(({ cells, parts }) => parts.map(({ cell }) => cells.heldLots[cell]! > 0));
    expect(new Set(parts)).toEqual(new Set([true, false]));
    expect(states.some(({ gaps }) => gaps.some(({ reason }) => reason !== ''))).toBe(true);
    expect(states.some(({ gaps }) => gaps.some(({ reason, tries }) => reason === '' && tries > 0))).toBe(true);
    expect(states.some(({ waiting }) => waiting.length > 0)).toBe(true);
  });

  it('of before version 1 is the long spot grid it was', () => {
    const [{ snapshot }] = written as [(typeof written)[number]];
    const old = JSON.parse(JSON.stringify(snapshot));
    for (const key of ['direction', 'leverage', 'reserveAtoms']) delete old.params[key];
    for (const cell of old.state.cells) delete cell.short;
    for (const key of ['version', 'margin', 'entryAtoms', 'lockedShortAtoms']) delete old[key];
    for (const key of ['fundingAtoms', 'pendingFundingAtoms']) delete old.books[key];
    for (const order of old.orders) if (order !== null) delete order.reduceOnly;
    expect(read(old)).toEqual({ ...read(snapshot), margin: null });
  });
});

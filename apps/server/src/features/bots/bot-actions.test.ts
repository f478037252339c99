// What a bot offers: of one that is set aside that it is tried again, and nothing that would be refused.
import { describe, expect, it } from 'vitest';
import { rules } from '../../../test/runner-rig.ts';
import { canDo } from './bot-actions.ts';
import type { OwnBot } from './own-bot.ts';

const nothing = { start: 0, stop: 0, pause: 0, resume: 0, add: 0, close: 0, edit: 0, delete: 0 };
const can = (bot: object) => canDo(bot as OwnBot, { takesAdd: true, isElsewhere: false }, 'en');

describe.each(['running', 'paused', 'stopped'] as const)('a bot that is %s', (status) => {
  const leg = { status, kept: true, base: '0.5', symbolRules: rules };
  const healthy = { ...leg, phase: 'holding', lastError: null, halted: '' };

  it.each(['one machine', 'several legs'])('of %s offers a try while it is set aside, and nothing else', (made) => {
    const ownLegs = made === 'one machine' ? [] : [leg, leg];
    const aside = { ...healthy, ownLegs, phase: 'error', lastError: { code: 4026, detail: 'engine_fault', atMs: 1 } };
    expect(can(aside)).toEqual({ ...nothing, resume: 1, reason: expect.stringContaining('set aside') });
    // In trouble of another kind it is in its runner's hands.
    const refused = { ...aside, lastError: { code: 3001, detail: '', atMs: 1 } };
    const offered = { running: 'pause', paused: 'edit', stopped: 'edit' } as const;
    for (const bot of [refused, { ...healthy, ownLegs }]) expect(can(bot)[offered[status]]).toBe(1);
  });
});

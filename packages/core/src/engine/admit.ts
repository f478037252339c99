// What a command of its owner does to the status of a bot.
import type { TimeMs } from '../money/units.ts';
import type { Command } from '../strategy/strategy.ts';
import type { Bot, Effects } from './bot.ts';
import { isHalted } from './halt.ts';

/** Which commands mean anything now; sets the status the machine will then see to. */
export function admit(bot: Bot, command: Command, nowMs: TimeMs, effects: Effects): boolean {
  switch (command.name) {
    case 'start':
      if (bot.status !== 'stopped') return false;
      bot.status = 'running';
      bot.stopReason = '';
      bot.startedAtMs = nowMs;
      bot.stoppedAtMs = 0;
      break;
    case 'pause':
      if (bot.status !== 'running') return false;
      bot.status = 'paused';
      bot.pauseReason = command.reason;
      break;
    case 'resume':
      if (bot.status !== 'paused') return false;
      bot.status = 'running';
      bot.pauseReason = '';
      bot.halted = '';
      break;
    case 'stop':
    case 'close':
      if (bot.status === 'stopped' || bot.state === null) return false;
      bot.halted = '';
      return true;
    case 'add':
    case 'signal':
      return bot.status !== 'stopped' && bot.state !== null && !isHalted(bot);
    case 'edit':
      return bot.status !== 'running' && bot.state !== null;
  }
  effects.changed(bot);
  effects.log(bot, command.name, command.name, command.name === 'pause' ? { reason: command.reason } : {});
  return true;
}

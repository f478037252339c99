// Stands in for the runner in a process that does not play that role: it does nothing and says so.
import * as codes from '@cormorant/contract/codes.ts';
import type { BotRunner } from '../../ports/bot-runner.ts';

const refuse = async () => ({ outcome: 'refused', code: codes.unavailable }) as const;

export const absentRunner: BotRunner = {
  create: refuse,
  haltAll: refuse,
  answerDrift: refuse,
  ordersLeft: async () => null,
  operate: refuse,
  edit: refuse,
  plan: refuse,
  signal: refuse,
  refuseSignal: refuse,
  setPublic: refuse,
  standing: refuse,
};

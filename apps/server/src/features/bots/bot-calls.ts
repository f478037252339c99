// The calls of bots, each bound to its use case.
import {
  botActions,
  botCount,
  botCreate,
  botDetailCall,
  botInfoCall,
  botList,
  botOperation,
  botPositions,
  botUpdate,
} from '@cormorant/contract/calls/bots.ts';
import { type BoundCall, bindCall } from '../handler.ts';
import type { BotDeps } from './bot-deps.ts';
import { countBots } from './count-bots.ts';
import { createBot } from './create-bot.ts';
import { listActions } from './list-actions.ts';
import { listBots } from './list-bots.ts';
import { listPositions } from './list-positions.ts';
import { operateBot } from './operate-bot.ts';
import { showBotDetail } from './show-bot-detail.ts';
import { showBotInfo } from './show-bot-info.ts';
import { updateBot } from './update-bot.ts';

export function botCalls(deps: BotDeps): BoundCall[] {
  return [
    bindCall(botCreate, createBot(deps)),
    bindCall(botUpdate, updateBot(deps)),
    bindCall(botInfoCall, showBotInfo(deps)),
    bindCall(botDetailCall, showBotDetail(deps)),
    bindCall(botList, listBots(deps)),
    bindCall(botCount, countBots(deps)),
    bindCall(botOperation, operateBot(deps)),
    bindCall(botActions, listActions(deps)),
    bindCall(botPositions, listPositions(deps)),
  ];
}

// The calls of bots, each bound to its use case.
import { botBatch, botBatchStatus, botPanic } from '@cormorant/contract/calls/batch.ts';
import { userBillDetail, userBillGroup, userBillLogs, userExport } from '@cormorant/contract/calls/bills.ts';
import {
  botActions,
  botCount,
  botCreate,
  botDetailCall,
  botDrift,
  botInfoCall,
  botList,
  botOperation,
  botPlan,
  botPositions,
  botUpdate,
} from '@cormorant/contract/calls/bots.ts';
import { botHook, hookSignal } from '@cormorant/contract/calls/hooks.ts';
import { positionAdds, userPositions } from '@cormorant/contract/calls/positions.ts';
import type { BillStore } from '../../ports/bill-store.ts';
import type { ExportStore } from '../../ports/export-store.ts';
import type { PositionStore } from '../../ports/position-store.ts';
import { type BoundCall, bindCall, bindFileCall } from '../handler.ts';
import { answerDrift } from './answer-drift.ts';
import { countBots } from './count-bots.ts';
import { createBot } from './create-bot.ts';
import { exportRows } from './export-rows.ts';
import { groupBill } from './group-bill.ts';
import { listActions } from './list-actions.ts';
import { listBillRows } from './list-bill-rows.ts';
import { listBots } from './list-bots.ts';
import { listOpenPositions } from './list-open-positions.ts';
import { listPositionAdds } from './list-position-adds.ts';
import { listPositions } from './list-positions.ts';
import { type HookDeps, makeHook } from './make-hook.ts';
import { operateBot } from './operate-bot.ts';
import { panic } from './panic.ts';
import { planBot } from './plan-bot.ts';
import { type BatchDeps, runBatch, showBatch } from './run-batch.ts';
import { showBillDetail } from './show-bill-detail.ts';
import { showBotDetail } from './show-bot-detail.ts';
import { showBotInfo } from './show-bot-info.ts';
import { noteMalformedSignal, takeHookSignal } from './take-hook-signal.ts';
import { updateBot } from './update-bot.ts';

export interface BotCallDeps extends BatchDeps, HookDeps {
  readonly bills: BillStore;
  readonly exports: ExportStore;
  readonly positions: PositionStore;
  /** Of the market whose days the bill counts in; '' = of all, which count in those of the local exchange. */
  readonly marketNowMs: (exchange: string) => number;
}

export function botCalls(deps: BotCallDeps): BoundCall[] {
  return [
    bindCall(botCreate, createBot(deps)),
    bindCall(botUpdate, updateBot(deps)),
    bindCall(botPlan, planBot(deps)),
    bindCall(botInfoCall, showBotInfo(deps)),
    bindCall(botDetailCall, showBotDetail(deps)),
    bindCall(botList, listBots(deps)),
    bindCall(botCount, countBots(deps)),
    bindCall(botOperation, operateBot(deps)),
    bindCall(botActions, listActions(deps)),
    bindCall(botPositions, listPositions(deps)),
    bindCall(botHook, makeHook(deps)),
    bindCall(hookSignal, takeHookSignal(deps), noteMalformedSignal(deps)),
    bindCall(botBatch, runBatch(deps)),
    bindCall(botBatchStatus, showBatch(deps)),
    bindCall(botPanic, panic(deps)),
    bindCall(botDrift, answerDrift(deps)),
    bindCall(userBillLogs, listBillRows(deps.bills)),
    bindCall(userBillGroup, groupBill(deps)),
    bindCall(userBillDetail, showBillDetail(deps.bills)),
    bindFileCall(userExport, exportRows(deps.exports)),
    bindCall(userPositions, listOpenPositions(deps, deps.positions)),
    bindCall(positionAdds, listPositionAdds(deps.positions)),
  ];
}

// Calls of bots. Two of them are GETs that act, as the specification has it; every id names a bot of the caller, and
// somebody else's bot answers exactly as one that does not exist (4001).

import * as z from 'zod';
import { nameMost, plainShape, visibleShape } from '../bot-name.ts';
import { defineCall } from '../call.ts';
import * as codes from '../codes.ts';
import { botCounts } from '../entities/account.ts';
import { action, actionGroup, actionName } from '../entities/action.ts';
import { bot, botDetail, botInfo, botOrder, botParams, botStatus, phase } from '../entities/bot.ts';
import { botKind } from '../entities/bot-type.ts';
import { position } from '../entities/position.ts';
import type { SuccessKey } from '../texts.ts';
import {
  answersWith,
  countIn,
  decimal,
  decimalIn,
  decimalOrNull,
  exchangeCode,
  flag,
  flagIn,
  id,
  idIn,
  marketKind,
  moneyIn,
  pageOf,
  pageQuery,
  requestId,
  symbolIn,
  wholeIn,
} from '../wire.ts';
import { safeActions } from './batch.ts';

const ownBot = { in: 'query', field: 'id', missing: codes.bot_not_found } as const;

export const operations = ['start', 'stop', 'pause', 'resume', 'add', 'close', 'delete'] as const;
export type Operation = (typeof operations)[number];

/** The success text of each operation. */
export const operationSuccess: Readonly<Record<Operation, SuccessKey>> = {
  start: 'bot_started',
  resume: 'bot_started',
  stop: 'bot_stopped',
  pause: 'ok',
  add: 'order_placed',
  close: 'order_placed',
  delete: 'bot_deleted',
};

const botName = z
  .string()
  .trim()
  .min(1)
  .max(nameMost)
  .regex(plainShape)
  .regex(visibleShape, answersWith(codes.bot_params_invalid));

/** Null is how a client says that a field has no meaning for the category. Ranges are the category's own. */
const configured = {
  name: botName.nullish(),
  multiplier: decimalIn.nullish(),
  max_positions: countIn.nullish(),
  take_profit: decimalIn.nullish(),
  stop_loss: decimalIn.nullish(),
  grid_levels: countIn.nullish(),
  /** Derived; read and ignored. */
  grid_spacing: decimalIn.nullish(),
};

/** The user has confirmed to know the worst case; anything but 1 is a missing field. */
const riskAck = wholeIn(
  (number) => number.pipe(z.literal(1, answersWith(codes.field_required))),
  answersWith(codes.field_required),
);

export const botCreate = defineCall({
  name: 'botCreate',
  method: 'POST',
  path: '/api/user/botCreate',
  summary: 'Create a bot and, unless start=0, start it',
  access: 'user',
  body: z.object({
    type_id: id,
    exchange: exchangeCode,
    market: marketKind,
    symbol: symbolIn,
    ...configured,
    investment: moneyIn,
    /** By field key; a top-level name wins over the same key in here. */
    params: botParams.default({}),
    simulate: flag.default(0),
    start: flag.default(1),
    source_id: id.nullish(),
    risk_ack: riskAck,
    request_id: requestId.optional(),
  }),
  data: z.object({ id, status: botStatus, warnings: z.array(z.string()) }),
  errors: [
    codes.field_not_editable,
    codes.api_invalid,
    codes.api_not_bound,
    codes.exchange_unsupported,
    codes.exchange_busy,
    codes.pair_invalid,
    codes.price_range,
    codes.amount_small,
    codes.amount_large,
    codes.market_closed,
    codes.funds_insufficient,
    codes.trading_disabled,
    codes.bot_create_failed,
    codes.bot_start_failed,
    codes.bot_params_invalid,
    codes.bot_duplicate,
    codes.bot_limit,
    codes.capital_insufficient,
    codes.leverage_invalid,
    codes.type_disabled,
    codes.bot_busy,
    codes.fuel_insufficient,
    codes.sim_unsupported,
    codes.sim_limit,
    codes.sim_not_found,
    codes.sim_ended,
  ],
  acts: true,
  success: 'bot_created',
  rateClass: 'write',
  idempotency: 'request_id',
  autoToast: false,
});

export const botUpdate = defineCall({
  name: 'botUpdate',
  method: 'PUT',
  path: '/api/user/botUpdate',
  summary: 'Change a paused or stopped bot; `version` guards against another screen’s change',
  access: 'user',
  query: z.object({ id: idIn }),
  body: z
    .object({
      // These never change; another value than the bot's answers 1301.
      type_id: id.optional(),
      exchange: exchangeCode.optional(),
      market: marketKind.optional(),
      symbol: symbolIn.optional(),
      simulate: flag.optional(),
      ...configured,
      investment: moneyIn.optional(),
      params: botParams.optional(),
      /** Offers a simulated bot to the market; alone it is allowed in any state and needs neither version nor risk_ack. */
      public: flag.optional(),
      version: z.int().min(1).optional(),
      risk_ack: riskAck.optional(),
      request_id: requestId.optional(),
    })
    .superRefine((body, context) => {
      const changesMore = Object.keys(body).some((key) => !['public', 'request_id'].includes(key));
      if (!changesMore && body.public !== undefined) return;
      for (const key of ['version', 'risk_ack'] as const) {
        if (body[key] === undefined)
          context.addIssue({ code: 'custom', path: [key], message: answersWith(codes.field_required) });
      }
    }),
  data: bot,
  errors: [
    codes.field_not_editable,
    codes.pair_invalid,
    codes.price_range,
    codes.amount_small,
    codes.amount_large,
    codes.bot_update_failed,
    codes.bot_params_invalid,
    codes.bot_running_no_edit,
    codes.bot_version,
    codes.bot_has_position,
    codes.capital_insufficient,
    codes.leverage_invalid,
    codes.bot_busy,
    codes.bot_set_aside,
  ],
  acts: true,
  success: 'bot_updated',
  rateClass: 'write',
  idempotency: 'request_id',
  autoToast: false,
  owner: ownBot,
});

const plannedOrder = z.object({
  side: z.enum(['buy', 'sell']),
  /** '0' = at market. */
  price: decimal,
  qty: decimal,
  purpose: botOrder.shape.purpose,
  reduce_only: flag,
});

const planLines = {
  take_profit: decimalOrNull,
  stop_loss: decimalOrNull,
  liquidation: decimalOrNull,
  /** Where closing what is held brings back what it cost, fees included. */
  break_even: decimalOrNull,
};

export const botPlan = defineCall({
  name: 'botPlan',
  method: 'POST',
  path: '/api/user/botPlan',
  extension: true,
  summary: 'What a change of a paused or stopped bot would do at the present price; nothing is changed (extension)',
  access: 'user',
  query: z.object({ id: idIn }),
  body: z.object({
    ...configured,
    investment: moneyIn.optional(),
    params: botParams.optional(),
    version: z.int().min(1),
  }),
  data: z.object({
    price: decimal,
    /** Keys of the fields whose value changes. */
    changed: z.array(z.string()),
    /** Orders that rest now and would be cancelled. */
    cancel: z.array(plannedOrder),
    place: z.array(plannedOrder),
    refused: z.array(plannedOrder.extend({ reason_text: z.string() })),
    /** Of what would trade at once, in quote. */
    fees: decimal,
    /** As the bot would stand, and as it stands now. */
    ...planLines,
    before: z.object(planLines),
    /**
     * What the preview of the kind says of the bot as it is set and as it would be (profit per grid, liquidation after all
     * orders, fees …); keys have labels in the contract. Empty while it holds a position.
     */
    figures: z.array(
      z.object({
        key: z.string(),
        unit: z.enum(['quote', 'base', 'price', 'percent', 'count', 'days', 'times', 'text']),
        before: z.string().nullable(),
        after: z.string().nullable(),
        level: z.enum(['plain', 'good', 'warn', 'bad']),
      }),
    ),
    /** Sentences. */
    warnings: z.array(z.string()),
  }),
  errors: [
    codes.exchange_busy,
    codes.pair_invalid,
    codes.funds_insufficient,
    codes.bot_update_failed,
    codes.bot_params_invalid,
    codes.bot_running_no_edit,
    codes.bot_version,
    codes.bot_has_position,
    codes.capital_insufficient,
    codes.leverage_invalid,
    codes.bot_busy,
    codes.bot_set_aside,
  ],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: false,
  owner: ownBot,
});

export const botInfoCall = defineCall({
  name: 'botInfo',
  method: 'GET',
  path: '/api/user/botInfo',
  summary: 'The editable configuration of a bot',
  access: 'user',
  query: z.object({ id: idIn }),
  data: botInfo,
  errors: [],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: false,
  owner: ownBot,
});

export const botDetailCall = defineCall({
  name: 'botDetail',
  method: 'GET',
  path: '/api/user/botDetail',
  summary: 'A bot with its position, orders, grid lines, fills, curve and what can be done with it',
  access: 'user',
  query: z.object({ id: idIn }),
  data: botDetail,
  errors: [],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: false,
  owner: ownBot,
});

export const botList = defineCall({
  name: 'botList',
  method: 'GET',
  path: '/api/user/botList',
  summary: 'All bots of the caller: running, paused, stopped; then newest first',
  access: 'user',
  query: z.object({
    exchange: z.string().max(20).optional(),
    type: botKind.optional(),
    status: botStatus.optional(),
    simulate: flagIn.optional(),
  }),
  data: z.object({ list: z.array(bot), count: z.int() }),
  errors: [],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: false,
});

export const botCount = defineCall({
  name: 'botCount',
  method: 'GET',
  path: '/api/user/botCount',
  summary: 'How many bots the caller has, by status and kind; an empty exchange = all',
  access: 'user',
  query: z.object({ exchange: z.string().max(20).default('') }),
  data: botCounts.extend({ by_type: z.record(z.string(), z.int()) }),
  errors: [],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: true,
});

export const botOperation = defineCall({
  name: 'botOperation',
  method: 'GET',
  path: '/api/user/botOperation',
  summary: 'Start, stop, pause, resume, add to, close or delete a bot',
  access: 'user',
  query: z.object({
    id: idIn,
    action: z.enum(operations, answersWith(codes.action_invalid)),
    /** Of `add`, in quote; without it the next size of the ladder. */
    amount: moneyIn.optional(),
    /** Of `add` to a bot of two sides: which of them (extension). */
    side: z.enum(['long', 'short'], answersWith(codes.bot_params_invalid)).optional(),
    /** Of `stop`: 0 leaves what is held on the exchange, unguarded. */
    close_position: flagIn.default(1),
    request_id: requestId.optional(),
  }),
  data: z.object({ id, status: botStatus, phase }),
  errors: [
    codes.api_invalid,
    codes.api_not_bound,
    codes.exchange_unsupported,
    codes.exchange_busy,
    codes.order_failed,
    codes.amount_small,
    codes.amount_large,
    codes.market_closed,
    codes.funds_insufficient,
    codes.trading_disabled,
    codes.bot_running,
    codes.bot_stopped,
    codes.bot_delete_failed,
    codes.bot_start_failed,
    codes.bot_params_invalid,
    codes.bot_stop_failed,
    codes.bot_duplicate,
    codes.bot_running_no_edit,
    codes.bot_stopped_no_add,
    codes.no_position,
    codes.add_limit,
    codes.bot_not_paused,
    codes.bot_has_position,
    codes.capital_insufficient,
    codes.ai_abstain,
    codes.action_invalid,
    codes.bot_busy,
    codes.bot_paused,
    codes.bot_set_aside,
    codes.fuel_insufficient,
  ],
  acts: true,
  judgesMaintenance: true,
  rateClass: 'write',
  safeActions,
  idempotency: 'state',
  autoToast: false,
  owner: ownBot,
});

export const botActions = defineCall({
  name: 'botActions',
  method: 'GET',
  path: '/api/user/botActions',
  summary: 'The log of a bot, newest first; id 0 or empty = all bots of the caller',
  access: 'user',
  query: z.object({
    id: wholeIn((number) => number.min(0)).default(0),
    ...pageQuery(),
    action: actionName.optional(),
    group: actionGroup.optional(),
    exchange: z.string().max(20).optional(),
  }),
  data: pageOf(action),
  errors: [],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: false,
  owner: ownBot,
});

export const botPositions = defineCall({
  name: 'botPositions',
  method: 'GET',
  path: '/api/user/botPositions',
  summary: 'Positions of a bot: open ones first, then closed, newest first',
  access: 'user',
  query: z.object({ id: idIn, ...pageQuery() }),
  data: pageOf(position),
  errors: [],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: false,
  owner: ownBot,
});

export const botDrift = defineCall({
  name: 'botDrift',
  method: 'POST',
  path: '/api/user/botDrift',
  extension: true,
  summary:
    'Answer what was done by hand beside a bot: `mine` = these trades are no bot’s; `take` = they become an add of the bot’s open round, at their own prices and fees; `check` = look again whether the exchange has what the books say (extension)',
  access: 'user',
  query: z.object({ id: idIn }),
  body: z.object({
    answer: z.enum(['mine', 'take', 'check']),
    /** How many trades the owner was shown: the answer is for no other ones. */
    count: z.int().min(0).max(1_000_000).optional(),
    request_id: requestId.optional(),
  }),
  /** open 1 = it still waits for an answer. */
  data: z.object({ id, open: flag }),
  /**
   * Of `take`. 4023 says why in `reason`: kind (its coin belongs to lines or legs of its own), side (against what it holds),
   * many (more trades than are listed), figures (off the market's steps, or a fee nobody valued), none. Of `mine`, too: changed
   * (further trades were made than were shown).
   */
  errors: [
    codes.exchange_busy,
    codes.market_closed,
    codes.funds_insufficient,
    codes.trading_disabled,
    codes.bot_stopped_no_add,
    codes.no_position,
    codes.add_limit,
    codes.action_invalid,
    codes.bot_busy,
    codes.bot_set_aside,
  ],
  acts: true,
  success: 'ok',
  rateClass: 'write',
  idempotency: 'state',
  autoToast: false,
  owner: ownBot,
});

// A webhook's signal to its bot. One that cannot be followed is refused at once with its reason, whether it is refused here
// or by the bot's own rules, and stands in the bot's log, because who sent it may be a program that nobody reads.
import * as codes from '@cormorant/contract/codes.ts';
import { formatQuote } from '@cormorant/core/market/conversions.ts';
import type { BotSignal, SignalRefusal } from '../../ports/bot-runner.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { OpenActor } from '../accounts/load-user.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { Turn } from '../turns/turn.ts';
import { atomsOf, checkAmount } from './add-to-bot.ts';
import { assertUp, command } from './command-context.ts';

type Row = Turn['actions'][number]['draft'];

/** Answers what its amount was rounded down to, if it was. */
export async function signalBot(opened: OpenActor, live: LiveBot, signal: BotSignal): Promise<string | null> {
  const passed = await passSignal(opened, live, signal).catch(async (error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    const { id, action, amount } = signal;
    const data = { id, action, ...(amount !== null && { amount }), ...error.detail.params };
    await logRefusal(opened, live, 'hook_refused', error.code, data);
    throw error;
  });
  if (passed.refused !== null) throw passed.refused;
  return passed.floored;
}

export async function tellRefusal(opened: OpenActor, live: LiveBot, { why, code, data }: SignalRefusal): Promise<void> {
  await logRefusal(opened, live, why, code, data);
}

async function logRefusal(opened: OpenActor, live: LiveBot, why: string, code: number, data: Row['data']) {
  await opened.actor.act((turn) => {
    turn.log(live, { action: 'failed', why, code, data, actor: 'webhook' });
  });
}

async function passSignal(opened: OpenActor, live: LiveBot, signal: BotSignal) {
  const { bot } = live;
  const { action, id, side } = signal;
  if (bot.status === 'stopped') throw new Refusal(action === 'add' ? codes.bot_stopped_no_add : codes.bot_stopped);
  if (bot.status === 'paused' && action !== 'close')
    throw new Refusal(bot.pauseReason === 'fuel' ? codes.fuel_insufficient : codes.bot_paused);
  if (action !== 'open' && live.isFlat()) throw new Refusal(codes.no_position);
  if (action !== 'close') assertUp(opened.tradingAccountOf(live));
  const wanted = action === 'close' ? null : signal.amount;
  const amountAtoms = wanted === null ? 0 : atomsOf(live, wanted);
  // Refusal size at all is the bot's own; a size of nothing or less is one that is too small.
  if (wanted !== null) checkAmount(live, amountAtoms);
  const used = formatQuote(live.botMarket.instrument, amountAtoms);
  const floored = wanted !== null && isMore(wanted, used) ? used : null;
  const before = (turn: Turn) => {
    turn.log(live, { action: 'success', why: 'hook_received', data: { id, action }, actor: 'webhook' });
    if (floored === null) return;
    const data = { id, amount: wanted, used: floored };
    turn.log(live, { action: 'success', why: 'hook_floored', data, actor: 'webhook' });
  };
  const found: { refused: Refusal | null } = { refused: null };
  const after = (turn: Turn) => {
    const row = turn.actions.find((one) => one.live === live && isRefusal(one.draft))?.draft;
    if (row !== undefined) found.refused = notFollowed(row, live);
  };
  await command(opened, live, { name: 'signal', id, action, side, amountAtoms }, { actor: 'webhook', before, after });
  return { refused: found.refused, floored };
}

/** Of two decimals with the same digits as far as the shorter one goes: whether the longer has more than zeros. */
function isMore(asked: string, used: string): boolean {
  const tidy = (text: string) =>
    text
      .replace(/^0+(?=\d)/, '')
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '');
  return tidy(asked) !== tidy(used);
}

/** A waiting opening that a later signal drops is no refusal of that signal. */
function isRefusal({ action, why }: Row): boolean {
  return action === 'failed' && why.startsWith('hook_') && why !== 'hook_dropped';
}

/** The code of what the machine's row says; its text is the row's. */
function notFollowed({ why, data }: Row, live: LiveBot): Refusal {
  switch (why) {
    case 'hook_direction':
      return new Refusal(codes.validation, {
        data: { field: 'side', options: [live.record.direction === 'short' ? 'sell' : 'buy'] },
      });
    case 'hook_paused':
      return new Refusal(codes.bot_paused);
    case 'hook_holding':
      return new Refusal(codes.bot_has_position);
    case 'hook_flat':
      return new Refusal(codes.no_position);
    case 'hook_full':
      return new Refusal(codes.add_limit);
    case 'hook_small':
      return new Refusal(codes.amount_small, { params: { min: String(data['min']) } });
    case 'hook_budget': {
      const { free, amount: need } = data;
      const { market } = live.record;
      return new Refusal(codes.funds_insufficient, {
        data: { coin: live.botMarket.instrument.quote, wallet: market, free, need } as Row['data'],
      });
    }
    case 'hook_off':
      return new Refusal(codes.action_invalid);
    default:
      // Busy, or cooling down.
      return new Refusal(codes.bot_busy, { data: data['seconds'] === undefined ? {} : { seconds: data['seconds'] } });
  }
}

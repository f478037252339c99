// Changing a bot that does not run, and the dry run of such a change. Market and kind never change; what a position stands
// on changes only without one.
import * as codes from '@cormorant/contract/codes.ts';
import { changeInvestment } from '@cormorant/core/engine/bot.ts';
import { parseQuote } from '@cormorant/core/market/conversions.ts';
import { hasLegs } from '@cormorant/core/strategies/registry.ts';
import type { BotChange, ChangePlan } from '../../ports/bot-runner.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { OpenActor } from '../accounts/load-user.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { planChange } from './change-plan.ts';
import { parsedFor } from './command-context.ts';
import { conflictData, conflictOf } from './conflicting-bots.ts';
import { assertFunds } from './wallet.ts';

type Wanted = Omit<BotChange, 'differences'>;

interface Checked {
  readonly params: unknown;
  readonly investmentAtoms: number;
  readonly moreMoney: boolean;
}

async function check(opened: OpenActor, live: LiveBot, change: Wanted): Promise<Checked> {
  const { botMarket } = live;
  if (live.bot.status === 'running') throw new Refusal(codes.bot_running_no_edit);
  if (change.version !== live.record.version) throw new Refusal(codes.bot_version);
  // Two sides are legs of their own, made with the bot.
  if (hasLegs(live.record.kind, change.direction))
    throw new Refusal(codes.bot_has_position, { data: { field: 'direction' } });
  const investmentAtoms = parseQuote(botMarket.instrument, change.investment, 'floor');
  const moreMoney = investmentAtoms !== live.bot.books.investmentAtoms;
  if (moreMoney && (!live.isFlat() || live.orders.size > 0))
    throw new Refusal(codes.bot_has_position, { data: { field: 'investment' } });
  if (moreMoney && live.bot.status === 'paused') await assertFunds(opened, live, change.investment);
  // Where the price stands is asked by whoever sent the change, and again at the start.
  return { params: parsedFor(live, change.params, change.investment, 0), investmentAtoms, moreMoney };
}

export async function editBot(opened: OpenActor, live: LiveBot, change: BotChange): Promise<void> {
  const { investmentAtoms, moreMoney, params } = await check(opened, live, change);
  const { actor } = opened;
  const { record } = live;
  const side = { ...record, direction: change.direction, leverage: live.leverage() };
  const turns = live.bot.status !== 'stopped' && change.direction !== record.direction;
  const twin = turns ? conflictOf(opened.tradingAccountOf(live), side, live) : null;
  if (twin !== null) throw new Refusal(codes.bot_duplicate, { data: conflictData(twin) });
  await actor.act((turn) => {
    record.name = change.name;
    record.params = change.params;
    record.investment = change.investment;
    record.direction = change.direction;
    record.version += 1;
    live.bot.params = params;
    if (moreMoney) changeInvestment(live.bot, investmentAtoms);
    actor.command(turn, live, { name: 'edit' }, 'user');
    live.lookAround();
    turn.touched.add(live);
    const changed = Object.keys(change.differences).join(', ');
    turn.log(live, { action: 'update', why: 'update', actor: 'user', data: { changed, detail: change.differences } });
  });
}

export async function planEdit(opened: OpenActor, live: LiveBot, change: Wanted): Promise<ChangePlan> {
  const { investmentAtoms, moreMoney, params } = await check(opened, live, change);
  return planChange(live, presentParams(live), params, moreMoney ? investmentAtoms : null);
}

/** Of a bot that never started, its row's. */
function presentParams({ bot, botMarket, record }: LiveBot): unknown {
  if (bot.params !== null) return bot.params;
  try {
    return parsedFor({ botMarket, record }, record.params, record.investment, botMarket.market.lastTicks);
  } catch {
    return null;
  }
}

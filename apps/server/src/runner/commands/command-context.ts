// What all requests to a user's bots are made with: the house they run in, one command stepped while the market stands
// still, the parameters read into the present steps.
import * as codes from '@cormorant/contract/codes.ts';
import { parseQuote } from '@cormorant/core/market/conversions.ts';
import { parseParams } from '@cormorant/core/strategies/registry.ts';
import type { FieldIssue } from '@cormorant/core/strategy/field.ts';
import type { Command } from '@cormorant/core/strategy/strategy.ts';
import type { Actor, JsonObject } from '../../ports/bot-record.ts';
import type { Clock } from '../../ports/clock.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { RunnerStore } from '../../ports/runner-store.ts';
import type { VenueSymbol } from '../../ports/venue.ts';
import { rulesOfMarket } from '../../ports/venue-market.ts';
import type { OpenActor } from '../accounts/load-user.ts';
import type { TradingAccount } from '../accounts/trading-account.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { botOfLeg } from '../bots/live-multi-leg-bot.ts';
import { keepSteps } from '../orders/order-rounding.ts';
import type { UserActors } from '../sessions/user-actors.ts';
import { wait } from '../shared/wait.ts';
import type { GroupCommit } from '../turns/group-commit.ts';
import type { Turn } from '../turns/turn.ts';

export interface BotCommandDeps {
  readonly actors: UserActors;
  readonly store: RunnerStore;
  readonly journal: GroupCommit;
  readonly clock: Clock;
}

/** How long an answer waits for the venue to confirm; after that the phase says what is still going on. */
export const CONFIRM_WITHIN_MS = 8_000;

export async function whenConfirmed(...tradingAccounts: readonly TradingAccount[]): Promise<void> {
  await Promise.race([
    Promise.all(tradingAccounts.map((tradingAccount) => tradingAccount.whenQuiet())),
    wait(CONFIRM_WITHIN_MS, 'late'),
  ]);
}

/** Nothing new begins on what was known before an exchange went away; exits and cancels go on. */
export function assertUp(...tradingAccounts: readonly TradingAccount[]): void {
  if (tradingAccounts.some(({ connection }) => !connection.isUp)) throw new Refusal(codes.exchange_busy);
}

/** Where a new bot at this exchange trades. */
export async function accountForNew(
  { actors }: BotCommandDeps,
  opened: OpenActor,
  exchange: string,
): Promise<TradingAccount> {
  const tradingAccount = await actors.accountForNew(opened, exchange);
  if (tradingAccount === null) throw new Refusal(codes.api_not_bound, { data: { exchange, go: `/bind/${exchange}` } });
  await tradingAccount.ready;
  return tradingAccount;
}

export async function rulesOf({ connection }: TradingAccount, venueSymbol: string): Promise<VenueSymbol> {
  const rules = await rulesOfMarket(connection.spec.venue, venueSymbol).catch(() => {
    throw new Refusal(codes.exchange_busy);
  });
  if (rules === null) throw new Refusal(codes.pair_invalid);
  return rules;
}

/** Steps a command while the market stands still and waits for what it causes. `before` runs in the same turn. */
export async function command(
  opened: OpenActor,
  live: LiveBot,
  what: Command,
  by: { actor: Actor; before?: (turn: Turn) => void; after?: (turn: Turn) => void } = { actor: 'user' },
): Promise<void> {
  const { actor } = opened;
  const tradingAccount = opened.tradingAccountOf(live);
  const { board } = tradingAccount.connection;
  await board.between(live.botMarket.symbol, async () => {
    await board.ready(live.botMarket);
    if (needsPrice(what) && live.botMarket.market.lastTicks === 0) throw new Refusal(codes.market_closed);
    await actor.act((turn) => {
      by.before?.(turn);
      // What is told to a side of a bot goes to it through its bot.
      actor.command(turn, botOfLeg(live) ?? live, what, by.actor);
      live.lookAround();
      by.after?.(turn);
    });
    await whenConfirmed(tradingAccount);
  });
}

/** What is sized or closed by the price: before the market's first one after a start there is none. */
function needsPrice(what: Command): boolean {
  if (what.name === 'stop') return what.close;
  return what.name === 'add' || what.name === 'close' || what.name === 'resume' || what.name === 'signal';
}

/** Filters as they are now; a bot that still holds or has traded keeps counting in the steps it began with. */
export async function refreshRules(opened: OpenActor, live: LiveBot): Promise<void> {
  const fresh = await rulesOf(opened.tradingAccountOf(live), live.botMarket.symbol);
  if (fresh.status !== 'trading') throw new Refusal(codes.market_closed);
  const { symbolRules } = live.record;
  const rules = live.bot.state === null ? fresh : keepSteps(symbolRules, fresh);
  if (JSON.stringify(rules) !== JSON.stringify(symbolRules)) opened.move(live, rules);
}

/** Parameters in the present steps. With `lastTicks` 0 no rule that needs a price is asked. */
export function parsedFor(
  live: Pick<LiveBot, 'botMarket' | 'record'>,
  params: JsonObject,
  investment: string,
  lastTicks: number,
): unknown {
  const { botMarket, record } = live;
  const { instrument } = botMarket;
  const investmentAtoms = parseQuote(instrument, investment, 'floor');
  const parsed = parseParams(record.kind, params, { instrument, lastTicks, investmentAtoms });
  if (parsed.ok) return parsed.params;
  throw issueNo(parsed.issues);
}

/** The first of what is wrong with parameters. */
export function issueNo([issue]: readonly FieldIssue[]): Refusal {
  const isShort = issue?.field === 'investment' && issue.max === undefined;
  const code = isShort
    ? codes.capital_insufficient
    : issue?.field === 'leverage'
      ? codes.leverage_invalid
      : codes.bot_params_invalid;
  return new Refusal(code, { data: { ...issue } });
}

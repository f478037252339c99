// Starting a stopped bot and resuming a paused one: what has to hold, and what is prepared, before the machine is told.
import * as codes from '@cormorant/contract/codes.ts';
import { keepGuard } from '@cormorant/core/engine/guard.ts';
import { strategyOf } from '@cormorant/core/strategies/registry.ts';
import type { MarginTerms } from '@cormorant/core/strategy/strategy.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { OpenActor } from '../accounts/load-user.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { assertMayTrade } from '../market-data/fuel-watch.ts';
import { assertUp, command, parsedFor, refreshRules, whenConfirmed } from './command-context.ts';
import { conflictData, conflictOf } from './conflicting-bots.ts';
import { prepareAccount } from './contract-account.ts';
import { keptGone, letGoOfKept, needOf } from './kept-position.ts';
import { assertFunds } from './wallet.ts';

export async function startBot(opened: OpenActor, live: LiveBot): Promise<void> {
  const tradingAccount = opened.tradingAccountOf(live);
  const { actor } = opened;
  const { board, spec } = tradingAccount.connection;
  if (live.bot.status === 'running') throw new Refusal(codes.bot_running);
  if (live.bot.status === 'paused') return resumeBot(opened, live);
  assertUp(tradingAccount);
  await assertMayTrade(actor.userId, [{ spec, account: tradingAccount.account }]);
  if (actor.isBusy(tradingAccount)) await whenConfirmed(tradingAccount);
  if (live.orders.size > 0) throw new Refusal(codes.bot_busy);
  await refreshRules(opened, live);
  await tradingAccount.connection.whenPriced(live.botMarket.symbol);
  // A market that has not traded yet has no price to begin at.
  if (live.botMarket.market.lastTicks === 0) throw new Refusal(codes.market_closed);
  const gone = await keptGone(tradingAccount, live);
  const isFlat = gone !== null || live.isFlat();
  const { investment } = live.record;
  const params = isFlat
    ? parsedFor(live, live.record.params, investment, live.botMarket.market.lastTicks)
    : live.bot.params;
  const terms = termsOf(live, params);
  const side = { ...live.record, leverage: terms?.leverage ?? 1 };
  const twin = live.record.simulate ? null : conflictOf(tradingAccount, side, live);
  if (twin !== null) throw new Refusal(codes.bot_duplicate, { data: conflictData(twin) });
  await assertFunds(opened, live, live.bot.state === null ? investment : needOf(live, gone));
  if (terms !== null) await prepareAccount(tradingAccount, live, terms, isFlat);
  if (gone !== null) await letGoOfKept(opened, live, gone);
  live.bot.params = params;
  if (terms !== null && spec.venue.keepsStops === true) keepGuard(live.bot);
  // Its market reads for it what it needs before it is told to begin.
  live.lookAround(true);
  const before = () => {
    live.record.startSeq = board.price(live.botMarket.symbol)?.seq ?? null;
    live.record.lastError = null;
  };
  await command(opened, live, { name: 'start' }, { actor: 'user', before });
}

function termsOf(live: LiveBot, params: unknown): MarginTerms | null {
  return live.record.market === 'futures' ? (strategyOf(live.record.kind).margin?.(params) ?? null) : null;
}

export async function resumeBot(opened: OpenActor, live: LiveBot): Promise<void> {
  const tradingAccount = opened.tradingAccountOf(live);
  if (live.bot.status !== 'paused') throw new Refusal(codes.bot_not_paused);
  assertUp(tradingAccount);
  await assertMayTrade(opened.actor.userId, [
    { spec: tradingAccount.connection.spec, account: tradingAccount.account },
  ]);
  await refreshRules(opened, live);
  // A price that has left the range is no reason: a running bot would wait for it to come back, too.
  if (live.isFlat() && live.orders.size === 0) {
    const params = parsedFor(live, live.record.params, live.record.investment, 0);
    const terms = termsOf(live, params);
    // The leverage may have been edited while nothing stood: the venue has to hear of it before the next order.
    if (terms !== null) await prepareAccount(tradingAccount, live, terms, true);
    live.bot.params = params;
  }
  await command(opened, live, { name: 'resume' });
}

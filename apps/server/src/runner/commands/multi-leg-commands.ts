// What people ask of a bot of several legs: start, pause, resume, stop, close, delete. What has to hold is asked of every
// leg before the first of them is touched; then the bot is told while all its markets stand still.
import * as codes from '@cormorant/contract/codes.ts';
import { changeConvoy } from '@cormorant/core/engine/convoy-change.ts';
import { formatBase, parseQuote } from '@cormorant/core/market/conversions.ts';
import type { Command, MarginTerms } from '@cormorant/core/strategy/strategy.ts';
import type { Actor } from '../../ports/bot-record.ts';
import type { RunnerOperation } from '../../ports/bot-runner.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { VenueSymbol } from '../../ports/venue.ts';
import type { OpenActor } from '../accounts/load-user.ts';
import type { TradingAccount } from '../accounts/trading-account.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { LiveMultiLegBot } from '../bots/live-multi-leg-bot.ts';
import { assertMayTrade, type TradingPlace } from '../market-data/fuel-watch.ts';
import { keepSteps } from '../orders/order-rounding.ts';
import { addToBot } from './add-to-bot.ts';
import { assertUp, parsedFor, rulesOf, whenConfirmed } from './command-context.ts';
import { conflictData } from './conflicting-bots.ts';
import { prepareAccount } from './contract-account.ts';
import { assertCoin, type KeptGone, keptGone, letGoOfKept, needOf } from './kept-position.ts';
import { accountsOf, assertTradesThere, betweenAll, otherTraderOf } from './multi-leg-accounts.ts';
import { assertFundsOfLegs } from './wallet.ts';

export async function operateMultiLeg(
  opened: OpenActor,
  convoy: LiveMultiLegBot,
  operation: Exclude<RunnerOperation, { name: 'release' }>,
): Promise<void> {
  const { status } = convoy;
  switch (operation.name) {
    case 'start':
      if (status === 'running') throw new Refusal(codes.bot_running);
      return status === 'paused' ? resumeConvoy(opened, convoy) : startConvoy(opened, convoy);
    case 'resume':
      return resumeConvoy(opened, convoy);
    case 'pause':
      if (status !== 'running') throw new Refusal(status === 'stopped' ? codes.bot_stopped : codes.bot_paused);
      return command(opened, convoy, { name: 'pause', reason: 'user' });
    case 'stop':
      if (status === 'stopped') throw new Refusal(codes.bot_stopped);
      return command(opened, convoy, { name: 'stop', close: operation.close, reason: operation.reason });
    case 'close':
      if (status === 'stopped' || convoy.isFlat()) throw new Refusal(codes.no_position);
      return command(opened, convoy, { name: 'close' });
    case 'add':
      return addToBot(opened, sideOf(convoy, operation.side), operation.amount);
    case 'delete':
      return remove(opened, convoy);
  }
}

/** The leg that is asked for; legs that do not decide for themselves take no adds. */
function sideOf({ legs, own }: LiveMultiLegBot, side?: 'long' | 'short'): LiveBot {
  if (own === null) throw new Refusal(codes.action_invalid);
  const leg = legs.find(({ record }) => record.direction === side);
  if (leg === undefined)
    throw new Refusal(codes.bot_params_invalid, { data: { field: 'side', options: ['long', 'short'] } });
  return leg;
}

/** Params as entered, in the present steps of the market that the bot is of. */
export function paramsOf(convoy: LiveMultiLegBot, lastTicks: number): unknown {
  const { home, record } = convoy;
  return parsedFor({ botMarket: home.botMarket, record }, record.params, record.investment, lastTicks);
}

async function command(
  opened: OpenActor,
  convoy: LiveMultiLegBot,
  what: Command,
  before: () => void = () => {},
  by: Actor = 'user',
): Promise<void> {
  const { actor } = opened;
  const tradingAccounts = accountsOf(opened, convoy);
  await betweenAll(opened, convoy, async () => {
    for (const leg of convoy.legs) await opened.tradingAccountOf(leg).connection.board.ready(leg.botMarket);
    await actor.act((turn) => {
      before();
      actor.command(turn, convoy, what, by);
      for (const leg of convoy.legs) leg.lookAround();
    });
    await whenConfirmed(...tradingAccounts);
  });
}

function placesOf(tradingAccounts: readonly TradingAccount[]): TradingPlace[] {
  return tradingAccounts.map(({ account, connection: { spec } }) => ({ account, spec }));
}

async function startConvoy(opened: OpenActor, convoy: LiveMultiLegBot): Promise<void> {
  const { actor } = opened;
  const tradingAccounts = accountsOf(opened, convoy);
  assertTradesThere(opened, convoy);
  assertUp(...tradingAccounts);
  await assertMayTrade(actor.userId, placesOf(tradingAccounts));
  for (const tradingAccount of tradingAccounts) if (actor.isBusy(tradingAccount)) await whenConfirmed(tradingAccount);
  if (convoy.hasOrders()) throw new Refusal(codes.bot_busy);
  await refreshLegs(opened, convoy);
  for (const leg of convoy.legs) await opened.tradingAccountOf(leg).connection.whenPriced(leg.botMarket.symbol);
  // A market that has not traded yet has no price to begin at.
  if (!convoy.isPriced()) throw new Refusal(codes.market_closed);
  const gone = await keptGoneOf(opened, convoy);
  const isFlat = convoy.legs.every((leg) => leg.isFlat() || gone.has(leg)) && !convoy.isOnItsWay();
  const params = isFlat ? paramsOf(convoy, convoy.home.botMarket.market.lastTicks) : convoy.convoy.params;
  const stranger = otherTraderOf(opened, convoy);
  if (stranger !== null)
    throw new Refusal(codes.bot_duplicate, { data: conflictData({ bot: stranger, reason: 'alone' }) });
  const isNew = convoy.convoy.state === null;
  const needs = isNew ? convoy.sharesFor(params) : convoy.legs.map((leg) => needOf(leg, gone.get(leg) ?? null));
  const stocked = isNew ? stockOf(convoy, needs) : new Map<LiveBot, string>();
  const inCash = convoy.legs.map((leg, at) => (stocked.has(leg) ? '0' : (needs[at] ?? '0')));
  await assertFundsOfLegs(opened, convoy.legs, inCash);
  for (const [leg, coin] of stocked) await assertCoin(opened.tradingAccountOf(leg), leg, coin);
  await prepareLegs(opened, convoy, params, (leg) => leg.isFlat() || gone.has(leg));
  for (const [leg, kept] of gone) await letGoOfKept(opened, leg, kept);
  if (isFlat) setParams(convoy, params);
  await readMarkets(opened, convoy);
  await command(opened, convoy, { name: 'start' }, () => {
    for (const live of [convoy.home, ...convoy.legs]) {
      const { board } = opened.tradingAccountOf(live).connection;
      live.record.startSeq = board.price(live.botMarket.symbol)?.seq ?? null;
    }
    convoy.record.startSeq = convoy.home.record.startSeq;
    convoy.record.lastError = null;
  });
}

/** The second leg of a bot over two exchanges begins with coin that its owner has there: its share at the present price. */
function stockOf({ convoy, coordinator, legs }: LiveMultiLegBot, shares: readonly string[]): Map<LiveBot, string> {
  const stock = new Map<LiveBot, string>();
  for (const [at, { exchange }] of coordinator.legs(convoy.params).entries()) {
    const leg = legs[at];
    if (exchange !== 'b' || leg === undefined) continue;
    const { instrument, market } = leg.botMarket;
    const perLot = market.lastTicks * instrument.quoteAtomsPerTickLot;
    const lots = Math.floor(parseQuote(instrument, shares[at] ?? '0', 'floor') / perLot);
    stock.set(leg, formatBase(instrument, lots * instrument.baseAtomsPerLot));
  }
  return stock;
}

async function resumeConvoy(opened: OpenActor, convoy: LiveMultiLegBot): Promise<void> {
  if (convoy.status !== 'paused') throw new Refusal(codes.bot_not_paused);
  assertTradesThere(opened, convoy);
  const tradingAccounts = accountsOf(opened, convoy);
  assertUp(...tradingAccounts);
  await assertMayTrade(opened.actor.userId, placesOf(tradingAccounts));
  await refreshLegs(opened, convoy);
  if (convoy.isFlat() && !convoy.hasOrders()) {
    const params = paramsOf(convoy, 0);
    await prepareLegs(opened, convoy, params, () => true);
    setParams(convoy, params);
  }
  await command(opened, convoy, { name: 'resume' });
}

export function setParams(convoy: LiveMultiLegBot, params: unknown): void {
  changeConvoy(convoy.convoy, convoy.coordinator, convoy.instruments, params, convoy.atomsOf(convoy.record.investment));
}

/** Filters of all legs as they are now; one that holds or has traded keeps counting in the steps it began with. */
async function refreshLegs(opened: OpenActor, convoy: LiveMultiLegBot): Promise<void> {
  const fresh: VenueSymbol[] = [];
  for (const leg of convoy.legs) {
    const { botMarket, record } = leg;
    const rules = await rulesOf(opened.tradingAccountOf(leg), botMarket.symbol);
    if (rules.status !== 'trading') throw new Refusal(codes.market_closed);
    fresh.push(convoy.convoy.state === null ? rules : keepSteps(record.symbolRules, rules));
  }
  const isNew = convoy.legs.some(({ record }, at) => JSON.stringify(record.symbolRules) !== JSON.stringify(fresh[at]));
  if (isNew) opened.moveLegs(convoy, fresh);
}

async function keptGoneOf(opened: OpenActor, { legs }: LiveMultiLegBot): Promise<Map<LiveBot, KeptGone>> {
  const gone = new Map<LiveBot, KeptGone>();
  for (const leg of legs) {
    const kept = await keptGone(opened.tradingAccountOf(leg), leg);
    if (kept !== null) gone.set(leg, kept);
  }
  return gone;
}

/** Margin mode, leverage and position mode of the legs on contracts. */
async function prepareLegs(
  opened: OpenActor,
  { coordinator, legs }: LiveMultiLegBot,
  params: unknown,
  isFlat: (leg: LiveBot) => boolean,
): Promise<void> {
  const terms: (MarginTerms | null)[] = coordinator.legs(params).map(({ margin }) => margin);
  for (const [at, leg] of legs.entries()) {
    const own = terms[at];
    if (own != null) await prepareAccount(opened.tradingAccountOf(leg), leg, own, isFlat(leg));
  }
}

/** What legs read is there before the bot is told to begin; funding rates are never guessed. */
async function readMarkets(opened: OpenActor, { legs, own }: LiveMultiLegBot): Promise<void> {
  for (const leg of legs) {
    const { candles, instrument, market } = leg.botMarket;
    leg.lookAround(true);
    if (instrument.contract === null || own !== null) continue;
    await opened.tradingAccountOf(leg).connection.board.ready(leg.botMarket);
    if (candles.hasRates(market.nowMs)) continue;
    for (const one of legs) one.lookAround();
    throw new Refusal(codes.exchange_busy);
  }
}

async function remove(opened: OpenActor, convoy: LiveMultiLegBot): Promise<void> {
  if (convoy.status !== 'stopped') throw new Refusal(codes.bot_running_no_edit, { data: { reason: 'stop_first' } });
  if (!convoy.isFlat()) throw new Refusal(codes.bot_has_position);
  if (convoy.hasOrders()) throw new Refusal(codes.bot_busy);
  await opened.actor.act((turn) => {
    for (const one of [convoy, ...convoy.legs]) one.deleted = true;
    turn.touch(convoy);
    turn.log(convoy, { action: 'delete', why: 'delete', actor: 'user' });
  });
  opened.unseat(convoy);
}

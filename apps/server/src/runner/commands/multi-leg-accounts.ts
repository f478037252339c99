// A bot of several legs and the accounts that its legs trade on: one, or one at each of two exchanges.

import * as codes from '@cormorant/contract/codes.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { OpenActor } from '../accounts/load-user.ts';
import type { TradingAccount } from '../accounts/trading-account.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { LiveMultiLegBot } from '../bots/live-multi-leg-bot.ts';
import { otherTraderOn } from './conflicting-bots.ts';

export function accountsOf({ tradingAccountOf }: OpenActor, { legs }: LiveMultiLegBot): TradingAccount[] {
  return [...new Set(legs.map(tradingAccountOf))];
}

/** Runs `work` while all markets of the bot stand still, exchange by exchange. */
export function betweenAll(opened: OpenActor, convoy: LiveMultiLegBot, work: () => Promise<void>): Promise<void> {
  const bySide = Map.groupBy(convoy.legs, (leg) => opened.tradingAccountOf(leg).connection.board);
  return [...bySide].reduce((run, [board, legs]) => {
    const symbols = legs.map(({ botMarket }) => botMarket.symbol);
    return () => board.betweenAll(symbols, run);
  }, work)();
}

/** Somebody else's live bot in a market of one of its legs. */
export function otherTraderOf(opened: OpenActor, convoy: LiveMultiLegBot): LiveBot | null {
  for (const tradingAccount of accountsOf(opened, convoy)) {
    const own = convoy.legs.filter((leg) => opened.tradingAccountOf(leg) === tradingAccount);
    const stranger = otherTraderOn(tradingAccount.bots.values(), own);
    if (stranger !== null) return stranger;
  }
  return null;
}

/** A leg of an exchange that the bot's owner had no account at when it was made lies on another account until then. */
export function assertTradesThere(opened: OpenActor, convoy: LiveMultiLegBot): void {
  const isAway = convoy.legs.some((leg) => leg.record.exchange !== opened.tradingAccountOf(leg).connection.exchange);
  if (isAway) throw new Refusal(codes.exchange_unsupported, { data: { field: 'exchange_b' } });
}

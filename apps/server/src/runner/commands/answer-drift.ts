// The owner's answer to what was done by hand: that the trades were his, that they are the bot's, or that the exchange should
// be looked at again.
import * as codes from '@cormorant/contract/codes.ts';
import type { DriftAnswer } from '../../ports/bot-runner.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { TradingAccount } from '../accounts/trading-account.ts';
import type { UserActor } from '../accounts/user-actor.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { LiveMultiLegBot } from '../bots/live-multi-leg-bot.ts';
import { hasChanged, settleTrades } from '../fills/manual-trades.ts';
import { takeTrades, unfit } from './take-trades.ts';

/** True = it still waits for an answer. */
export async function answerDrift(
  actor: UserActor,
  tradingAccounts: readonly TradingAccount[],
  live: LiveBot | LiveMultiLegBot,
  answer: DriftAnswer,
  seen?: number,
): Promise<boolean> {
  const { drift } = live.record;
  const [tradingAccount] = tradingAccounts;
  if (answer === 'take' && tradingAccount !== undefined) return takeTrades(actor, tradingAccount, live, seen);
  if (drift === null) return false;
  if (drift.kind === 'trade') {
    if (answer === 'check') return true;
    const bots = tradingAccounts.flatMap((tradingAccount) => [...tradingAccount.bots.values()]);
    let isOld = false;
    await actor.act((turn) => {
      isOld = hasChanged(live, seen);
      if (!isOld) settleTrades(turn, bots, drift.key);
    });
    if (isOld) throw unfit('changed');
    return false;
  }
  for (const tradingAccount of tradingAccounts) {
    await tradingAccount.reconciler.run().catch(() => {
      throw new Refusal(codes.exchange_busy);
    });
  }
  return live.record.drift !== null;
}

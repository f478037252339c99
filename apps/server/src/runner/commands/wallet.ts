// What the wallets of an account can still pay for. A live bot has its claim on its wallet, spot or futures, from its
// start to its stop, and a position that was kept has what stands behind it; what is left is free for another one.
import * as codes from '@cormorant/contract/codes.ts';
import { marginedPosition } from '@cormorant/core/engine/margin-use.ts';
import { equityAtoms } from '@cormorant/core/engine/profit.ts';
import { formatQuote } from '@cormorant/core/market/conversions.ts';
import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import { unrealisedAtoms } from '@cormorant/core/market/margin.ts';
import { text18, units18 } from '@cormorant/core/money/decimal-sum.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { OpenActor } from '../accounts/load-user.ts';
import type { TradingAccount } from '../accounts/trading-account.ts';
import type { LiveBot } from '../bots/live-bot.ts';

export interface Wallet {
  readonly market: MarketKind;
  readonly quote: string;
}

export function claimText(live: LiveBot): string {
  return formatQuote(live.botMarket.instrument, live.claimAtoms());
}

/**
 * What of a wallet's equity is a bot's. The equity of a futures wallet moves with every position in it, so there a bot has
 * its own equity, and one that was stopped with its position kept has the margin and the result of that position.
 */
function takenAtoms(live: LiveBot): number {
  const { botMarket, head, record } = live;
  const { instrument, market } = botMarket;
  const isStopped = head.status === 'stopped';
  if (record.market === 'spot') return isStopped ? 0 : live.claimAtoms();
  const ticks = market.markTicks ?? market.lastTicks;
  if (!isStopped) return ticks > 0 ? equityAtoms(instrument, head.books, ticks) : live.claimAtoms();
  if (live.isFlat()) return 0;
  const position = marginedPosition(live.bot, instrument);
  return position.marginAtoms + (ticks > 0 ? unrealisedAtoms(instrument, position, ticks) : 0);
}

/**
 * In units of 1e-18, never negative. `except` is the bot that asks for itself, or its legs. `readOn` books what the exchange
 * has traded by the time of its balance: money that a sale brought is the seller's, however late it is told.
 */
export async function freeOf(
  { account, bots, venue }: TradingAccount,
  { market, quote }: Wallet,
  except: readonly LiveBot[],
  readOn?: () => Promise<void>,
): Promise<bigint> {
  const claims = () => {
    let sum = 0n;
    for (const live of bots.values()) {
      const { instrument } = live.botMarket;
      if (except.includes(live) || instrument.quote !== quote || live.record.market !== market) continue;
      sum += units18(formatQuote(instrument, Math.max(0, takenAtoms(live))));
    }
    return sum;
  };
  const before = claims();
  const balances = await venue.balances(account, market).catch(() => {
    throw new Refusal(codes.exchange_busy);
  });
  await readOn?.();
  const after = claims();
  const row = balances.find(({ asset }) => asset === quote);
  const there = row === undefined ? 0n : units18(row.free) + units18(row.locked);
  // Bots trade while the balance is read: it is as of some moment in between, and so are their claims.
  const free = there - (before > after ? before : after);
  return free > 0n ? free : 0n;
}

/** Refuses with 3010, naming the wallet that is short. */
export async function assertFunds(opened: OpenActor, live: LiveBot, need: string): Promise<void> {
  await assertFundsOfLegs(opened, [live], [need]);
}

/** The same for legs of one bot, each with its need; legs of one wallet of one account need its money together. */
export async function assertFundsOfLegs(
  opened: OpenActor,
  legs: readonly LiveBot[],
  needs: readonly string[],
): Promise<void> {
  const wallets = new Map<string, Wallet & { tradingAccount: TradingAccount; need: bigint }>();
  for (const [at, leg] of legs.entries()) {
    const { botMarket, record } = leg;
    const { quote } = botMarket.instrument;
    const tradingAccount = opened.tradingAccountOf(leg);
    const key = `${tradingAccount.accountId} ${record.market} ${quote}`;
    const need = (wallets.get(key)?.need ?? 0n) + units18(needs[at] ?? '0');
    wallets.set(key, { tradingAccount, market: record.market, quote, need });
  }
  for (const { tradingAccount, market, need, quote } of wallets.values()) {
    const readOn = () =>
      tradingAccount.reconciler.pollFills().catch(() => {
        throw new Refusal(codes.exchange_busy);
      });
    const free = await freeOf(tradingAccount, { market, quote }, legs, readOn);
    const { exchange } = tradingAccount.connection;
    if (free >= need) continue;
    throw new Refusal(codes.funds_insufficient, {
      data: { coin: quote, exchange, wallet: market, free: text18(free), need: text18(need) },
    });
  }
}

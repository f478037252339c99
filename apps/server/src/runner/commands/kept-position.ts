// What an earlier stop left on the exchange: taken over again when it is still there, to the step. Else its owner has dealt
// with it himself: the bot lets go of it at cost and begins a new round.
import * as codes from '@cormorant/contract/codes.ts';
import { formatBase, formatQuote } from '@cormorant/core/market/conversions.ts';
import { text18, units18 } from '@cormorant/core/money/decimal-sum.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { OpenActor } from '../accounts/load-user.ts';
import type { TradingAccount } from '../accounts/trading-account.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { bookCostAtoms, letGo } from '../turns/positions.ts';
import { claimText } from './wallet.ts';

/** How much of it the venue has, in units of 1e-18; on spot what other live bots hold is not counted. */
async function thereNow({ account, bots, venue }: TradingAccount, live: LiveBot): Promise<bigint> {
  const { botMarket, record } = live;
  if (record.market === 'futures') {
    const rows = (await venue.positions(account)).filter(
      ({ positionSide, symbol }) => symbol === botMarket.symbol && positionSide === record.positionSide,
    );
    return rows.reduce((sum, { qty }) => sum + units18(qty), 0n);
  }
  const { base } = botMarket.instrument;
  const rows = (await venue.balances(account, 'spot')).filter(({ asset }) => asset === base);
  let there = rows.reduce((sum, { free, locked }) => sum + units18(free) + units18(locked), 0n);
  for (const other of bots.values()) {
    const { instrument } = other.botMarket;
    if (other === live || other.head.status === 'stopped' || other.record.market !== 'spot') continue;
    if (instrument.base === base) there -= units18(formatBase(instrument, other.head.books.baseAtoms));
  }
  return there;
}

/** Coin that its owner has there and no live bot of his counts on; refuses with 3010 where it is less than that. */
export async function assertCoin(tradingAccount: TradingAccount, live: LiveBot, need: string): Promise<void> {
  const free = await thereNow(tradingAccount, live).catch(() => {
    throw new Refusal(codes.exchange_busy);
  });
  if (free >= units18(need)) return;
  const { base: coin } = live.botMarket.instrument;
  const { exchange } = tradingAccount.connection;
  throw new Refusal(codes.funds_insufficient, {
    data: { coin, exchange, wallet: live.record.market, free: text18(free < 0n ? 0n : free), need },
  });
}

/** What the books hold of a kept position that is not there any more. */
export interface KeptGone {
  readonly booked: bigint;
  readonly found: bigint;
}

/** Null when there is nothing kept, or it still is where it was. Changes nothing: a start may yet be refused. */
export async function keptGone(tradingAccount: TradingAccount, live: LiveBot): Promise<KeptGone | null> {
  if (live.isFlat()) return null;
  const { bot, botMarket, record } = live;
  const found = await thereNow(tradingAccount, live).catch(() => {
    throw new Refusal(codes.exchange_busy);
  });
  const booked = units18(formatBase(botMarket.instrument, bot.books.baseAtoms));
  const step = units18(botMarket.instrument.stepSize);
  const difference = booked - found;
  // On spot more coin than the bot's is its owner's own business; a position has to agree both ways.
  const agrees = difference <= step && (record.market === 'spot' || difference >= -step);
  return agrees ? null : { booked, found };
}

/** What its wallet has to hold at a start: letting go of spot coin at cost makes cash of it in the books. */
export function needOf(live: LiveBot, gone: KeptGone | null): string {
  if (gone === null || live.record.market !== 'spot') return claimText(live);
  return formatQuote(live.botMarket.instrument, live.claimAtoms() + bookCostAtoms(live.bot));
}

/** To be called when nothing can refuse the start any more. */
export async function letGoOfKept(opened: OpenActor, live: LiveBot, { booked, found }: KeptGone): Promise<void> {
  const { bot, botMarket } = live;
  await opened.actor.act((turn) => {
    const data = {
      ...{ asset: botMarket.instrument.base, booked: text18(booked), found: text18(found) },
      cost: formatQuote(botMarket.instrument, bookCostAtoms(bot)),
    };
    turn.log(live, { action: 'manual', why: 'kept_gone', data });
    letGo(turn, live);
  });
}

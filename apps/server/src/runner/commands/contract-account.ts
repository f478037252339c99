// Before a bot on a contract starts: position mode and leverage of the account are what the bot needs. They are set only
// while nothing stands; where something does, they have to agree already. Margin is isolated.
import * as codes from '@cormorant/contract/codes.ts';
import type { MarginTerms } from '@cormorant/core/strategy/strategy.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { Outcome, TradingVenue } from '../../ports/venue.ts';
import type { TradingAccount } from '../accounts/trading-account.ts';
import type { LiveBot } from '../bots/live-bot.ts';

function isFlat(qty: string): boolean {
  return !/[1-9]/.test(qty);
}

/** What the venue leaves open is not taken for a refusal: the start is refused, and may be tried again. */
function isDone(outcome: Outcome<null>): boolean {
  if (outcome.outcome === 'unknown') throw new Refusal(codes.exchange_busy);
  return outcome.outcome === 'accepted';
}

export async function prepareAccount(
  { account, venue }: TradingAccount,
  live: LiveBot,
  terms: MarginTerms,
  /** True when the bot has no position of its own to go on with. */
  isFlatBot: boolean,
): Promise<void> {
  const unreadable = () => {
    throw new Refusal(codes.exchange_busy);
  };
  const { symbol } = live.botMarket;
  await agreeOnMode(venue, account, live);
  const positions = await venue.positions(account).catch(unreadable);
  const standing = positions.filter((row) => row.symbol === symbol && !isFlat(row.qty));
  const own = standing.find(({ positionSide }) => positionSide === live.record.positionSide);
  // A position that is not the bot's own: its orders would mix with somebody's hand.
  if (own !== undefined && isFlatBot)
    throw new Refusal(codes.bot_has_position, { data: { symbol: live.record.symbol, qty: own.qty } });
  const other = standing.find(({ leverage }) => leverage !== terms.leverage);
  if (other !== undefined)
    throw new Refusal(codes.bot_has_position, { data: { field: 'leverage', leverage: other.leverage } });
  if (standing.length > 0) return;
  const set = await venue.setLeverage(account, symbol, terms.leverage, terms.mode);
  if (set.outcome === 'refused')
    throw new Refusal(codes.leverage_invalid, { data: { field: 'leverage', reason: set.reason } });
  isDone(set);
}

/** One-way for a bot by itself; hedge for the legs of a dual bot, and where the account has to stay in it. */
async function agreeOnMode(venue: TradingVenue, account: string, live: LiveBot): Promise<void> {
  const { record } = live;
  const wanted = record.positionSide === 'net' ? 'one_way' : 'hedge';
  const mode = await venue.positionMode(account).catch(() => {
    throw new Refusal(codes.exchange_busy);
  });
  const agrees = mode === wanted || isDone(await venue.setPositionMode(account, wanted));
  if (agrees && wanted === 'one_way') return;
  const { direction } = record;
  // An edit may have turned a bot round that had to go to one side.
  if (direction === 'long' || direction === 'short') record.positionSide = direction;
  // Something stands in the other mode: it is never changed under its feet.
  if (!agrees && wanted === 'hedge') throw new Refusal(codes.bot_has_position, { data: { field: 'position_mode' } });
  if (direction === 'neutral' || record.positionSide === 'net')
    throw new Refusal(codes.bot_duplicate, { data: { reason: 'hedge' } });
}

// What somebody did by hand on an account that bots trade on, kept as a notice on those bots until it is answered for: a
// trade without our mark in a market of theirs, or coin or a position that is not what they book. A notice changes no
// books and places nothing; a shortage ends by itself when the exchange agrees again, a trade when its owner says whose it
// is: his own (answer-drift.ts), or the bot's (take-trades.ts).
import type { Drift, DriftTrade } from '../../ports/bot-record.ts';
import type { VenueFill } from '../../ports/venue.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { LiveMultiLegBot } from '../bots/live-multi-leg-bot.ts';
import type { Turn } from '../turns/turn.ts';

/** Trades a notice lists; further ones are counted. */
const LISTED = 20;

type Owner = LiveBot | LiveMultiLegBot;

/** Legs are their bot's. */
function ownerOf(live: LiveBot): Owner {
  return live.owner as Owner;
}

/** Kept in notices: a bot of several legs has accounts at several exchanges, and each is short, or traded on, by itself. */
export function matterOf(accountId: number, key: string): string {
  return `${accountId} ${key}`;
}

function change(turn: Turn, live: LiveBot, drift: Drift | null): void {
  ownerOf(live).record.drift = drift;
  turn.touch(ownerOf(live));
}

/** A trade that nobody here asked for: told to the live bots of its market that had begun by then, each once. */
export function noteTrade(turn: Turn, bots: Iterable<LiveBot>, fill: VenueFill): void {
  const { atMs, id, positionSide, price, qty, side, symbol } = fill;
  const told = new Set<Owner>();
  for (const live of bots) {
    const { bot, broken, botMarket, record } = live;
    const isThere = botMarket.symbol === symbol && (record.market === 'spot' || record.positionSide === positionSide);
    if (!isThere || broken || bot.status === 'stopped' || bot.startedAtMs > atMs || told.has(ownerOf(live))) continue;
    told.add(ownerOf(live));
    const before = ownerOf(live).record.drift;
    const [trades, count] = [before?.trades ?? [], before?.count ?? 0];
    const trade: DriftTrade = { id, side, price, qty, atMs, fill };
    const [key, asset] = [matterOf(record.accountId, symbol), botMarket.instrument.base];
    const fresh = { kind: 'trade', key, asset, booked: null, found: null, atMs } as const;
    const figures = { side, price, qty, base: asset };
    if (count < LISTED)
      turn.log(live, { action: 'manual', why: 'manual_trade', data: figures, side, price, qty, marketMs: atMs });
    change(turn, live, {
      ...(before ?? fresh),
      trades: [...trades, trade].slice(-LISTED),
      count: count + 1,
    });
  }
}

/** Coin or a position that differs; a bot has one such notice at a time, the first. */
export function noteShortage(
  turn: Turn,
  live: LiveBot,
  { asset, booked, found, key }: { key: string; asset: string; booked: string; found: string },
): void {
  const before = ownerOf(live).record.drift;
  if (before !== null && before.kind === 'shortage' && before.key !== key) return;
  const { trades = [], count = 0 } = before ?? {};
  change(turn, live, { kind: 'shortage', key, asset, booked, found, trades, count, atMs: live.marketMs });
}

/** The exchange has again what the books say. */
export function endShortage(turn: Turn, live: LiveBot, key: string): void {
  const { drift } = ownerOf(live).record;
  if (drift === null || drift.kind !== 'shortage' || drift.key !== key) return;
  turn.log(live, { action: 'manual', why: 'drift_over', data: { asset: drift.asset } });
  change(turn, live, null);
}

/** Its owner says that these trades were his own: no bot of the account is asked again about that market. */
export function settleTrades(turn: Turn, bots: Iterable<LiveBot>, key: string): void {
  for (const live of bots) {
    const { drift } = ownerOf(live).record;
    if (drift === null || drift.kind !== 'trade' || drift.key !== key) continue;
    turn.log(live, { action: 'manual', why: 'manual_mine', actor: 'user', data: { count: drift.count } });
    change(turn, live, null);
  }
}

/** The owner's answer was about other trades than there are by now. */
export function hasChanged(live: Owner, seen: number | undefined): boolean {
  const { drift } = live.record;
  return seen !== undefined && drift !== null && drift.count !== seen;
}

/**
 * They are its own now, by its owner's word, and no other bot of the account is asked about them any more. A shortage that they
 * explain ends with the next look.
 */
export function endTrades(turn: Turn, live: LiveBot, bots: Iterable<LiveBot>): void {
  const taken = new Set(ownerOf(live).record.drift?.trades.map(({ id }) => id));
  const told = new Map([live, ...bots].map((one) => [ownerOf(one), one]));
  for (const one of told.values()) {
    const { drift } = ownerOf(one).record;
    const trades = drift?.trades.filter(({ id }) => !taken.has(id)) ?? [];
    if (drift === null || trades.length === drift.trades.length) continue;
    const count = drift.count - (drift.trades.length - trades.length);
    change(turn, one, drift.kind === 'trade' && count === 0 ? null : { ...drift, trades, count });
  }
}

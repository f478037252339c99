// A turn as the rows that make it durable, with the live events that tell of them.
import { markEquity } from '@cormorant/core/engine/profit.ts';
import { formatPrice, formatQuote } from '@cormorant/core/market/conversions.ts';
import type { ActionWritten, BotChanged, PositionChanged } from '../../ports/bot-events.ts';
import type { PositionWrite, UserWrites } from '../../ports/runner-writes.ts';
import type { LiveBot, Round } from '../bots/live-bot.ts';
import { botOfLeg, type LiveMultiLegBot } from '../bots/live-multi-leg-bot.ts';
import { positionRow } from './positions.ts';
import { blaming } from './step-bot.ts';
import type { Turn } from './turn.ts';

export interface SealedFor {
  readonly userId: number;
  readonly token: number;
}

/** How many ids of rounds the turn needs. */
export function freshRounds(turn: Turn): number {
  return [...turn.rounds.keys()].filter(({ id }) => id === 0).length;
}

export function sealTurn(
  turn: Turn,
  owner: SealedFor,
  wallMs: number,
  actionIds: number[],
  positionIds: number[],
): UserWrites {
  const { fills, fundings, marginAdds, settlements } = turn;
  const { userId, token } = owner;
  const writes: UserWrites = {
    ...{ userId, token, fills, fundings, marginAdds, settlements, cursors: [...turn.cursors.values()] },
    ...{ bots: [], actions: [], positions: [], adds: [], equity: [], equityDrops: [], pushes: [] },
    orders: [...turn.orders.values()],
  };
  // A leg's snapshot is true beside those of its siblings and of its bot only.
  for (const live of turn.touched) {
    const convoy = botOfLeg(live);
    if (convoy !== null) turn.convoys.add(convoy);
  }
  for (const { legs } of turn.convoys) for (const leg of legs) turn.touched.add(leg);
  for (const [round, live] of turn.rounds) {
    if (round.id === 0) round.id = takeId(positionIds);
    blaming(live, () => sealRound(live, round, writes));
  }
  for (const live of turn.touched) {
    blaming(live, () => {
      followPosition(turn, live, writes);
      sealBot(live, wallMs, writes);
    });
  }
  for (const convoy of turn.convoys) blaming(convoy, () => sealConvoy(convoy, wallMs, writes));
  for (const { live, draft } of turn.actions) {
    const action = { ...draft, id: takeId(actionIds) };
    writes.actions.push(action);
    const { name, typeId, symbol, exchange, market, simulate, symbolRules, parentId, leg } = live.owner.record;
    const bot = { name, typeId, symbol, exchange, market, simulate, symbolRules, parentId, leg };
    const data: ActionWritten = { action, bot };
    writes.pushes.push({ channel: 'action', data });
  }
  return writes;
}

function priceNow({ botMarket }: LiveBot): string | null {
  const { market, instrument } = botMarket;
  return market.lastTicks > 0 ? formatPrice(instrument, market.lastTicks) : null;
}

function sealRound(live: LiveBot, round: Round, writes: UserWrites): void {
  writePosition(live, positionRow(live, round), writes);
  for (const cid of round.freshAdds) {
    const add = round.adds.get(cid);
    if (add !== undefined) writes.adds.push({ ...add, positionId: round.id, botId: live.id, round: round.round });
  }
  round.freshAdds.clear();
}

/** What an open position waits for may change without a trade. */
function followPosition(turn: Turn, live: LiveBot, writes: UserWrites): void {
  const { round } = live;
  if (round?.open !== true || turn.rounds.has(round)) return;
  const row = positionRow(live, round);
  if (JSON.stringify(row) !== live.positionWritten) writePosition(live, row, writes);
}

function writePosition(live: LiveBot, position: PositionWrite, writes: UserWrites): void {
  const { typeId, symbol, exchange, market, simulate, symbolRules, parentId, leg } = live.record;
  const { name } = live.owner.record;
  writes.positions.push(position);
  live.positionWritten = JSON.stringify(position);
  const bot = { name, typeId, symbol, exchange, market, simulate, symbolRules, parentId, leg };
  const data: PositionChanged = { position, bot, price: priceNow(live), marketMs: live.botMarket.market.nowMs };
  writes.pushes.push({ channel: 'position', data });
}

function sealBot(live: LiveBot, wallMs: number, writes: UserWrites): void {
  const { market, instrument } = live.botMarket;
  const price = priceNow(live);
  // A bot that has ended reads its market no more.
  if (live.bot.status === 'stopped') live.lookAway();
  writes.bots.push(live.write());
  live.dirty = false;
  live.savedAtMs = wallMs;
  if (live.convoy !== null) return;
  if (price !== null && live.bot.state !== null && live.curve.isDue(market.nowMs)) {
    const equity = markEquity(live.bot, instrument, market.lastTicks);
    const { write: sample, drops } = live.curve.sample(market.nowMs, formatQuote(instrument, equity));
    writes.equity.push(sample);
    writes.equityDrops.push(...drops);
  }
  const { engine: _engine, ...bot } = live.record;
  const data: BotChanged = { whole: true, bot, price, marketMs: market.nowMs };
  if (!live.deleted) writes.pushes.push({ channel: 'bot', data });
}

/** The bot that its owner sees; its legs are sealed with it. */
function sealConvoy(convoy: LiveMultiLegBot, wallMs: number, writes: UserWrites): void {
  const { curve, home, marketMs, record } = convoy;
  writes.bots.push(convoy.write());
  convoy.dirty = false;
  convoy.savedAtMs = wallMs;
  if (convoy.convoy.state !== null && convoy.isPriced() && curve.isDue(marketMs)) {
    const { write: sample, drops } = curve.sample(marketMs, record.quote);
    writes.equity.push(sample);
    writes.equityDrops.push(...drops);
  }
  const { engine: _engine, ...bot } = record;
  const data: BotChanged = { whole: true, bot, price: priceNow(home), marketMs };
  if (!convoy.deleted) writes.pushes.push({ channel: 'bot', data });
}

function takeId(ids: number[]): number {
  const id = ids.shift();
  if (id === undefined) throw new Error('more rows than ids were reserved for');
  return id;
}

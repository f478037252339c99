// What must hold in a simulated world. While it runs: no order leaves before its intent is committed, and nobody acts for
// a user whom somebody else holds. When everything has come to rest: engine and exchange name the same orders, trades and
// coins, nothing twice, nothing stuck, and every bot's money is what it began with plus what it earned.
import type { BotRecord } from '../../apps/server/src/ports/bot-record.ts';
import type { Account } from '../../apps/venue/src/exchange/account.ts';
import type { FillRecord } from '../../apps/venue/src/store/records.ts';
import { balanceViews, fillView, positionViews } from '../../apps/venue/src/wire/views.ts';
import { decodeClientOrderId } from '../../packages/core/src/engine/client-order-id.ts';
import { formatScaled } from '../../packages/core/src/money/decimal-text.ts';
import { GUARD_SLOT } from '../../packages/core/src/strategy/guard.ts';
import type { MemoryStore } from './memory-store.ts';
import type { NetworkDeps } from './network.ts';
import { FUNDED, type SimExchange } from './sim-exchange.ts';
import type { Person, SimWire } from './sim-wire.ts';

export interface Judged {
  /** What did not hold; empty = all is well. */
  readonly broken: readonly string[];
  readonly orders: number;
  readonly fills: number;
  readonly bots: number;
  /** What its owners chose of bots that have traded, by kind and direction: 'martin dual'. */
  readonly traded: readonly string[];
}

const SCALE = 12;
const MOST_BROKEN = 20;
/** Log rows that say that the books could not be explained; nobody but us trades in this world. */
const DRIFTS = /^(drift|engine_fault)/;

function note(broken: string[], text: string): void {
  if (broken.length < MOST_BROKEN) broken.push(text);
}

/** The watch at the network: judges each change as a process sends it. */
export function watchOrders(
  store: MemoryStore,
  exchange: SimExchange,
  people: readonly Person[],
  broken: string[],
): NetworkDeps['watch'] {
  return (from, { account, path, placed, text }) => {
    const user = people.find(({ name }) => name === account)?.row;
    if (user === undefined) return;
    const holder = store.holderOf(user.userId);
    if (holder !== from)
      note(
        broken,
        `${from.name} sends ${path} for user ${user.userId}, whom ${holder?.name ?? 'nobody'} holds: ${text}`,
      );
    for (const cid of placed) {
      if (!store.orders.has(cid)) note(broken, `order ${cid} left before its intent was committed`);
      const twin = guardsOf(exchange, cid).find((other) => other !== cid);
      if (twin !== undefined) note(broken, `the protective stop ${cid} leaves while ${twin} still stands`);
    }
  };
}

/** Protective stops that stand at the exchange for the bot of this one; none for an order that is no such stop. */
function guardsOf({ placed }: SimExchange, cid: string): string[] {
  const key = decodeClientOrderId(cid);
  if (key?.slot !== GUARD_SLOT) return [];
  return [...placed.values()].flatMap((order) => {
    const other = order.status === 'open' ? decodeClientOrderId(order.cid) : null;
    return other?.slot === GUARD_SLOT && other.bot === key.bot ? [order.cid] : [];
  });
}

/** Where nobody is left to move it, a protective stop would close what is not its bot's any more. */
function judgeGuards({ broken, exchange, store }: World): void {
  for (const { cid, status } of exchange.placed.values()) {
    const key = status === 'open' ? decodeClientOrderId(cid) : null;
    if (key?.slot !== GUARD_SLOT) continue;
    const bot = store.bots.get(key.bot);
    if (bot === undefined || bot.status === 'stopped' || Number(bot.base) === 0)
      note(broken, `the protective stop ${cid} outlives the position of its bot`);
  }
}

export function judge(world: {
  store: MemoryStore;
  exchange: SimExchange;
  people: readonly Person[];
  wire: SimWire;
  broken: string[];
}): Judged {
  const { broken, exchange, people, store } = world;
  for (const { data, why, botId } of store.actions.values()) {
    if (DRIFTS.test(why)) note(broken, `bot ${botId}: ${why} ${JSON.stringify(data)}`);
  }
  for (const what of store.refusals) note(broken, `the database had to refuse a second ${what}`);
  judgeOrders(world);
  judgeGuards(world);
  let fills = 0;
  for (const { name, row } of people) {
    const held = exchange.account(name);
    fills += judgeFills(world, row.userId, held);
    judgeCoins(world, row.userId, held);
  }
  for (const bot of store.bots.values()) judgeBooks(bot, broken);
  return { broken, orders: store.orders.size, fills, bots: store.bots.size, traded: tradedIn(store) };
}

function tradedIn(store: MemoryStore): string[] {
  const chosen = [...store.fills.values()].flatMap(({ botId }) => {
    const bot = store.bots.get(botId);
    return store.bots.get(bot?.parentId ?? botId) ?? [];
  });
  return [...new Set(chosen.map(({ direction, kind }) => `${kind} ${direction}`))];
}

type World = Parameters<typeof judge>[0];

function judgeOrders({ broken, exchange, store }: World): void {
  const byCid = new Map<string, number>();
  for (const order of exchange.placed.values()) {
    if (byCid.has(order.cid)) note(broken, `order ${order.cid} was placed twice`);
    byCid.set(order.cid, order.id);
    const row = store.orders.get(order.cid);
    if (row === undefined) {
      note(broken, `the exchange has the order ${order.cid}, which nobody here knows`);
      continue;
    }
    const filled = formatScaled(order.filledLots, 0, true);
    if ((order.status === 'open') !== (row.status === 'open'))
      note(broken, `order ${order.cid} is ${order.status} at the exchange and ${row.status} here`);
    if (order.filledLots > 0 !== Number(row.filled) > 0)
      note(broken, `order ${order.cid} has traded ${filled} lots at the exchange and ${row.filled} here`);
  }
  const slots = new Map<string, string>();
  for (const row of store.orders.values()) {
    const { botId, cid, cycle, slot, status } = row;
    if (status === 'intended' || status === 'unknown') note(broken, `order ${cid} is still ${status}`);
    const isForced = row.purpose === 'liquidation';
    if (!byCid.has(cid) && !isForced && (status === 'open' || status === 'filled'))
      note(broken, `order ${cid} is ${status} here and unknown at the exchange`);
    if (!byCid.has(cid) || isForced) continue;
    const key = `${botId}/${slot}/${cycle}`;
    const twin = slots.get(key);
    if (twin !== undefined) note(broken, `orders ${twin} and ${cid} are one wish placed twice`);
    slots.set(key, cid);
  }
}

/** Answers how many trades the exchange has for the user. */
function judgeFills({ broken, exchange, store, wire }: World, userId: number, account: Account): number {
  const theirs = new Map<string, FillRecord>();
  for (const fill of exchange.exchange.fillsAfter(account, 0, Number.MAX_SAFE_INTEGER))
    theirs.set(wire.fillId(fill), fill);
  const ours = [...store.fills.values()].filter(({ botId }) => store.bots.get(botId)?.userId === userId);
  for (const fill of ours) {
    const their = theirs.get(fill.venueFillId);
    if (their === undefined) {
      note(broken, `trade ${fill.venueFillId} of bot ${fill.botId} never happened`);
      continue;
    }
    const desk = exchange.exchange.desk(their.symbol);
    if (desk === undefined) continue;
    const view = fillView(desk.instrument, their);
    if (
      units(view.price) !== units(fill.price) ||
      units(view.qty) !== units(fill.qty) ||
      units(view.fee) !== units(fill.fee)
    )
      note(broken, `trade ${view.id}: ${JSON.stringify(view)} is booked as ${JSON.stringify(fill)}`);
  }
  const booked = new Set(ours.map(({ venueFillId }) => venueFillId));
  for (const [id, { cid }] of theirs) if (!booked.has(id)) note(broken, `trade ${id} of order ${cid} was not booked`);
  return theirs.size;
}

/** The account holds what its bots hold, coin for coin. */
function judgeCoins({ broken, exchange, store }: World, userId: number, account: Account): void {
  const bots = [...store.bots.values()].filter((bot) => bot.userId === userId);
  const spot = new Map<string, bigint>([['USDT', units(FUNDED)]]);
  const contracts = new Map<string, bigint>();
  const add = (sums: Map<string, bigint>, key: string, amount: bigint) => sums.set(key, (sums.get(key) ?? 0n) + amount);
  for (const bot of bots) {
    const { base, investment, legs, market, parentId, quote, symbol } = bot;
    const { startedMarketMs } = parentId === null ? bot : (store.bots.get(parentId) ?? bot);
    // What a bot of several legs holds, its legs hold.
    if (startedMarketMs === null || legs > 0) continue;
    const [coin = '', money = ''] = symbol.split('/');
    if (market === 'futures') {
      add(contracts, symbol, units(base));
      continue;
    }
    add(spot, coin, units(base));
    add(spot, money, units(quote) - units(investment));
  }
  for (const { asset, free, locked } of balanceViews(exchange.exchange, account)) {
    const held = units(free) + units(locked);
    const ours = spot.get(asset) ?? 0n;
    if (held !== ours) note(broken, `user ${userId} holds ${text(held)} ${asset}, his bots' books say ${text(ours)}`);
  }
  const positions = new Map<string, bigint>();
  for (const { symbol, qty } of positionViews(exchange.exchange, account))
    add(positions, symbol.split(':')[0] ?? '', units(qty));
  for (const symbol of new Set([...positions.keys(), ...contracts.keys()])) {
    const [theirs, ours] = [positions.get(symbol) ?? 0n, contracts.get(symbol) ?? 0n];
    if (theirs !== ours)
      note(broken, `user ${userId} has ${text(theirs)} of ${symbol}, his bots' books say ${text(ours)}`);
  }
}

interface EngineBooks {
  readonly status: string;
  readonly orders: readonly ({ status: string } | null)[];
}

/** Nothing of a bot that has come to rest is on its way, and one that stopped has nothing open. */
function judgeBooks(bot: BotRecord, broken: string[]): void {
  // What a bot of several legs trades, its legs trade.
  const engine = bot.engine as EngineBooks | null;
  if (engine === null || bot.legs > 0) return;
  for (const order of engine.orders) {
    if (order === null || order.status === 'done' || order.status === 'open') continue;
    note(broken, `bot ${bot.id}: an order of its engine is still ${order.status}`);
  }
  if (bot.status === 'stopped' && engine.orders.some((order) => order?.status === 'open'))
    note(broken, `bot ${bot.id} has stopped and its engine has open orders`);
}

/** 12 decimals cover every coin of this world. */
function units(decimal: string): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  if (fraction.length > SCALE) throw new RangeError(`${decimal} has more than ${SCALE} decimals`);
  const size = BigInt(whole) * 10n ** BigInt(SCALE) + BigInt(fraction.padEnd(SCALE, '0'));
  return sign === '-' ? -size : size;
}

function text(amount: bigint): string {
  const size = amount < 0n ? -amount : amount;
  const whole = size / 10n ** BigInt(SCALE);
  const fraction = String(size % 10n ** BigInt(SCALE))
    .padStart(SCALE, '0')
    .replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

// What a storm has left behind: every order and every trade of the database beside the exchange's own file, the money of
// every user beside its accounts, and what still waits for an answer. Each figure but the two counts has to be 0.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Pool } from 'pg';
import { TOKEN } from '../../tests/trading/processes.ts';
import { accountRows } from './keys.ts';

export interface Figures {
  kills: number;
  /** Orders that the database believes to be or to have been at the exchange, and those that the exchange has. */
  orders_engine: number;
  orders_venue: number;
  missing: number;
  duplicates: number;
  /** In USDT; decimal text. */
  ledger_sum: string;
  negative_balances: number;
  stuck_intents: number;
}

export interface Audit {
  readonly figures: Omit<Figures, 'kills'>;
  /** What is wrong, in words; the first ones. */
  readonly complaints: string[];
  readonly trades: number;
  /** Settlements of funding. */
  readonly fundings: number;
  readonly bots: number;
}

const MOST_COMPLAINTS = 40;
const DECIMALS = 18;
const ONE = 10n ** BigInt(DECIMALS);
const FUNDED = 10_000n * ONE;

/** What the exchange says of one account while it runs. */
export interface Account {
  readonly id: number;
  readonly name: string;
  /** As which the exchange is spoken to there. */
  readonly exchange: string;
  readonly spot: ReadonlyMap<string, bigint>;
  readonly futures: bigint;
  readonly positions: ReadonlyMap<string, bigint>;
  readonly negative: number;
}

export function units(text: string): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const size = BigInt(whole) * ONE + BigInt(fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
  return sign === '-' ? -size : size;
}

function text(amount: bigint): string {
  const size = amount < 0n ? -amount : amount;
  const fraction = String(size % ONE)
    .padStart(DECIMALS, '0')
    .replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${size / ONE}${fraction === '' ? '' : `.${fraction}`}`;
}

async function ask<T>(url: string, path: string, account = ''): Promise<T> {
  const headers = { 'x-service-token': TOKEN, ...(account === '' ? {} : { 'x-account': account }) };
  const answer = await fetch(url + path, { headers });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return (await answer.json()) as T;
}

interface Balances {
  readonly balances: { asset: string; free: string; locked: string }[];
}

/** By the exchange itself, while its market stands still. */
export async function readAccounts(database: Pool, url: string): Promise<Account[]> {
  const found: Account[] = [];
  for (const { exchange, id, name } of await accountRows(database, url)) {
    const spot = (await ask<Balances>(url, '/v1/account', name)).balances;
    const futures = (await ask<Balances>(url, '/v1/account?wallet=futures', name)).balances;
    const { list } = await ask<{ list: { symbol: string; qty: string }[] }>(url, '/v1/positions', name);
    const total = ({ free, locked }: { free: string; locked: string }) => units(free) + units(locked);
    const positions = new Map<string, bigint>();
    for (const { qty, symbol } of list) positions.set(symbol, (positions.get(symbol) ?? 0n) + units(qty));
    found.push({
      ...{ id, name, exchange },
      spot: new Map(spot.map((row) => [row.asset, total(row)])),
      futures: futures.reduce((sum, row) => sum + (row.asset === 'USDT' ? total(row) : 0n), 0n),
      positions,
      negative: [...spot, ...futures].filter(({ free, locked }) => units(free) < 0n || units(locked) < 0n).length,
    });
  }
  return found;
}

/** Of every account, by the exchange itself. */
export async function readOpenOrders(database: Pool, url: string): Promise<{ cid: string; filled: string }[]> {
  type Orders = { list: { cid: string; filled: string }[] };
  const found: { cid: string; filled: string }[] = [];
  for (const { name } of await accountRows(database, url)) {
    const { list } = await ask<Orders>(url, '/v1/orders?status=open', name);
    found.push(...list);
  }
  return found;
}

/** How many settlements of funding of these contracts the exchange has told all accounts of. */
export async function countFundings(database: Pool, url: string, symbols: readonly string[]): Promise<number> {
  const most = 1_000;
  let count = 0;
  for (const { name } of await accountRows(database, url)) {
    for (const symbol of symbols) {
      const path = `/v1/fundings?symbol=${encodeURIComponent(symbol)}&after=&limit=${most}`;
      count += (await ask<{ list: unknown[] }>(url, path, name)).list.length;
    }
  }
  return count;
}

/** Marks of contracts; where there is none, the last price. */
export async function readMarks(url: string): Promise<Map<string, bigint>> {
  type Ticker = { symbol: string; last: string; mark?: string };
  const { list } = await ask<{ list: Ticker[] }>(url, '/v1/tickers');
  return new Map(list.map(({ last, mark, symbol }) => [symbol, units(mark ?? last)]));
}

class Complaints {
  readonly lines: string[] = [];

  add(line: string): 1 {
    if (this.lines.length < MOST_COMPLAINTS) this.lines.push(line);
    return 1;
  }
}

/** The exchange has ended; its file is read. */
export async function audit(
  database: Pool,
  booksFolder: string,
  accounts: readonly Account[],
  marks: ReadonlyMap<string, bigint>,
): Promise<Audit> {
  const complaints = new Complaints();
  // Each market has a folder of its own below it.
  const file = readdirSync(booksFolder, { recursive: true }).find((name) => String(name).endsWith('venue.db'));
  const books = new DatabaseSync(join(booksFolder, String(file)), { readOnly: true });
  try {
    const orders = await compareOrders(database, books, complaints);
    const trades = await compareTrades(database, books, atGate(accounts), complaints);
    const fundings = await compareFundings(database, books, complaints);
    const money = await compareMoney(database, accounts, marks, complaints);
    return {
      figures: {
        orders_engine: orders.engine,
        orders_venue: orders.venue,
        missing: orders.missing + trades.missing + fundings.missing,
        duplicates: orders.duplicates + trades.duplicates + fundings.duplicates,
        ledger_sum: text(money.sum),
        negative_balances: money.negative,
        stuck_intents: orders.stuck,
      },
      complaints: complaints.lines,
      ...{ trades: trades.count, fundings: fundings.count },
      bots: money.bots,
    };
  } finally {
    books.close();
  }
}

async function compareOrders(database: Pool, books: DatabaseSync, complaints: Complaints) {
  const theirs = new Map<string, { status: string; filled: boolean }>();
  let [duplicates, missing, stuck, engine] = [0, 0, 0, 0];
  const rows = books
    .prepare("select cid, status, filled_lots from venue_order where cid not like 'autoclose-%' order by id")
    .all() as { cid: string; status: string; filled_lots: number }[];
  for (const { cid, filled_lots, status } of rows) {
    if (theirs.has(cid)) duplicates += complaints.add(`order ${cid} was placed twice`);
    theirs.set(cid, { status, filled: filled_lots > 0 });
  }
  type Row = { cid: string; status: string; filled: boolean; wish: string };
  const ours = await database.query<Row>(
    `select cid, status, filled > 0 as filled, bot_id || '/' || slot || '/' || cycle as wish
     from bot_orders where purpose <> 'liquidation'`,
  );
  const wishes = new Map<string, string>();
  const known = new Set<string>();
  for (const { cid, filled, status, wish } of ours.rows) {
    const their = theirs.get(cid);
    known.add(cid);
    if (status === 'intended' || status === 'unknown') stuck += complaints.add(`order ${cid} is still ${status}`);
    const isClaimed = status === 'open' || status === 'filled' || filled;
    if (their === undefined) {
      if (isClaimed) missing += complaints.add(`order ${cid} is ${status} here and unknown at the exchange`);
      engine += isClaimed ? 1 : 0;
      continue;
    }
    engine += 1;
    if ((their.status === 'open') !== (status === 'open') || their.filled !== filled)
      missing += complaints.add(`order ${cid} is ${their.status} at the exchange and ${status} here`);
    const twin = wishes.get(wish);
    if (twin !== undefined) duplicates += complaints.add(`orders ${twin} and ${cid} are one wish placed twice`);
    wishes.set(wish, cid);
  }
  for (const cid of theirs.keys())
    if (!known.has(cid)) missing += complaints.add(`the exchange has the order ${cid}, which nobody here knows`);
  const adds = await database.query("select ref from margin_adds where status = 'intended'");
  for (const { ref } of adds.rows) stuck += complaints.add(`the reserve ${ref} is still intended`);
  return { duplicates, engine, missing, stuck, venue: rows.length };
}

interface TradeRow {
  readonly cid: string;
  readonly side: string;
  readonly symbol: string;
  readonly id: number;
  readonly trade_id: number;
  readonly at: number;
  readonly law: string;
  readonly name: string;
}

const TRADES = `select f.cid, f.side, f.symbol, f.id, f.trade_id, f.at, a.law, a.name
  from fill f join account a on a.id = f.account_id order by f.id`;
const SECOND_MS = 1_000;

/** Names of the accounts whose trades are told by Gate's wire. */
function atGate(accounts: readonly Account[]): ReadonlySet<string> {
  return new Set(accounts.filter(({ exchange }) => exchange === 'gate').map(({ name }) => name));
}

/**
 * As each wire numbers them: the house wire by the row; Binance's by the trade on spot and by the row on contracts, each
 * within its market, so that our ids name market and side as well; Gate's by the second and the row.
 */
function tradeId({ at, id, law, name, side, symbol, trade_id }: TradeRow, gate: ReadonlySet<string>): string {
  if (law === 'candle') return String(id);
  const [pair = '', settle] = symbol.split(':');
  const isSpot = settle === undefined;
  const way = side.slice(0, 1);
  if (gate.has(name)) return `${pair.replace('/', '_')}${isSpot ? '' : '_P'}.${at - (at % SECOND_MS)}.${id}${way}`;
  return `${pair.replace('/', '')}${isSpot ? `-${trade_id}` : `.P-${id}`}${way}`;
}

/** Trade by trade, by the exchange's number, with its order and quantity. */
async function compareTrades(database: Pool, books: DatabaseSync, gate: ReadonlySet<string>, complaints: Complaints) {
  let [duplicates, missing] = [0, 0];
  const rows = books.prepare(TRADES).all() as unknown as TradeRow[];
  const theirs = rows.map((row) => ({ id: tradeId(row, gate), cid: row.cid, side: row.side }));
  type Row = { id: string; cid: string; side: string };
  const ours = await database.query<Row>('select venue_fill_id as id, cid, side from bot_fills');
  const booked = new Map<string, Row>();
  for (const row of ours.rows) {
    if (booked.has(row.id)) duplicates += complaints.add(`trade ${row.id} is booked twice`);
    booked.set(row.id, row);
  }
  for (const { cid, id, side } of theirs) {
    const our = booked.get(id);
    if (our === undefined) missing += complaints.add(`trade ${id} of order ${cid} was not booked`);
    else if (our.side !== side || (our.cid !== cid && !cid.startsWith('autoclose-')))
      missing += complaints.add(`trade ${id} of order ${cid} is booked as ${our.side} of ${our.cid}`);
    booked.delete(id);
  }
  for (const { cid, id } of booked.values()) missing += complaints.add(`trade ${id} of order ${cid} never happened`);
  return { count: theirs.length, duplicates, missing };
}

/** How often each market settled at each moment; what was paid is in the money. */
async function compareFundings(database: Pool, books: DatabaseSync, complaints: Complaints) {
  type Row = { moment: string; count: number };
  const told = "symbol || ' at ' || ";
  const theirs = books
    .prepare(`select ${told} at as moment, count(*) as count from funding group by 1`)
    .all() as unknown;
  const ours = await database.query<Row>(
    `select ${told} market_ms as moment, count(*)::int as count from bot_fundings group by 1`,
  );
  const booked = new Map(ours.rows.map(({ count, moment }) => [moment, count]));
  let [count, duplicates, missing] = [0, 0, 0];
  for (const { count: settled, moment } of theirs as readonly Row[]) {
    const known = booked.get(moment) ?? 0;
    booked.delete(moment);
    count += settled;
    if (known < settled)
      missing += complaints.add(`${settled - known} of ${settled} fundings of ${moment} were not booked`);
    if (known > settled) duplicates += complaints.add(`${known} fundings of ${moment} are booked, and ${settled} were`);
  }
  for (const moment of booked.keys()) missing += complaints.add(`the funding of ${moment} never happened`);
  return { count, duplicates, missing };
}

interface BotMoney {
  readonly id: string;
  readonly account_id: string;
  readonly market: string;
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly investment: string;
  readonly started: boolean;
}

/** What the bots of an account believe to have, beside what it has; differences of coin count at the mark. */
async function compareMoney(
  database: Pool,
  accounts: readonly Account[],
  marks: ReadonlyMap<string, bigint>,
  complaints: Complaints,
) {
  const { rows } = await database.query<BotMoney>(
    `select id::text, account_id::text, market, symbol, base::text, quote::text, investment::text,
       started_market_ms is not null as started from bots where deleted_at is null and legs = 0`,
  );
  let [sum, negative] = [0n, 0];
  const differ = (account: Account, what: string, theirs: bigint, ours: bigint, price = ONE) => {
    if (theirs === ours) return;
    complaints.add(
      `account ${account.name}: ${what} is ${text(theirs)} at the exchange and ${text(ours)} by the books`,
    );
    const value = ((theirs - ours) * price) / ONE;
    sum += value < 0n ? -value : value;
  };
  for (const account of accounts) {
    negative += account.negative;
    const bots = rows.filter((row) => Number(row.account_id) === account.id && row.started);
    let [spotUsdt, futuresUsdt] = [FUNDED, FUNDED];
    const coins = new Map<string, bigint>();
    const positions = new Map<string, bigint>();
    for (const { base, id, investment, market, quote, symbol } of bots) {
      const earned = units(quote) - units(investment);
      const held = units(base);
      if (market === 'spot') {
        if (units(quote) < 0n || held < 0n) negative += complaints.add(`bot ${id} has ${quote} and ${base}`);
        const coin = symbol.split('/')[0] ?? '';
        coins.set(coin, (coins.get(coin) ?? 0n) + held);
        spotUsdt += earned;
        continue;
      }
      const contract = `${symbol}:USDT`;
      positions.set(contract, (positions.get(contract) ?? 0n) + held);
      futuresUsdt += earned + (held * (marks.get(contract) ?? 0n)) / ONE;
    }
    differ(account, 'spot USDT', account.spot.get('USDT') ?? 0n, spotUsdt);
    for (const coin of new Set([...coins.keys(), ...account.spot.keys()])) {
      if (coin === 'USDT') continue;
      differ(account, coin, account.spot.get(coin) ?? 0n, coins.get(coin) ?? 0n, marks.get(`${coin}/USDT`));
    }
    for (const symbol of new Set([...positions.keys(), ...account.positions.keys()]))
      differ(account, symbol, account.positions.get(symbol) ?? 0n, positions.get(symbol) ?? 0n, marks.get(symbol));
    differ(account, 'equity of contracts', account.futures, futuresUsdt);
  }
  return { bots: rows.length, negative, sum };
}

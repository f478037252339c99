// Bots that live by a key: the production runner over ccxt's cards on the local exchange, by the wires of five exchanges, a grid on
// spot and a martingale on a contract, through a runner that ends and another that takes over. What the runner booked is what
// the exchange says. Grids much wider than what the exchanges take, by the house wire besides.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CcxtVenueParts } from '../../apps/server/src/adapters/exchanges/trading-venue.ts';
import type { ExchangeAccount } from '../../apps/server/src/ports/account-store.ts';
import type { BotDraft } from '../../apps/server/src/ports/bot-runner.ts';
import { type RunningRunner, startRunner } from '../../apps/server/src/runner/start-runner.ts';
import { Chance } from '../../commands/sim/chance.ts';
import { MemoryStore } from '../../commands/sim/memory-store.ts';
import type { Process, VirtualTime } from '../../commands/sim/virtual-time.ts';
import { ConformanceRig, OKX_TERMS, PERP, SPOT } from './rig.ts';
import { hasPassphrase } from './subject.ts';

const USER = 1;
const FUNDING_EVERY_MIN = 6;
/** A week of the usual eight hours is 21: `SETTLEMENTS=21`. */
const SETTLEMENTS = Number(process.env.SETTLEMENTS ?? '3');
const PRINTS_A_MINUTE = 4;
const TOO_FAST = 2006;
/** The exchange's wall shows the time of its tape: OKX tells no other. */
const startedMs = Date.now();
let skippedMs = 0;
const nowMs = () => Date.UTC(2024, 7, 5, 6, 0) + Date.now() - startedMs + skippedMs;
type Home = 'house' | 'local' | 'okx' | 'bybit' | 'bitget' | 'gate';
let home: Home;
let rig: ConformanceRig;
let account: string;
let store: MemoryStore;
let runner: RunningRunner;
let sinceMs: number;
/** Asks the exchange beside the runner. */
let reader: CcxtVenueParts['venue'];
/** What the exchange refused to take, for whatever reason but its pace. */
const refusals: string[] = [];
const log: string[] = [];
const running: { stop(): Promise<void> }[] = [];

/** The store's clock is the machine's here. */
const time = {
  get nowMs() {
    return nowMs();
  },
  after: (_process: Process, ms: number, run: () => void) => setTimeout(run, ms),
} as unknown as VirtualTime;

beforeAll(async () => {
  // An order that waits at the very end of a swing trades in the next one.
  rig = await ConformanceRig.open(nowMs, { by: 300, growing: 0.1, fundingEvery: FUNDING_EVERY_MIN });
});
afterAll(async () => {
  for (const one of running) await one.stop();
  await rig.close();
});

async function moveTo(to: Home): Promise<void> {
  home = to;
  log.length = 0;
  refusals.length = 0;
  const isHouse = to === 'house';
  reader = isHouse ? rig.house() : rig.card(nowMs, undefined, to).venue;
  account = isHouse
    ? await rig.houseAccount(reader)
    : await rig.keyAccount(hasPassphrase(home) ? OKX_TERMS : undefined);
  const row: ExchangeAccount = { id: 1, userId: USER, ...placeOf(home), ref: account, account };
  store = new MemoryStore(time, new Chance(1, 'database'), [row]);
  sinceMs = (await rig.house().clock()).marketNowMs - 60_000;
  runner = await newRunner('first');
}

function placeOf(of: Home): { readonly exchange: Exclude<Home, 'house'>; readonly wire: 'house' | 'key' } {
  return of === 'house' ? { exchange: 'local', wire: 'house' } : { exchange: of, wire: 'key' };
}

/** The house wire knows no keys, and its stream ends by itself. */
function wayOf(of: Home) {
  const keys = {
    refresh: async () => {},
    isBad: () => false,
    assertGood: async () => {},
    suspect: () => {},
    isBound: async () => true,
  };
  if (of === 'house') return { venue: rig.house(), stream: rig.houseStream(), close: async () => {}, keys };
  return { ...rig.exchange(nowMs, (message) => log.push(message), of), keys };
}

async function newRunner(name: string): Promise<RunningRunner> {
  const { close, keys, stream, venue } = wayOf(home);
  const place: typeof venue.place = async (...asked) => {
    const outcomes = await venue.place(...asked);
    for (const one of outcomes)
      if (one.outcome === 'refused' && one.code !== TOO_FAST) refusals.push(`${one.reason} ${one.detail}`);
    return outcomes;
  };
  const made = await startRunner({
    exchanges: [{ ...placeOf(home), keys, stream, venue: { ...venue, place }, graceMs: 500, paced: false }],
    store: store.port({ name, dead: false, stoppedUntilMs: 0 }),
    accounts: store.accountPort(),
    clock: { nowMs },
    random: { bytes: () => new Uint8Array(), integer: (from) => from + 7 },
    announce: () => {},
    isMaintenance: () => false,
    log: (level, text, detail) => log.push(`${level} ${text} ${detail instanceof Error ? detail.stack : ''}`),
  });
  const stop = async () => {
    await made.stop();
    await close();
  };
  running.push({ stop });
  return { ...made, stop };
}

async function newBot(draft: Partial<BotDraft> & Pick<BotDraft, 'kind' | 'typeId' | 'params'>, market: string) {
  const symbolRules = (await rules()).find(({ symbol }) => symbol === market);
  if (symbolRules === undefined) throw new Error(`no ${market}`);
  const made = await runner.bots.create({
    ...{
      userId: USER,
      requestId: `request ${market}`,
      exchange: placeOf(home).exchange,
      market: symbolRules.market,
      simulate: false,
    },
    ...{
      symbol: 'BTC/USDT',
      sourceId: null,
      name: 'live',
      direction: 'long',
      investment: '1000',
      isPublic: false,
      symbolRules,
    },
    ...draft,
  });
  if (made.outcome !== 'done') throw new Error(JSON.stringify(made));
  const { id } = made.value;
  const started = await runner.bots.operate(USER, id, { name: 'start' });
  expect(started.outcome, `${JSON.stringify(started)} ${log.join()}`).toBe('done');
  return id;
}

const rules = () => reader.symbols();

/** Ids that the runner holds to be open, and those that are. */
async function openOnBothSides(): Promise<[string[], string[]]> {
  const ours = [...store.orders.values()].filter(({ status }) => status === 'open').map(({ cid }) => cid);
  const theirs = (await reader.openOrders(account)).map(({ cid }) => cid);
  return [ours.sort(), theirs.sort()];
}

async function fillsOnBothSides(): Promise<[string[], string[]]> {
  const read = await Promise.all([SPOT, PERP].map((symbol) => reader.fills(account, symbol, '', 1_000, sinceMs)));
  return [
    [...store.fills.values()].map(({ venueFillId }) => venueFillId).sort(),
    read
      .flat()
      .map(({ id }) => id)
      .sort(),
  ];
}

function statuses(): string[] {
  return [...store.orders.values()].map(({ status }) => status as string);
}

/** Orders of which it is not known how their placement ended. */
function unsettled(): string[] {
  return statuses().filter((status) => ['intended', 'unknown'].includes(status));
}

/** Waits until both sides tell the same, and more than `over`: what has only begun is the same on both, too. */
async function agree(both: () => Promise<[string[], string[]]>, over = -1): Promise<string[]> {
  let told: [string[], string[]] = [[], []];
  const isSame = async () => {
    told = await both();
    return told[0].length > over && told[0].join() === told[1].join();
  };
  await expect
    .poll(isSame, { timeout: 90_000, interval: 500 })
    .toBe(true)
    .catch((error: Error) => {
      throw new Error(`${error.message}\n${JSON.stringify(told)}\n${log.join('\n')}`);
    });
  return told[1];
}

const martin = {
  ...{ first_amount: '300', max_positions: '3', multiplier: '1.5', add_drop: '5', cycle: 'loop', take_profit: '5' },
  ...{ stop_loss: '30', loop_interval: '0', entry: 'now', guard_drop: '20', guard_minutes: '1', direction: 'long' },
  ...{ leverage: '3', add_callback: '0', tp_callback: '0' },
};

test.each([
  { to: 'local', says: '' },
  { to: 'okx', says: ' at OKX' },
  { to: 'bybit', says: ' at Bybit' },
  { to: 'bitget', says: ' at Bitget' },
  { to: 'gate', says: ' at Gate' },
] as const)(
  'a grid and a martingale live by a key$says: orders and trades of runner and exchange are the same, also under faults and after a restart',
  {
    timeout: 400_000,
  },
  async ({ to }) => {
    await moveTo(to);
    await rig.toOpen();
    const lines = { lower: '59100.07', upper: '60900.07', grid_levels: '10', grid_mode: 'arithmetic' };
    // Maintenance in the middle of a start: nothing is taken for refused, and each order goes again under its own id.
    await rig.faults({ fault: 'maintenance', calls: ['place', 'order'] });
    const starting = newBot({ kind: 'grid', typeId: 3, params: lines }, SPOT);
    await expect.poll(() => statuses(), { timeout: 30_000 }).toContain('unknown');
    await rig.faults();
    const grid = await starting;
    await expect.poll(unsettled, { timeout: 60_000 }).toEqual([]);
    expect(statuses()).not.toContain('refused');
    const contract = await newBot({ kind: 'martin', typeId: 2, params: martin }, PERP);
    expect((await agree(openOnBothSides, 5)).length).toBeGreaterThan(5);
    await rig.print(8);
    const before = await agree(fillsOnBothSides, 3);
    expect(before.length).toBeGreaterThan(3);
    expect(await reader.positions(account)).toMatchObject([{ symbol: PERP }]);

    const changes = ['place', 'cancel'];
    await rig.faults(
      { fault: 'lose_request', probability: 0.15, calls: [...changes, 'order', 'fills'] },
      { fault: 'lose_reply', probability: 0.2, calls: [...changes, 'order'] },
      { fault: 'gateway_error', when: 'after', probability: 0.1, calls: changes },
      { fault: 'delayed_reads', ms: 200, probability: 0.5 },
      { fault: 'drop_event', probability: 0.3, events: ['fill', 'order'] },
      { fault: 'duplicate_event', probability: 0.3, events: ['fill', 'order'] },
    );
    for (let printed = 0; printed < 12; printed++) {
      await rig.print();
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    await rig.faults();
    await running.pop()?.stop();
    await rig.print(4);
    runner = await newRunner('second');
    // What the lines had not told is read at the start.
    await agree(fillsOnBothSides, before.length - 1);
    await expect.poll(unsettled, { timeout: 60_000 }).toEqual([]);
    await agree(openOnBothSides);
    await rig.print(4);
    // How much of it traded while so much was lost is chance; that both tell the same of it is not.
    const after = await agree(fillsOnBothSides, before.length - 1);
    expect(new Set(after).size).toBe(after.length);

    // Steps ten times as coarse under the grid that runs, a while after the last time they were read.
    skippedMs += 10_000;
    await rig.faults({ fault: 'filter_change', symbols: [SPOT], tick: '0.10', step: '0.0001' });
    const rounded = async () => {
      await rig.print();
      const ended = [...store.orders.values()].filter(({ botId, status }) => botId === grid && status === 'filled');
      return ended.filter(({ price, qty }) => /\.\d0$/.test(price) && /\d{4}0$/.test(qty)).length;
    };
    await expect
      .poll(rounded, { timeout: 60_000, interval: 100 })
      .toBeGreaterThan(1)
      .catch((error: Error) => {
        const orders = [...store.orders.values()].filter(({ botId }) => botId === grid);
        throw new Error([error.message, ...log, JSON.stringify([store.bots.get(grid), orders])].join('\n'));
      });
    await agree(fillsOnBothSides, after.length);
    await agree(openOnBothSides);
    expect(store.bots.get(grid)?.status).toBe('running');

    for (const id of [grid, contract])
      expect(await runner.bots.operate(USER, id, { name: 'stop', close: true, reason: 'user' })).toMatchObject({
        outcome: 'done',
      });
    await expect.poll(async () => (await reader.openOrders(account)).length, { timeout: 60_000 }).toBe(0);
    await expect.poll(async () => (await reader.positions(account)).length, { timeout: 60_000 }).toBe(0);
    // What was held has been sold.
    await agree(fillsOnBothSides, after.length);
    expect(log.filter((line) => line.startsWith('error'))).toEqual([]);
    await rig.faults();
    await running.pop()?.stop();
  },
);

async function fundingsOnBothSides(): Promise<[string[], string[]]> {
  const told = await reader.fundings(account, PERP, '', 1_000, sinceMs);
  const text = (id: string, amount: string) => `${id} ${Number(amount).toFixed(8)}`;
  return [
    [...store.fundings.values()].map(({ amount, venueFundingId }) => text(venueFundingId, amount)).sort(),
    told.map(({ amount, id }) => text(id, amount)).sort(),
  ];
}

const manyLines = {
  ...{ lower: '50000', upper: '70000', grid_levels: '60', grid_mode: 'arithmetic', direction: 'long', leverage: '3' },
  investment: '5000',
};
const contractBots = [
  { kind: 'grid', typeId: 4, params: manyLines, investment: '5000' },
  { kind: 'martin', typeId: 2, params: martin, investment: '1000' },
] as const;

test.each(
  (['local', 'okx', 'bybit', 'bitget', 'gate'] as const).flatMap((to) =>
    contractBots.map((draft) => ({ ...draft, to })),
  ),
)(
  'a $kind on a contract lives by a key of $to through settlements of funding: it is never set aside, and each is booked once',
  { timeout: 400_000 },
  async ({ to, ...draft }) => {
    await moveTo(to);
    await rig.toOpen();
    const id = await newBot(draft, PERP);
    await expect.poll(async () => (await reader.positions(account)).length, { timeout: 60_000 }).toBe(1);
    for (let minute = 0; minute < SETTLEMENTS * FUNDING_EVERY_MIN; minute++) {
      await rig.print(PRINTS_A_MINUTE);
      await agree(fillsOnBothSides, 0);
    }
    // What no stream tells is read by the pass of a start.
    await running.pop()?.stop();
    runner = await newRunner('second');
    const told = await agree(fundingsOnBothSides, SETTLEMENTS - 1);
    expect(new Set(told).size).toBe(told.length);
    const paid = told.reduce((sum, line) => sum + Number(line.split(' ')[1]), 0);
    await expect.poll(() => Number(store.bots.get(id)?.funding), { timeout: 60_000 }).toBeCloseTo(paid, 6);
    expect(store.bots.get(id)).toMatchObject({ status: 'running', lastError: null });
    expect(store.bots.get(id)?.phase).not.toBe('error');
    // It trades on, and holds what the exchange holds.
    const before = await agree(fillsOnBothSides, 0);
    await rig.print(PRINTS_A_MINUTE);
    await agree(fillsOnBothSides, before.length - 1);
    const [position] = await reader.positions(account);
    expect(Number(store.bots.get(id)?.base ?? '0')).toBeCloseTo(Number(position?.qty ?? '0'), 8);
    expect(refusals).toEqual([]);
    expect(log.filter((line) => line.startsWith('error'))).toEqual([]);
    await running.pop()?.stop();
  },
);

/** Of spot, from a ninth of the price to eight times as much. */
const WIDE = { lower: '6923.62', upper: '483604.16', grid_levels: '60', grid_mode: 'geometric' };
/** Of what would take; what rests is free, but at Gate. */
const CONTRACT_BAND = {
  house: undefined,
  local: { buyMost: '1.05', sellLeast: '0.95' },
  okx: { buyMost: '1.02', sellLeast: '0.98' },
  bybit: { buyMost: '1.01', sellLeast: '0.99' },
  bitget: { buyMost: '1.05', sellLeast: '0.95' },
  gate: { buyLeast: '0.05', buyMost: '1.95', sellLeast: '0.05', sellMost: '1.95' },
} as const;
/** Lines of it that Binance takes at the farthest prices of a swing, and not where it begins. */
const FARTHEST = [12_200, 294_700];

test.each(['house', 'local', 'okx', 'bybit', 'bitget', 'gate'] as const)(
  'grids of 60 lines much wider than %s takes orders live there: nothing is refused, and its lines come with the price',
  { timeout: 200_000 },
  async (to) => {
    // What may be asked in a minute is whole again.
    skippedMs += 60_000;
    await moveTo(to);
    await rig.toOpen();
    const wide = await newBot({ kind: 'grid', typeId: 3, params: WIDE, investment: '5000' }, SPOT);
    const contract = await newBot({ kind: 'grid', typeId: 4, params: manyLines, investment: '5000' }, PERP);
    const resting = () =>
      [...store.orders.values()].flatMap(({ botId, price, status }) =>
        botId === wide && status === 'open' ? [Number(price)] : [],
      );
    const areThere = (prices: readonly number[]) =>
      FARTHEST.map((line) => prices.some((price) => Math.abs(price / line - 1) < 0.001));
    await agree(openOnBothSides, 90);
    await expect.poll(unsettled, { timeout: 60_000 }).toEqual([]);
    const atFirst = resting();
    // Binance takes nothing beyond a fifth and five times the price; the others bound what would take, which no line does.
    const isBounded = to === 'local';
    expect(areThere(atFirst)).toEqual([!isBounded, !isBounded]);
    expect(atFirst.length > 55).toBe(!isBounded);
    if (isBounded) expect([Math.min(...atFirst) > 12_240, Math.max(...atFirst) < 294_000]).toEqual([true, true]);
    // Down, and up: each brings a line.
    for (const came of [0, 1]) {
      await rig.print();
      await expect.poll(() => areThere(resting())[came], { timeout: 60_000 }).toBe(true);
    }
    for (let printed = 0; printed < 6; printed++) {
      await rig.print();
      await agree(fillsOnBothSides, 0);
    }
    await agree(openOnBothSides, 90);
    expect(refusals).toEqual([]);
    expect(store.bots.get(contract)?.symbolRules.priceBand).toEqual(CONTRACT_BAND[to]);
    for (const id of [wide, contract]) expect(store.bots.get(id)).toMatchObject({ status: 'running', lastError: null });
    const coin = (await reader.balances(account)).find(({ asset }) => asset === 'BTC');
    expect(Number(store.bots.get(wide)?.base)).toBeCloseTo(Number(coin?.free) + Number(coin?.locked), 8);
    const [position] = await reader.positions(account);
    expect(Number(store.bots.get(contract)?.base)).toBeCloseTo(Number(position?.qty ?? '0'), 8);
    expect(log.filter((line) => line.startsWith('error'))).toEqual([]);
    await running.pop()?.stop();
  },
);

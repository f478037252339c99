// A print wakes whom it concerns and is acknowledged when its effects are done; prices that are none wake nobody and are
// acknowledged all the same; commands run while the market stands still, and do not wait for a market that has no prints.
import { openBot } from '@cormorant/core/engine/bot.ts';
import { Engine } from '@cormorant/core/engine/step.ts';
import { makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import { defaultRiskLimits } from '@cormorant/core/risk/limits.ts';
import { strategyOf } from '@cormorant/core/strategies/registry.ts';
import { expect, test, vi } from 'vitest';
import { rules } from '../../../test/runner-rig.ts';
import { MarketBoard, type MarketBoardDeps } from './market-board.ts';
import type { Owner, Sleeper } from './wake-index.ts';

const AT = 1_700_000_000_000;

function openBoard(paced = true, others: Partial<MarketBoardDeps> = {}) {
  const acks: number[] = [];
  const gaps: string[] = [];
  const board = new MarketBoard({
    ack: (_symbol, seq) => void acks.push(seq),
    standStill: () => null,
    log: () => {},
    onGap: (symbol) => void gaps.push(symbol),
    source: { candles: async () => [], fundingRates: async () => [] },
    clock: { nowMs: () => 0 },
    paced,
    ...others,
  });
  const make = () => new Engine(strategyOf('grid'), makeInstrument(rules), defaultRiskLimits());
  const botMarket = board.cell('BTC/USDT', 'grid', 'rules', make);
  const sit = (belowTicks: number) => {
    const woken: number[] = [];
    const bot = openBot({ id: belowTicks, kind: 'grid', symbol: 'BTC/USDT', params: null, investmentAtoms: 1 });
    bot.wake.belowTicks = belowTicks;
    const sleeper: Sleeper = { botId: bot.id, bot, wake: () => void woken.push(botMarket.market.lastTicks) };
    botMarket.seats.take(sleeper);
    return { woken, sleeper };
  };
  return { acks, board, botMarket, gaps, sit };
}

const acked = (acks: readonly number[], wanted: readonly number[]) => expect.poll(() => acks).toEqual(wanted);
/** Time for what must not happen; what has to happen is polled for. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

test('a print wakes the bots that wait for it and no others', async () => {
  const { acks, board, sit } = openBoard();
  const near = sit(9_900);
  const far = sit(9_000);
  board.print('BTC/USDT', 1, '100.00', AT);
  board.print('BTC/USDT', 2, '98.50', AT + 1);
  await acked(acks, [1, 2]);
  expect(near.woken).toEqual([9_850]);
  expect(far.woken).toEqual([]);
});

test.each(['0', '0.00', '-1', 'NaN', 'null', '1e3', '', '100.001'])('a price of %j moves nothing', async (price) => {
  const { acks, board, botMarket, sit } = openBoard();
  board.print('BTC/USDT', 1, '100.00', AT);
  const bot = sit(9_999);
  board.print('BTC/USDT', 2, price, AT + 1);
  await acked(acks, [1, 2]);
  expect(botMarket.market.lastTicks).toBe(10_000);
  expect(bot.woken).toEqual([]);
});

test('an older print is acknowledged and believed by nobody', async () => {
  const { acks, board, botMarket } = openBoard();
  board.print('BTC/USDT', 5, '100.00', AT);
  board.print('BTC/USDT', 4, '50.00', AT - 1);
  await acked(acks, [5, 4]);
  expect(botMarket.market.lastTicks).toBe(10_000);
});

test('a gap in the numbers is noticed', async () => {
  const { acks, board, gaps } = openBoard();
  board.print('BTC/USDT', 1, '100.00', AT);
  board.print('BTC/USDT', 2, '100.00', AT);
  board.print('BTC/USDT', 4, '100.00', AT);
  await acked(acks, [1, 2, 4]);
  expect(gaps).toEqual(['BTC/USDT']);
});

test('no acknowledgement before what the print caused is done', async () => {
  const { acks, board, sit } = openBoard();
  const { sleeper } = sit(9_900);
  let finish: () => void = () => {};
  let busy = true;
  const quiet = new Promise<void>((resolve) => {
    finish = () => {
      busy = false;
      resolve();
    };
  });
  const owner: Owner = { isBusy: () => busy, whenQuiet: () => quiet, sleepersIn: () => [sleeper] };
  board.markBusy(owner);
  board.print('BTC/USDT', 1, '98.00', AT);
  await settled();
  expect(acks).toEqual([]);
  finish();
  await acked(acks, [1]);
});

test('where nothing waits for an acknowledgement, a bot that is not done keeps nobody from the news', async () => {
  const { acks, board, sit } = openBoard(false);
  const { sleeper } = sit(9_900);
  const owner: Owner = { isBusy: () => true, whenQuiet: () => new Promise(() => {}), sleepersIn: () => [sleeper] };
  board.markBusy(owner);
  const other = sit(9_800);
  board.print('BTC/USDT', 1, '98.50', AT);
  board.print('BTC/USDT', 2, '97.00', AT + 1);
  await acked(acks, [1, 2]);
  expect(other.woken).toEqual([9_700]);
  expect(await board.between('BTC/USDT', async () => 'done')).toBe('done');
});

test('trades of a print are delivered with it, and without it when it does not come', async () => {
  const { acks, board } = openBoard();
  const delivered: string[] = [];
  board.trade('BTC/USDT', () => delivered.push(`first, ${acks.length} acknowledged`));
  await settled();
  expect(delivered).toEqual([]);
  board.print('BTC/USDT', 1, '98.00', AT);
  await acked(acks, [1]);
  expect(delivered).toEqual(['first, 0 acknowledged']);
  board.trade('BTC/USDT', () => delivered.push('second'));
  await expect.poll(() => delivered.length).toBe(2);
});

test('who is told of a trade of a print sees that print, its time and its mark', async () => {
  const { acks, board, botMarket } = openBoard();
  board.print('BTC/USDT', 1, '100.00', AT);
  await acked(acks, [1]);
  const seen: unknown[] = [];
  board.trade('BTC/USDT', () =>
    seen.push([botMarket.market.lastTicks, botMarket.market.markTicks, botMarket.market.nowMs]),
  );
  board.markOfPrint('BTC/USDT', '98.507');
  board.print('BTC/USDT', 2, '98.00', AT + 1);
  await acked(acks, [1, 2]);
  expect(seen).toEqual([[9_800, 9_850, AT + 1]]);
});

test('a command runs between a print and its acknowledgement', async () => {
  const { acks, board } = openBoard();
  const seen: number[] = [];
  const done = board.between('BTC/USDT', async () => void seen.push(acks.length));
  board.print('BTC/USDT', 1, '98.00', AT);
  await done;
  await acked(acks, [1]);
  expect(seen).toEqual([0]);
});

test('a command waits for what the venue has told before it stood still, however late that comes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { promise, resolve: stands } = Promise.withResolvers<() => void>();
    const { acks, board, botMarket } = openBoard(true, { standStill: () => promise });
    const seen: number[] = [];
    const released: number[] = [];
    board.print('BTC/USDT', 1, '100.00', AT);
    await vi.waitFor(() => expect(acks).toEqual([1]));
    const done = board.between('BTC/USDT', async () => void seen.push(botMarket.market.lastTicks, released.length));
    // The venue prints and the answer is late: a command that went ahead would trade at a price that it does not know.
    await vi.advanceTimersByTimeAsync(2_900);
    expect(seen).toEqual([]);
    stands(() => void released.push(1));
    board.print('BTC/USDT', 2, '98.00', AT + 1);
    await done;
    await vi.waitFor(() => expect(released).toEqual([1]));
    expect(seen).toEqual([9_800, 0]);
    expect(acks).toEqual([1, 2]);
  } finally {
    vi.useRealTimers();
  }
});

test('a command goes ahead at once where the market stands still for it, and after a while where nobody answers', async () => {
  const { board } = openBoard(true, { standStill: async () => () => {} });
  const quick = vi.fn();
  await board.between('BTC/USDT', async () => quick());
  expect(quick).toHaveBeenCalledOnce();
  const mute = openBoard(true, { standStill: () => new Promise(() => {}) });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const late = mute.board.between('BTC/USDT', async () => 'done');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await late).toBe('done');
  } finally {
    vi.useRealTimers();
  }
});

test('a command does not wait for ever in a market without prints', async () => {
  const { board } = openBoard();
  expect(await board.between('BTC/USDT', async () => 'done')).toBe('done');
});

test('markets that print the same moments are one late until they have; one that goes its own way waits for nobody', async () => {
  const { acks, board } = openBoard();
  const symbols = ['BTC/USDT', 'ETH/USDT'];
  const told: string[] = [];
  board.print('BTC/USDT', 1, '100.00', AT);
  board.print('ETH/USDT', 1, '10.00', AT);
  await acked(acks, [1, 1]);
  expect(board.laggard(symbols)).toBeNull();
  board.print('BTC/USDT', 2, '101.00', AT + 15);
  await acked(acks, [1, 1, 2]);
  expect(board.laggard(symbols)).toBe('ETH/USDT');
  // A command for both begins with the rest of the moment, and not before; nobody makes the late one stand still.
  const command = board.betweenAll(symbols, async () => void told.push(board.price('ETH/USDT')?.price ?? ''));
  board.print('ETH/USDT', 2, '11.00', AT + 15);
  await command;
  expect(told).toEqual(['11.00']);
  board.print('ETH/USDT', 3, '12.00', AT + 22);
  board.print('BTC/USDT', 3, '102.00', AT + 30);
  await expect.poll(() => acks.length).toBe(6);
  expect(board.laggard(symbols)).toBeNull();
});

function guardedBoard(book: { bid: string; ask: string }) {
  const made = openBoard(false, { spikePpm: 30_000, book: async () => book });
  const { board } = made;
  board.seed('BTC/USDT', '100.00', AT);
  return made;
}

test('one print far off wakes nobody while the book stands, and the market goes on where it was', async () => {
  const { acks, board, botMarket, sit } = guardedBoard({ bid: '99.99', ask: '100.01' });
  const stop = sit(9_000);
  board.print('BTC/USDT', 1, '10.00', AT + 1);
  board.print('BTC/USDT', 2, '1000.00', AT + 2);
  await acked(acks, [1, 2]);
  await settled();
  expect([stop.woken, botMarket.market.lastTicks, board.price('BTC/USDT')?.price]).toEqual([[], 10_000, '100.00']);
  expect([botMarket.isFar('10.00'), botMarket.isFar('99.00')]).toEqual([true, false]);
  board.print('BTC/USDT', 3, '99.50', AT + 3);
  await acked(acks, [1, 2, 3]);
  expect(botMarket.market.lastTicks).toBe(9_950);
});

test('a fall that the book bears out wakes whoever waits for it, with what came with its print', async () => {
  const { board, botMarket, sit } = guardedBoard({ bid: '79.99', ask: '80.01' });
  const stop = sit(9_000);
  const told: string[] = [];
  board.trade('BTC/USDT', () => void told.push('trade'));
  board.print('BTC/USDT', 1, '80.00', AT + 1);
  await expect.poll(() => stop.woken).toEqual([8_000]);
  expect([told, botMarket.market.lastTicks]).toEqual([['trade'], 8_000]);
});

test.each([
  ['99.99', '100.01', 10_000],
  ['79.99', '80.01', 8_000],
])(
  'after an absence a price of 80 is taken as far as the book of %s and %s bears it out',
  async (bid, ask, lastTicks) => {
    const { board, botMarket } = guardedBoard({ bid, ask });
    await board.renew('BTC/USDT', '80.00', AT + 1);
    expect(botMarket.market.lastTicks).toBe(lastTicks);
  },
);

test('where prints are true each of them is taken, however far it is', async () => {
  const { acks, board, botMarket } = openBoard();
  board.print('BTC/USDT', 1, '100.00', AT);
  board.print('BTC/USDT', 2, '10.00', AT + 1);
  await acked(acks, [1, 2]);
  expect([botMarket.market.lastTicks, botMarket.isFar('1000.00')]).toEqual([1_000, false]);
});

test('whoever held a market up to the end of its patience is not waited for again before being quiet once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { acks, board, sit } = openBoard();
    const { sleeper, woken } = sit(9_900);
    let quiet = Promise.withResolvers<void>();
    const state = { busy: true };
    const owner: Owner = { isBusy: () => state.busy, whenQuiet: () => quiet.promise, sleepersIn: () => [sleeper] };
    const tell = async (seq: number) => {
      board.markBusy(owner);
      board.print('BTC/USDT', seq, '98.00', AT + seq);
      await vi.advanceTimersByTimeAsync(100);
      return acks.includes(seq);
    };
    expect(await tell(1)).toBe(false);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(acks).toEqual([1]);
    for (const seq of [2, 3, 4]) expect(await tell(seq)).toBe(true);
    // Nor are its bots kept from the news.
    expect(woken).toHaveLength(4);
    state.busy = false;
    quiet.resolve();
    expect(await tell(5)).toBe(true);
    state.busy = true;
    quiet = Promise.withResolvers<void>();
    expect(await tell(6)).toBe(false);
    state.busy = false;
    quiet.resolve();
    await vi.advanceTimersByTimeAsync(1);
    expect(acks).toEqual([1, 2, 3, 4, 5, 6]);
  } finally {
    vi.useRealTimers();
  }
});

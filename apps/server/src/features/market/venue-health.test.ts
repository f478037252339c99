// The health of an exchange: by how late it answers and how old its prices are, on a clock of the test.
import { expect, it } from 'vitest';
import type { MarketData } from '../../ports/venue.ts';
import { createMarketBoard } from './market-board.ts';

function boardOver() {
  const world = { nowMs: 1_000_000, tookMs: 50, failure: null as Error | null };
  const tickers = async () => {
    world.nowMs += world.tookMs;
    if (world.failure !== null) throw world.failure;
    return [];
  };
  const market = { symbols: async () => [], tickers } as unknown as MarketData;
  const board = createMarketBoard({
    ...{ exchange: 'binance', market, clock: { nowMs: () => world.nowMs } },
    bus: { publish: () => {} } as never,
  });
  const look = async (afterMs = 0) => {
    world.nowMs += afterMs;
    await board.refresh().catch(() => {});
    return board.health().state;
  };
  return { board, look, world };
}

it('is down before it has ever answered, and ok when it has', async () => {
  const { board, look } = boardOver();
  expect(board.health()).toEqual({ state: 'down', latencyMs: null, atMs: 0 });
  expect(await look()).toBe('ok');
  expect(board.health()).toMatchObject({ latencyMs: 50, atMs: 1_000_050 });
});

it('is slow when it answers late again and again, or its prices grow old; one late answer says nothing', async () => {
  const { board, look, world } = boardOver();
  await look();
  world.tookMs = 5_000;
  expect(await look()).toBe('ok');
  expect(await look()).toBe('slow');
  world.tookMs = 50;
  expect(await look()).toBe('ok');
  world.nowMs += 8_000;
  expect([board.health().state, board.fresh()]).toEqual(['slow', true]);
});

it('is down when nothing comes for too long, in maintenance when it says so, and ok with its first answer', async () => {
  const { board, look, world } = boardOver();
  await look();
  world.failure = new Error('socket hang up');
  expect(await look(3_000)).toBe('ok');
  expect(await look(8_000)).toBe('down');
  expect(board.fresh()).toBe(false);
  world.failure = Object.assign(new Error('-1016'), { code: 2015 });
  expect(await look()).toBe('maintenance');
  world.failure = new Error('HTTP 502');
  expect(await look()).toBe('down');
  world.failure = null;
  expect(await look()).toBe('ok');
});

// What pushes cost the browser: questions and renderings grow with the time that passes, never with bots times pushes.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import type { Profile } from '@cormorant/contract/entities/profile.ts';
import { type QueryKey, QueryObserver } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { botListQuery, userIndexQuery } from '../queries.ts';
import { queryClient } from '../query-client.ts';
import { beginSession, endSession } from '../stores/session.ts';
import { runLiveUpdates, useTicker } from './live.ts';

class FakeSocket {
  static readonly OPEN = 1;
  static newest: FakeSocket;
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly #sent = new Map<string, number>();

  constructor() {
    FakeSocket.newest = this;
  }

  send() {
    return undefined;
  }

  close() {
    return undefined;
  }

  push(ch: string, data: unknown) {
    const id = (this.#sent.get(ch) ?? 0) + 1;
    this.#sent.set(ch, id);
    this.onmessage?.({ data: JSON.stringify({ ch, id, ts: 1, data }) });
  }
}

const bots = Array.from({ length: 25 }, (_, at) => ({ id: 1001 + at, status: 'running', price: '1' }) as Bot);
const answers: Readonly<Record<string, unknown>> = {
  '/api/user/botList': { list: bots, count: bots.length },
  '/api/user/index': { account: { fuel: '1' } },
};
let asked: string[] = [];
let stops: (() => void)[] = [];

/** As a screen that shows it. */
function show(queryKey: QueryKey, path: string) {
  const queryFn = async () => (await fetch(path)).text();
  stops.push(new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => undefined));
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const count = (path: string) => asked.filter((each) => each === path).length;
const push = (ch: string, data: unknown) => FakeSocket.newest.push(ch, data);

/** As the server tells it: every second each running bot its price, and now and then what a bot did. */
async function live(seconds: number, each: (bot: Bot, second: number) => void) {
  for (let second = 0; second < seconds; second += 1) {
    for (const bot of bots) each(bot, second);
    await pass(1_000);
  }
}

// One clock for the whole file: what the last test began is over before the next begins.
beforeAll(() => vi.useFakeTimers());
afterAll(() => vi.useRealTimers());
beforeEach(async () => {
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', async (address: string) => {
    const path = address.split('?')[0]!;
    asked.push(path);
    return Response.json({ code: 1, show: 0, msg: '', data: answers[path] ?? {} });
  });
  beginSession('token-1', { sn: '1' } as Profile);
  stops = [runLiveUpdates()];
  stops.push(new QueryObserver(queryClient, userIndexQuery()).subscribe(() => undefined));
  FakeSocket.newest.onopen?.();
  await pass(6_000);
  asked = [];
});
afterEach(async () => {
  for (const stop of stops) stop();
  cleanup();
  endSession();
  await pass(6_000);
  queryClient.clear();
  vi.unstubAllGlobals();
});

describe('what is asked again', () => {
  it('is nothing for prices, however many bots have one', async () => {
    await live(12, ({ id }, second) => push('bot', { id, price: String(second) }));
    expect(asked).toEqual([]);
  });

  it.each([
    ['what bots did', ({ id }: Bot) => push('bot', { id, status: 'running', profit: '1' })],
    ['rows of their logs', ({ id }: Bot) => push('action', { id: 1, bot_id: id })],
    ['their positions', ({ id }: Bot) => push('position', { id: 1, bot_id: id })],
    ['the account', () => push('account', { available: '1', fuel: '2' })],
    ['deposits', () => push('deposit', { id: 1 })],
    ['withdrawals', () => push('withdraw', { id: 1 })],
  ] as const)('is each question once in five seconds for %s', async (_, tell) => {
    for (const key of ['botActions', 'userAccountLogs', 'userPositions', 'userDepositInfo', 'userWithdrawInfo'])
      show(key === 'botActions' ? [key, 0, 'all', 'all'] : [key, ''], `/shown/${key}`);
    show(['botDetail', 1003], '/shown/botDetail');
    await pass(6_000);
    asked = [];
    await live(12, tell);
    expect(asked).toContain('/api/user/index');
    for (const path of new Set(asked)) expect(count(path), path).toBeLessThanOrEqual(3);
  });

  it('counts what somebody else has asked', async () => {
    push('action', { id: 1, bot_id: 1001 });
    await pass(900);
    await queryClient.refetchQueries({ queryKey: ['userIndex'] });
    asked = [];
    await pass(4_900);
    expect(count('/api/user/index')).toBe(0);
    await pass(200);
    expect(count('/api/user/index')).toBe(1);
  });

  it('is everything once, however many frames were missed', async () => {
    push('bot', { id: 1001, price: '1' });
    for (let at = 0; at < 20; at += 1) {
      FakeSocket.newest.onmessage?.({
        data: JSON.stringify({ ch: 'bot', id: 10 * at + 9, ts: 1, data: { id: 1001 } }),
      });
      await pass(100);
    }
    expect(count('/api/user/index')).toBe(1);
  });
});

describe('what is drawn', () => {
  async function shownList(): Promise<Bot[][]> {
    const drawn: Bot[][] = [];
    stops.push(
      new QueryObserver(queryClient, botListQuery()).subscribe(({ data }) => {
        if (data !== undefined && data.list !== drawn.at(-1)) drawn.push(data.list);
      }),
    );
    await pass(2_000);
    drawn.splice(0);
    return drawn;
  }

  it('is one list a second for the frames of all bots, with the newest of each', async () => {
    const drawn = await shownList();
    await live(10, ({ id }, second) => {
      push('bot', { id, price: `${second}.1` });
      push('bot', { id, price: `${second}.2` });
    });
    await pass(1_000);
    expect(drawn.length).toBeGreaterThan(5);
    expect(drawn.length).toBeLessThanOrEqual(11);
    expect(drawn.at(-1)?.map(({ price }) => price)).toEqual(bots.map(() => '9.2'));
  });

  it('leaves the bots as they are that nothing was said of', async () => {
    const drawn = await shownList();
    const before = queryClient.getQueryData(botListQuery().queryKey)!.list;
    push('bot', { id: 1002, price: '7' });
    await pass(1_000);
    expect(drawn).toHaveLength(1);
    expect(drawn[0]!.map((bot, at) => bot === before[at])).toEqual(bots.map(({ id }) => id !== 1002));
  });

  it('is the account in the sums of the home screen at once', () => {
    push('account', { available: '5', frozen: '0', points: '0', fuel: '9', value: '5', fuel_paid: '9' });
    expect(queryClient.getQueryData(userIndexQuery().queryKey)?.account.fuel).toBe('9');
  });

  it('is one rendering a second for all quotes', async () => {
    let renderings = 0;
    const symbols = ['BTC/USDT', 'ETH/USDT', 'SOL/USDT', 'XRP/USDT'];
    const { result, unmount } = renderHook(() => {
      renderings += 1;
      const quotes = [];
      // biome-ignore lint/correctness/useHookAtTopLevel: always the same four
      for (const symbol of symbols) quotes.push(useTicker('local', 'spot', symbol)?.last);
      return quotes;
    });
    await pass(2_000);
    renderings = 0;
    for (let at = 0; at < 20; at += 1) {
      for (const symbol of symbols) push(`ticker:local:spot:${symbol}`, { last: String(at), change_24h: '0', at: 1 });
      await pass(500);
    }
    await pass(1_000);
    expect(renderings).toBeLessThanOrEqual(11);
    expect(result.current).toEqual(symbols.map(() => '19'));
    unmount();
    push('ticker:local:spot:BTC/USDT', { last: '20', change_24h: '0', at: 1 });
    await pass(1_000);
    expect(renderings).toBeLessThanOrEqual(11);
  });
});

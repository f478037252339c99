// Answers of the server with another state laid over them, for the tests that look at screens: what an exchange, a key or a
// month of trading would bring, which no test waits for.
import type { Page } from '@playwright/test';

type Part = Record<string, unknown>;

/** Lays `change` over the data of every answer of the call. */
async function alter(page: Page, call: string, change: (data: Part) => Part): Promise<void> {
  await page.route(new RegExp(`/api/user/${call}($|\\?)`), async (route) => {
    try {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: Part | null };
      if (answer.data !== null) answer.data = change(answer.data);
      await route.fulfill({ response, json: answer });
    } catch {
      await route.abort().catch(() => undefined); // the page that asked was left
    }
  });
}

/** What the server tells of a bot by itself would be laid over it: that is held back, all else passes. */
async function withoutNews(page: Page): Promise<void> {
  await page.routeWebSocket(/\/ws/, (socket) => {
    socket.connectToServer().onMessage((frame) => {
      if (!String(frame).includes('"ch":"bot"')) socket.send(frame);
    });
  });
}

const paused = (pause_reason: string) => ({ status: 'paused', pause_reason });
const refused = { code: 3001, msg: '交易所拒绝了这笔订单 · The exchange refused this order', at: Date.UTC(2026, 6, 1) };
const aside = { code: 4026, msg: '策略已搁置 · Strategy is set aside', at: Date.UTC(2026, 6, 1) };
const setAside = { status: 'running', phase: 'error', last_error: aside, position_count: 1 };
const states: readonly Part[] = [
  setAside,
  paused('api'),
  paused('fuel'),
  paused('risk'),
  paused('exchange'),
  { status: 'running', phase: 'error', last_error: refused },
  { status: 'stopped', stop_reason: 'stop_loss' },
];

/** A list in which every bot stands still for a reason of its own. */
export async function troubled(page: Page): Promise<void> {
  await withoutNews(page);
  await alter(page, 'botList', (data) => {
    const list = data['list'] as Part[];
    return { ...data, list: list.map((bot, at) => ({ ...bot, stop_reason: '', ...states[at % states.length] })) };
  });
}

/** A key that was revoked, and trades that its owner made by hand meanwhile. */
export async function keyGone(page: Page): Promise<void> {
  await withoutNews(page);
  const at = Date.UTC(2026, 6, 1, 8, 30);
  const trades = [
    { side: 'buy', price: '60120.5', qty: '0.015', at },
    { side: 'sell', price: '60410', qty: '0.006', at: at + 60_000 },
  ];
  const drift = { kind: 'trade', asset: 'BTC', booked: null, found: null, trades, count: 2, at };
  await alter(page, 'botDetail', (data) => ({ ...data, ...paused('api'), drift }));
}

/** The short leg was closed by the venue: coin stands without its hedge. */
export async function nakedLeg(page: Page): Promise<void> {
  await withoutNews(page);
  await alter(page, 'botDetail', (data) => {
    const legs = (data['legs'] as Part[]).map((leg) =>
      leg['market'] === 'spot'
        ? { ...leg, qty: '0.1991', avg_price: '3004.76', cost: '598.25', unrealized: '-1.32', fee: '0.5983' }
        : { ...leg, realized: '-14.07', fee: '0.6', funding: '2.41', unrealized: '0' },
    );
    const figures = [
      { key: 'delta', label: '两腿差额 · Legs apart', unit: 'base', value: '0.1991' },
      { key: 'basis', label: '基差 · Basis', unit: 'percent', value: '0.033' },
    ];
    const can = { ...(data['can'] as Part), start: 0, resume: 1, close: 1, stop: 1 };
    return { ...data, legs, figures, status: 'running', phase: 'error', can };
  });
}

const days = Array.from({ length: 24 }, (_, at) => {
  const profit = (Math.sin(at * 1.7) * 9 + 6 + at / 5).toFixed(8);
  const date = new Date(Date.UTC(2026, 5, 24 + at)).toISOString().slice(0, 10);
  return { date, profit, fuel: '0', net: profit, count: 3 + (at % 5) };
});
const sumOf = (amounts: readonly string[]) => amounts.reduce((all, amount) => all + Number(amount), 0);

/** The bill of a month, gains and losses. */
export async function monthOfResults(page: Page): Promise<void> {
  const whole = sumOf(days.map(({ profit }) => profit));
  const net = whole.toFixed(8);
  const sum = { gross: (whole + 61.40275).toFixed(8), fee: '61.40275', funding: '0', profit: net, fuel: '0' };
  await alter(page, 'billGroup', (data) => {
    const [bot] = data['by_bot'] as Part[];
    const by_bot = [net, '-12.5', '4.1'].map((profit, at) => ({ ...bot, bot_id: 1 + at, profit, rounds: 40 - 9 * at }));
    const by_type = [
      { type: 'grid', profit: net },
      { type: 'martin', profit: '-12.5' },
      { type: 'arbitrage', profit: '4.1' },
    ];
    return { ...data, list: days, by_bot, by_type, today: days.at(-1)?.date };
  });
  await alter(page, 'billLogs', (data) => {
    const [row] = data['list'] as Part[];
    const list = days.map(({ profit }, at) => ({
      ...{ ...row, id: 900 + at, pair_id: 1 + at, profit, fee: '0.6', funding: at % 4 === 0 ? '0.12' : '0' },
      ...{ gross: (Number(profit) + 0.6 - (at % 4 === 0 ? 0.12 : 0)).toFixed(8), purpose: at % 3 ? 'grid' : 'close' },
    }));
    return { ...data, list, total: 120, sum };
  });
  await alter(page, 'bill', (data) => ({
    ...data,
    today: 6.21,
    yesterday: -2.9,
    week: 44.07,
    month: whole,
    total: whole,
  }));
}

/** Answers a batch by itself: no bot hears of it, for the screens share their people. Of `ended` bots the end is known. */
async function batchThat(page: Page, action: string, ended: number): Promise<void> {
  const task_id = '00000000-0000-4000-8000-000000000004';
  const answer = (data: object) => ({ json: { code: 1, show: 0, msg: '', data } });
  let ids: readonly number[] = [];
  await page.route(/\/api\/user\/botBatch\?/, (route) => {
    ids = (new URL(route.request().url()).searchParams.get('ids') ?? '').split(',').map(Number);
    return route.fulfill(answer({ task_id, total: ids.length }));
  });
  await page.route(/\/api\/user\/botBatchStatus\?/, (route) => {
    const isEnglish = route.request().headers()['x-lang'] === 'en';
    const well = isEnglish ? 'Done' : '操作成功';
    const refused = isEnglish ? 'Not possible while a position is open' : '有持仓时不可修改该参数或删除';
    const items = ids.slice(0, ended).map((id, at) => ({
      ...{ id, name: `#${id}`, symbol: 'BTC/USDT', code: at === 0 ? 1 : 4018 },
      msg: at === 0 ? well : refused,
    }));
    const done = items.length;
    const status = done < ids.length ? 'running' : 'done';
    return route.fulfill(
      answer({ task_id, action, total: ids.length, status, done, success: 1, failed: done - 1, items }),
    );
  });
}

/** One of two was refused. */
export const batchWithFailures = (page: Page) => batchThat(page, 'close', 2);

/** One of two has ended, the other is under way. */
export const batchUnderWay = (page: Page) => batchThat(page, 'pause', 1);

/** A bot whose figures cannot be saved or read: nobody watches what it holds. */
export async function leftAside(page: Page): Promise<void> {
  await withoutNews(page);
  const can = { start: 0, stop: 0, pause: 0, resume: 1, add: 0, close: 0, edit: 0, delete: 0, reason: '' };
  await alter(page, 'botDetail', (data) => ({ ...data, ...setAside, can }));
}

// A person in the browser: the test's page with every complaint of the browser collected, and shortcuts through the API for
// what a test needs but does not test.
import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test';
import { origin } from './product.ts';

export interface Account {
  readonly account: string;
  readonly password: string;
  readonly token: string;
  readonly user: { readonly uid: string; readonly nickname: string };
  /** Ids of the bots made for the test. */
  readonly bots: readonly number[];
}

export interface Look {
  readonly theme?: 'light' | 'dark';
  readonly language?: 'zh' | 'en';
  readonly updown?: 'green' | 'red';
}

export const password = 'harbour9pilot';
let made = 0;

export function freshName(): string {
  made += 1;
  return `bird_${process.pid}_${Date.now().toString(36)}_${made}`.slice(0, 32);
}

interface Answer<T> {
  readonly code: number;
  readonly msg: string;
  readonly data: T;
}

/** A call past the screen. */
export async function api<T>(
  path: string,
  init: { method?: string; token?: string; body?: unknown } = {},
): Promise<Answer<T>> {
  const response = await fetch(`${origin()}${path}`, {
    method: init.method ?? (init.body === undefined ? 'GET' : 'POST'),
    signal: AbortSignal.timeout(15_000),
    headers: {
      'content-type': 'application/json',
      ...(init.token === undefined ? {} : { authorization: `Bearer ${init.token}` }),
    },
    ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
  });
  return (await response.json()) as Answer<T>;
}

export async function register(): Promise<Account> {
  const account = freshName();
  const body = { terminal: 1, account, password, confirm: password, referrer: '' };
  const answer = await api<{ token: string; user: Account['user'] }>('/api/login/register', { body });
  expect(answer.code, answer.msg).toBe(1);
  return { account, password, bots: [], ...answer.data };
}

interface Quotes {
  readonly list: readonly { readonly price: string }[];
}

/** A grid of 20 lines, 6 % around the price, running. Answers its id. */
export async function createGrid(person: Account, symbol = 'BTC/USDT'): Promise<number> {
  const quote = await api<Quotes>(`/api/market/price?symbols=local:spot:${encodeURIComponent(symbol)}`);
  const price = Number(quote.data.list[0]?.price);
  const body = {
    type_id: 3,
    exchange: 'local',
    market: 'spot',
    symbol,
    investment: '1000',
    params: {
      lower: (price * 0.97).toFixed(2),
      upper: (price * 1.03).toFixed(2),
      grid_levels: 20,
      grid_mode: 'geometric',
    },
    risk_ack: 1,
  };
  const answer = await api<{ id: number }>('/api/user/botCreate', { body, token: person.token });
  expect(answer.code, answer.msg).toBe(1);
  return answer.data.id;
}

export async function operate(person: Account, id: number, action: string): Promise<void> {
  const answer = await api(`/api/user/botOperation?id=${id}&action=${action}`, { token: person.token });
  expect(answer.code, answer.msg).toBe(1);
}

/** A person with one running and one paused grid. */
export async function registerWithBots(): Promise<Account> {
  const person = await register();
  const running = await createGrid(person);
  const paused = await createGrid(person, 'ETH/USDT');
  await operate(person, paused, 'pause');
  return { ...person, bots: [running, paused] };
}

/** A person with a martingale on a contract that has opened. */
export async function registerWithMartingale(): Promise<Account> {
  const person = await register();
  const body = {
    type_id: 2,
    exchange: 'local',
    market: 'futures',
    symbol: 'BTC/USDT',
    investment: '6000',
    params: { first_amount: '150', max_positions: '6', add_drop: '2', unstuck_budget: '20' },
    risk_ack: 1,
    start: 1,
  };
  const answer = await api<{ id: number }>('/api/user/botCreate', { body, token: person.token });
  expect(answer.code, answer.msg).toBe(1);
  await expect
    .poll(async () => {
      const detail = await api<{ phase: string }>(`/api/user/botDetail?id=${answer.data.id}`, { token: person.token });
      return detail.data.phase;
    })
    .toBe('holding');
  return { ...person, bots: [answer.data.id] };
}

/** Opens a path as the person, in the given look, as if they had been here before. */
export async function openAs(page: Page, person: Account | null, path: string, look: Look = {}): Promise<void> {
  const entries = {
    theme: JSON.stringify({ theme: 'light', language: 'zh', updown: 'green', eye: 1, ...look }),
    ...(person && { session: JSON.stringify({ isAuthenticated: true, user: person.user, token: person.token }) }),
  };
  const entering = await page.addInitScript((stored: Record<string, string>) => {
    if (sessionStorage.getItem('prepared') !== null) return;
    sessionStorage.setItem('prepared', '1');
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  }, entries);
  await page.goto(path);
  await entering.dispose();
}

/** As a profile that was read before something changed: it does not tell which factors are too young to prove anything. */
export async function withoutYoung(page: Page): Promise<void> {
  await page.route('**/api/auth/profile', async (route) => {
    try {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: { young?: unknown } | null };
      if (answer.data !== null) delete answer.data.young;
      await route.fulfill({ response, json: answer });
    } catch {
      await route.abort().catch(() => undefined); // the page that asked was left
    }
  });
}

/** Everything the screen still waits for has arrived and is drawn: no skeleton, no spinner, nothing below. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('main').first()).toBeVisible();
  await expect(page.locator('.skel, .spinner, .below')).toHaveCount(0);
}

export const test = base.extend<{ complaints: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from the pattern
  baseURL: async ({}, use) => use(origin()),
  /** What the browser complained about; a test that expects complaints empties it. */
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      const said = (message: ConsoleMessage) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      };
      const thrown = (error: Error) => complaints.push(String(error));
      page.on('console', said).on('pageerror', thrown);
      await use(complaints);
      page.off('console', said).off('pageerror', thrown);
      expect(complaints, 'the browser complained').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

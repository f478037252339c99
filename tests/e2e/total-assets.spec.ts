// Nothing that a person owns is left out of a total, and what is not counted is named: running bots on the house's account and
// an account behind a key of the same exchange, together on home and apart on "mine"; then the key is removed.
import type { Page } from '@playwright/test';
import { fillKey, makeKey, maskOf, openAccount } from './key-page.ts';
import { type Account, api, createGrid, expect, openAs, register, settled, test } from './person.ts';

interface Held {
  readonly total_value: string;
  readonly accounts: readonly { readonly wire: string; readonly value: string | null }[];
}

const heldBy = async ({ token }: Account) => (await api<Held>('/api/user/asset?exchange=local', { token })).data;

async function worthOf(person: Account, wire: 'house' | 'key'): Promise<number> {
  const { accounts } = await heldBy(person);
  return Number(accounts.find((one) => one.wire === wire)?.value ?? 'NaN');
}

async function shownTotal(page: Page, path: string): Promise<number> {
  await page.goto(path);
  await settled(page);
  return Number((await page.locator('.hero').first().innerText()).replace(/[^\d.]/g, ''));
}

/** Prices move while a test looks: within a thousandth. */
function expectAbout(shown: number, want: number): void {
  expect(Math.abs(shown / want - 1), `${shown} is about ${want}`).toBeLessThan(0.001);
}

test('home adds up the house account with its running bots and the account behind a key, and names what it cannot read', async ({
  page,
  context,
  complaints,
}) => {
  const person = await register();
  const [first, second] = [await createGrid(person), await createGrid(person, 'ETH/USDT')];
  await openAs(page, person, '/');
  await settled(page);
  const house = await worthOf(person, 'house');
  expect(house).toBeGreaterThan(19_000);
  expectAbout(await shownTotal(page, '/'), house);

  const venue = await context.newPage();
  await openAccount(venue, person.account);
  const key = await makeKey(venue, person.account, ['read', 'spot', 'futures'], '127.0.0.1');
  await page.goto('/bind/local');
  await fillKey(page, key);
  await page.getByRole('button', { name: /^验证并/ }).click();
  await expect(page.getByText(maskOf(key))).toBeVisible();

  // The bots run on, with what they hold, where they were made.
  for (const id of [first, second]) {
    const { data } = await api<{ status: string }>(`/api/user/botDetail?id=${id}`, { token: person.token });
    expect(data.status).toBe('running');
  }
  const behindKey = await worthOf(person, 'key');
  expect(behindKey).toBeGreaterThan(1_000);
  const notCounted = page.getByText('未计入总额');
  const total = await shownTotal(page, '/');
  expectAbout(total, (await worthOf(person, 'house')) + behindKey);
  expectAbout(total, house + behindKey);
  await expect(notCounted).toHaveCount(0);
  const card = page.locator('section').filter({ hasText: '交易所资产' });
  await page.goto('/my');
  await expect(card).toContainText('自带的模拟账户');
  await expect(card).toContainText('密钥绑定的账户');

  const removed = await api('/api/user/api?exchange=local', { method: 'DELETE', token: person.token });
  expect(removed.code, removed.msg).toBe(1);
  expectAbout(await shownTotal(page, '/'), house);
  await expect(notCounted).toHaveText('未能读取,未计入总额:本地交易所的 1 个密钥账户');
  await page.goto('/my');
  await expect(card.getByText('1 个账户的密钥已移除或无效,无法读取,未计入总额')).toBeVisible();
  await card.getByRole('button', { name: '去绑定' }).click();
  await expect(page).toHaveURL('/bind/local');

  // An exchange that does not answer is named as a whole, and the rest is still told.
  const away = { code: 2015, show: 1, msg: '交易所维护或暂不可用', data: null };
  await page.route('**/api/user/asset?**', (route) => route.fulfill({ json: away }));
  await page.goto('/');
  await expect(notCounted).toHaveText('未能读取,未计入总额:本地交易所', { timeout: 30_000 });
  complaints.length = 0;
});

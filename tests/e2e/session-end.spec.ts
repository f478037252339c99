// How a session ends, and what stays: revoked elsewhere, expired in the middle of work, closed on the push connection, left
// in another tab; and what a broken way to the server looks like at the door.
import type { Page, Route } from '@playwright/test';
import { type Account, api, expect, openAs, register, settled, test } from './person.ts';

async function logInElsewhere(person: Account): Promise<string> {
  const body = { terminal: 1, account: person.account, password: person.password };
  const answer = await api<{ token: string }>('/api/login/account', { body });
  return answer.data.token;
}

const storedToken = (page: Page) =>
  page.evaluate(
    () => (JSON.parse(localStorage.getItem('session') ?? 'null') as { token?: string } | null)?.token ?? '',
  );

test('a session that another device ends is led out by itself, with its reason', async ({ page }) => {
  const person = await register();
  await openAs(page, person, '/setting', { theme: 'dark', language: 'en' });
  await settled(page);
  await page.evaluate(() => {
    for (const key of ['exchanges', 'botTypes', 'ref']) localStorage.setItem(key, '{}');
    sessionStorage.setItem('anything', '1');
  });
  const other = await logInElsewhere(person);
  const ended = await api<{ ended: number }>('/api/user/sessions?others=1', { method: 'DELETE', token: other });
  expect(ended.data.ended).toBe(1);
  await expect(page.getByText('Session is no longer valid, please log in again')).toBeVisible();
  await expect(page).toHaveURL('/setting');
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  // An update check that runs later notes again what it finds: nothing of it is about a person, so it may [1.19].
  const kept = await page.evaluate(() => Object.keys(localStorage).sort());
  expect(kept.filter((key) => key !== 'update')).toEqual(['onboarding', 'theme']);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('heading', { name: 'Log in to Cormorant' })).toBeVisible();
});

test('a log-out is no news when the push connection hears of it before the answer comes', async ({ page }) => {
  const person = await register();
  const over = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => String(payload).includes('2003') && resolve()),
    );
  });
  await page.route('**/api/login/logout', async (route) => {
    const response = await route.fetch();
    await over;
    await route.fulfill({ response });
  });
  await openAs(page, person, '/setting');
  await settled(page);
  await page.evaluate(() => localStorage.setItem('wallet', 'io.metamask'));
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
  // What belongs to the device stays, and the next login does not lead back to what was left.
  expect(await page.evaluate(() => localStorage.getItem('wallet'))).toBe('io.metamask');
  expect(await page.evaluate(() => (history.state as { usr?: unknown } | null)?.usr ?? null)).toBeNull();
});

test('a token that expires in the middle of work says so, stays 1.5 s, and leads back after logging in', async ({
  page,
}) => {
  const person = await register();
  await openAs(page, person, '/strategy');
  await settled(page);
  await page.route('**/api/user/**', (route) =>
    route.fulfill({ json: { code: 1006, show: 1, msg: '登录已过期,请重新登录', data: null } }),
  );
  await page.locator('nav.tabbar').getByText('我的').click();
  await expect(page.getByText('登录已过期,请重新登录')).toBeVisible();
  const saidAt = Date.now();
  await expect(page).toHaveURL('/my');
  expect(await storedToken(page)).toBe('');
  await expect(page).toHaveURL('/login');
  expect(Date.now() - saidAt).toBeGreaterThan(1_000);
  await page.unroute('**/api/user/**');
  await fillForm(page, person);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL('/my');
});

test('a session that ends over a half-filled editor keeps what was typed for its person', async ({ page }) => {
  const person = await register();
  await openAs(page, person, '/strategy/martin/local/grid-spot?symbol=ETH%2FUSDT');
  await settled(page);
  await page.getByRole('textbox', { name: '投资金额' }).fill('4321');
  const refuse = (route: Route) =>
    route.fulfill({ json: { code: 1006, show: 1, msg: '登录已过期,请重新登录', data: null } });
  await page.route('**/api/user/botCreate', refuse);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByRole('checkbox', { name: '我了解可能损失全部投入' }).check();
  await page.getByRole('button', { name: '确认保存' }).click();
  await expect(page.getByRole('main').getByText('登录已过期,请重新登录')).toBeVisible();
  await expect(page).toHaveURL('/login');
  await page.unroute('**/api/user/botCreate', refuse);
  await fillForm(page, person);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL('/strategy/martin/local/grid-spot?symbol=ETH%2FUSDT');
  await expect(page.getByText('已恢复上次未保存的参数')).toBeVisible();
  await expect(page.getByRole('textbox', { name: '投资金额' })).toHaveValue(/^4,?321$/);
});

test('an HTTP 401 clears the session and leads to the login page after a second', async ({ page, complaints }) => {
  await openAs(page, await register(), '/strategy');
  await settled(page);
  await page.route('**/api/user/**', (route) =>
    route.fulfill({ status: 401, json: { code: 102, show: 1, msg: 'x', data: null } }),
  );
  await page.locator('nav.tabbar').getByText('我的').click();
  await expect(page.getByText('未授权访问')).toBeVisible();
  await expect(page).toHaveURL('/login');
  expect(await storedToken(page)).toBe('');
  complaints.length = 0;
});

test('a log-out in one tab is a log-out in the other, and theme and language stay', async ({ page, context }) => {
  const person = await register();
  await openAs(page, person, '/setting', { theme: 'dark', language: 'en' });
  await settled(page);
  const other = await context.newPage();
  await other.goto('/my');
  await settled(other);
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
  await expect(other).toHaveURL('/login');
  for (const tab of [page, other]) {
    await expect(tab.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(tab.getByRole('heading', { name: 'Log in to Cormorant' })).toBeVisible();
  }
  expect((await api('/api/auth/profile', { token: person.token })).code).toBe(2003);
});

test('a start without a network keeps the person signed in with what is kept', async ({ page, complaints }) => {
  const person = await register();
  await page.route('**/api/auth/profile', (route) => route.abort('internetdisconnected'));
  await openAs(page, person, '/my');
  await expect(page.getByText(person.user.uid)).toBeVisible();
  await page.waitForTimeout(2_000);
  await expect(page).toHaveURL('/my');
  expect(await storedToken(page)).toBe(person.token);
  complaints.length = 0;
});

async function fillLogin(page: Page, person: Account): Promise<void> {
  await openAs(page, null, '/login');
  await fillForm(page, person);
}

async function fillForm(page: Page, person: Account): Promise<void> {
  await page.getByLabel('账号或邮箱').fill(person.account);
  await page.getByLabel('密码', { exact: true }).fill(person.password);
  await page.getByRole('checkbox', { name: '我已阅读并同意' }).check();
}

test('logging in offline says so and can be tried again at once', async ({ page, context, complaints }) => {
  const person = await register();
  await fillLogin(page, person);
  await context.setOffline(true);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: '网络连接失败,请检查网络' })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL('/');
  complaints.length = 0;
});

test('an answer that does not come within 15 s says so', async ({ page }) => {
  const person = await register();
  await fillLogin(page, person);
  await page.route('**/api/login/account', () => undefined);
  const askedAt = Date.now();
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: '请求超时,请稍后重试' })).toBeVisible({ timeout: 20_000 });
  expect(Date.now() - askedAt).toBeGreaterThanOrEqual(14_500);
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeEnabled();
});

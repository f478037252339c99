// Loading, failing and ageing: each block fails alone with its own retry, nothing jumps when figures arrive, and a list
// that could not be renewed stays, greyed and dated.
import { expectRunning } from './every-editor.ts';
import { createGrid, expect, openAs, register, settled, test } from './person.ts';

const refused = { status: 503, contentType: 'application/json', body: '{"code":9002,"show":1,"msg":"x","data":null}' };

test('a block that fails says so alone, and comes back by its own retry', async ({ page, complaints }) => {
  await page.route('**/api/user/botList*', (route) => route.fulfill(refused));
  await page.route('**/api/market/symbols*', (route) => route.fulfill(refused));
  await openAs(page, await register(), '/');
  await expect(page.getByText('服务暂时不可用').first()).toBeVisible();
  await expect(page.locator('.hero')).toContainText('20,000');
  const failed = page.getByRole('alert').filter({ hasText: '服务暂时不可用' });
  await expect(failed).toHaveCount(2);
  await page.unroute('**/api/market/symbols*');
  await failed.last().getByRole('button', { name: '重试' }).click();
  await expect(page.getByText('BTC/USDT').first()).toBeVisible();
  await expect(failed).toHaveCount(1);
  await page.unroute('**/api/user/botList*');
  await failed.getByRole('button', { name: '重试' }).click();
  await expect(page.getByText('还没有策略')).toBeVisible();
  complaints.length = 0;
});

test('a list that cannot be renewed stays, greyed and dated', async ({ page, complaints }) => {
  const person = await register();
  await createGrid(person);
  await openAs(page, person, '/simulation');
  await settled(page);
  // Refused until the button is pressed: the list is also asked for by itself, and would be renewed before.
  await page.evaluate(() => {
    document.addEventListener('click', () => Object.assign(window, { pressed: true }), { capture: true, once: true });
  });
  await page.route('**/api/user/botList*', async (route) => {
    if (await page.evaluate(() => 'pressed' in window)) await route.continue();
    else await route.fulfill(refused);
  });
  await createGrid(person, 'ETH/USDT');
  await expect(page.getByText(/数据可能已过期/)).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('.stale')).toContainText('BTC/USDT');
  await page.getByRole('button', { name: '刷新' }).click();
  await expect(page.getByText(/数据可能已过期/)).toBeHidden();
  await expect(page.getByText('ETH/USDT')).toBeVisible();
  complaints.length = 0;
});

test('nothing jumps while the home screen fills', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  const person = await register();
  await createGrid(person);
  // It stands before the page opens: its first orders are no part of filling a page.
  await expectRunning(person, {}, /^holding$/);
  await openAs(page, person, '/');
  await settled(page);
  await page.waitForFunction(() => document.querySelectorAll('a.row .spark path').length > 0);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.1);
});

test('a path inside a screen that breaks leaves the app alive', async ({ page, complaints }) => {
  await openAs(page, await register(), '/');
  await settled(page);
  await page.route('**/assets/rank-*.js', (route) => route.abort());
  await page.locator('nav.tabbar').getByText('排行').click();
  await expect(page.getByText('页面出错了')).toBeVisible();
  await page.locator('nav.tabbar').getByText('我的').click();
  await expect(page.getByText('交易所资产')).toBeVisible();
  complaints.length = 0;
});

// The help centre: found by words, read, from one article to the next without loading the app anew, and back; open to who
// is signed out; what cannot be had is said.
import { expect, openAs, register, settled, test } from './person.ts';

test('an article is found by its words, leads to another inside the app, and back to what was found', async ({
  page,
}) => {
  await openAs(page, await register(), '/my');
  await settled(page);
  await page.evaluate(() => Object.assign(window, { sameApp: true }));
  await page.getByRole('link', { name: '帮助中心' }).click();
  await expect(page).toHaveURL('/help/list');
  const categories = ['新手', '密钥', '策略', '资产', '团队', '安全', '错误与原因'];
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(categories);
  const rows = page.locator('.help__list a');
  const all = await rows.count();
  const search = page.getByLabel('搜索文章');
  await search.fill('没有这样的文章');
  await expect(page.getByText('没有找到相关文章')).toBeVisible();
  await page.getByRole('button', { name: '显示全部' }).click();
  await expect(rows).toHaveCount(all);
  await search.fill('暂停 为什么');
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['错误与原因']);
  await rows.click();
  await expect(page).toHaveURL('/help/detail/pause-reasons');
  const title = page.locator('article h2');
  await expect(title).toHaveText('策略为什么暂停');

  await page.locator('article a[href="/help/detail/panic-stop"]').first().click();
  await expect(page).toHaveURL('/help/detail/panic-stop');
  await expect(title).toHaveText('紧急停止');
  await expect(page.locator('article table')).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(title).toHaveText('策略为什么暂停');
  await page.getByRole('button', { name: '返回' }).click();
  await expect(page).toHaveURL('/help/list');
  await expect(search).toHaveValue('暂停 为什么');
  await expect(rows).toHaveCount(1);
  expect(await page.evaluate(() => 'sameApp' in window)).toBe(true);
});

test('who is signed out reads it as well, in the language of the screen, by an address that was sent', async ({
  page,
}) => {
  await openAs(page, null, '/help/detail/order-errors', { language: 'en' });
  await settled(page);
  await expect(page).toHaveURL('/help/detail/order-errors');
  await expect(page.locator('article h2')).toHaveText('Order errors (30xx)');
  expect(await page.locator('main').innerText()).not.toMatch(/[\u4e00-\u9fff]/);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/help/list');
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Getting started');
  expect(await page.locator('main').innerText()).not.toMatch(/[\u4e00-\u9fff]/);
});

test('an article that does not exist leads to those that do', async ({ page }) => {
  await openAs(page, null, '/help/detail/no-such-article');
  await expect(page.getByText('没有这篇文章')).toBeVisible();
  await page.getByRole('button', { name: '全部文章' }).click();
  await expect(page).toHaveURL('/help/list');
  await expect(page.locator('.help__list a').first()).toBeVisible();
});

for (const [what, path, call] of [
  ['a list', '/help/list', '**/api/help/lists'],
  ['an article', '/help/detail/first-steps', '**/api/help/detail*'],
] as const)
  test(`${what} that cannot be had says so and comes by its retry`, async ({ page, complaints }) => {
    await page.route(call, (route) => route.fulfill({ status: 502, body: '' }));
    await openAs(page, null, path);
    await expect(page.getByText('服务暂时不可用')).toBeVisible();
    await page.unroute(call);
    await page.getByRole('button', { name: '重试' }).click();
    await expect(page.getByText('新手上路')).toBeVisible();
    complaints.length = 0;
  });

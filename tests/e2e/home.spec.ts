// The home screen's banners and tips: in the reader's language, turned by hand, leading into the app, and failing alone.
import { expect, openAs, register, settled, test } from './person.ts';

const refused = { status: 503, contentType: 'application/json', body: '{"code":9002,"show":1,"msg":"x","data":null}' };

test('banners are turned by the reader alone, and lead into the app', async ({ page }) => {
  await openAs(page, await register(), '/');
  await settled(page);
  const banners = page.getByRole('region', { name: '推荐' });
  const first = banners.getByRole('link', { name: '先模拟,再实盘' });
  const second = banners.getByRole('link', { name: '创建一个网格机器人' });
  // Below the asset card a phone shows the half of it.
  await first.scrollIntoViewIfNeeded();
  await expect(first).toBeInViewport();
  await expect(banners.locator('img').first()).toHaveJSProperty('complete', true);
  expect(
    await banners
      .locator('img')
      .first()
      .evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBe(1280);
  const dots = banners.locator('.banners__dots i');
  await banners.locator('.banners__track').evaluate((track) => track.scrollBy({ left: track.clientWidth }));
  await expect(second).toBeInViewport({ ratio: 0.9 });
  await expect(dots.nth(1)).toHaveAttribute('data-on', 'true');
  await banners.getByRole('button', { name: '上一张' }).press('Enter');
  await expect(first).toBeInViewport({ ratio: 0.9 });
  await banners.getByRole('button', { name: '下一张' }).press('Enter');
  await expect(second).toBeInViewport({ ratio: 0.9 });
  await banners.getByRole('button', { name: '上一张' }).press('Enter');
  await expect(first).toBeInViewport({ ratio: 0.9 });
  await banners.getByRole('button', { name: '下一张' }).press('Enter');
  await expect(second).toBeInViewport({ ratio: 0.9 });
  await expect(banners.locator('i[data-on="true"]')).toHaveCount(1);
  await second.click();
  await expect(page).toHaveURL(/\/strategy\/martin$/);
});

test('a finger turns the banners', async ({ page }) => {
  await openAs(page, await register(), '/');
  await settled(page);
  const track = page.locator('.banners__track');
  // Clear of the tab bar: a finger that comes down on the bar swipes nothing.
  await track.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const { x, y, width, height } = (await track.boundingBox()) as {
    x: number;
    y: number;
    width: number;
    height: number;
  };
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at === undefined ? [] : [{ x: x + width * at, y: y + height / 2 }],
    });
  await touch('touchStart', 0.9);
  for (let at = 0.85; at > 0.15; at -= 0.05) await touch('touchMove', at);
  await touch('touchEnd');
  await expect(page.locator('.banners__dots i').nth(1)).toHaveAttribute('data-on', 'true');
  await expect(page.getByRole('link', { name: '创建一个网格机器人' })).toBeInViewport({ ratio: 0.9 });
  await expect(page).toHaveURL('/');
});

test('a tip leads to its page, in the language of the screen', async ({ page }) => {
  await openAs(page, await register(), '/', { language: 'en' });
  await settled(page);
  const tip = page.locator('a.marquee');
  await expect(tip).toHaveText('Market and money of the local exchange are simulated');
  expect((await tip.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await tip.click();
  await expect(page).toHaveURL(/\/about\/about$/);
});

test('banners and tips fail alone, in their own places, and come back by a tap', async ({ page, complaints }) => {
  await page.route('**/api/index/banners*', (route) => route.fulfill(refused));
  await page.route('**/api/index/tips*', (route) => route.fulfill(refused));
  await openAs(page, await register(), '/');
  await expect(page.getByText('提示加载失败')).toBeVisible({ timeout: 15_000 });
  const failed = page.getByRole('alert').filter({ hasText: '服务暂时不可用' });
  await expect(failed).toHaveCount(1, { timeout: 15_000 });
  await expect(page.locator('.hero')).toContainText('20,000');
  expect((await page.locator('.banners__failed').boundingBox())?.height).toBe(104);
  await page.unroute('**/api/index/banners*');
  await page.unroute('**/api/index/tips*');
  await page.getByText('提示加载失败').click();
  await expect(page.locator('a.marquee')).toContainText('本地交易所');
  await failed.getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('link', { name: '先模拟,再实盘' })).toBeVisible();
  complaints.length = 0;
});

// The home screen's blocks: banners and tips in the reader's language, the bars of thirty days, the invitation to bind an
// exchange; each leads into the app and fails alone.
import { amend, withDays } from './money.ts';
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

test('the last thirty days stand as bars that lead to the bill', async ({ page }) => {
  await withDays(page);
  await openAs(page, await register(), '/', { language: 'en' });
  const bars = page.getByRole('link', { name: /^Realised each day, 30 days.*07-06 – 08-04.*18 days up, 7 days down/ });
  await expect(bars).toContainText('07-06 – 08-04');
  await expect(bars.locator('.monthbars__day')).toHaveCount(30);
  const today = bars.locator('.monthbars__day--today > i');
  await expect(today).toHaveClass('up');
  const zero = await bars.locator('.monthbars__zero').boundingBox();
  for (const [way, wanted] of [
    ['up', true],
    ['down', false],
  ] as const) {
    const drawn = bars.locator(`i.${way}`);
    await expect(drawn).toHaveCount(wanted ? 18 : 7);
    for (const one of await drawn.all()) {
      const box = (await one.boundingBox())!;
      expect(box.height).toBeGreaterThan(1);
      expect(wanted ? box.y + box.height : zero!.y).toBeLessThanOrEqual((wanted ? zero!.y : box.y) + 1);
    }
  }
  await bars.click();
  await expect(page).toHaveURL(/\/strategy\/bill\/all$/);
});

test('without results the bars say so in their own box, and fail alone', async ({ page, complaints }) => {
  const box = page.locator('.monthbars');
  const person = await register();
  await openAs(page, person, '/');
  await expect(box).toHaveText('近30日还没有已实现收益');
  expect((await box.boundingBox())?.height).toBe(66);
  await page.route('**/api/user/billGroup**', (route) => route.fulfill(refused));
  await page.reload();
  await expect(box.getByRole('alert')).toContainText('服务暂时不可用', { timeout: 15_000 });
  expect((await box.boundingBox())?.height).toBe(66);
  await expect(page.locator('.hero')).toContainText('20,000');
  await page.unroute('**/api/user/billGroup**');
  await box.getByRole('button', { name: '重试' }).click();
  await expect(box).toHaveText('近30日还没有已实现收益');
  complaints.length = 0;
});

test('whoever has bound no exchange is invited to, until one is bound', async ({ page }) => {
  const person = await register();
  await openAs(page, person, '/');
  const card = page.getByRole('region', { name: '绑定交易所' });
  await card.getByRole('button', { name: '去绑定' }).click();
  await expect(page).toHaveURL(/\/bind$/);
  await amend(page, '**/api/user/index', (data) => {
    for (const place of data['exchanges'] as { code: string; bound: number }[])
      if (place.code === 'okx') place.bound = 1;
  });
  await page.goto('/');
  await settled(page);
  await expect(page.locator('.hero')).toContainText('20,000');
  await expect(card).toHaveCount(0);
});

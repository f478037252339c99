// About and the legal texts: eight pages behind their tabs, each with its title, version and date.
import { expect, openAs, register, settled, test } from './person.ts';

const pages = {
  about: '关于我们',
  contact: '联系我们',
  fees: '费用说明',
  security: '安全说明',
  terms: '服务条款',
  privacy: '隐私政策',
  disclaimer: '免责声明',
  risk: '风险揭示',
} as const;

test('every page stands behind its tab, in both languages', async ({ page }) => {
  await openAs(page, await register(), '/about');
  await expect(page).toHaveURL('/about/about');
  const titles = new Set<string>();
  for (const [type, name] of Object.entries(pages)) {
    await page.getByRole('tab', { name }).click();
    await expect(page).toHaveURL(`/about/${type}`);
    await settled(page);
    await expect(page.getByRole('tab', { name })).toBeInViewport({ ratio: 0.98 });
    titles.add(await page.locator('article h2').innerText());
    await expect(page.locator('article')).toContainText(/版本 \d+/);
    await expect(page.locator('article')).toContainText(/20\d\d-\d\d-\d\d/);
    expect((await page.locator('.prose').innerText()).length).toBeGreaterThan(60);
  }
  expect(titles.size).toBe(8);
  await page.evaluate(() => localStorage.setItem('theme', JSON.stringify({ language: 'en' })));
  for (const type of Object.keys(pages)) {
    await page.goto(`/about/${type}`);
    await settled(page);
    await expect(page.locator('article h2')).toBeVisible();
    // The name of the product is the one Chinese word that may stand in an English text.
    expect((await page.locator('main').innerText()).replaceAll('鱼鹰', '')).not.toMatch(/[\u4e00-\u9fff]/);
  }
});

test('an unknown page leads to about', async ({ page }) => {
  await openAs(page, await register(), '/about/nothing');
  await expect(page).toHaveURL('/about/about');
});

test('the tabs stand at the left where there is room', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openAs(page, await register(), '/about/terms');
  await settled(page);
  const [first, last, text] = await Promise.all([
    page.getByRole('tab').first().boundingBox(),
    page.getByRole('tab').last().boundingBox(),
    page.locator('article').boundingBox(),
  ]);
  expect(last?.x).toBe(first?.x);
  expect(last?.y).toBeGreaterThan(first?.y ?? 0);
  expect(text?.x).toBeGreaterThan((first?.x ?? 0) + 100);
});

test('a text that cannot be had says so and comes by its retry', async ({ page, complaints }) => {
  await page.route('**/api/index/privacy*', (route) => route.fulfill({ status: 502, body: '' }));
  await openAs(page, await register(), '/about/risk');
  await expect(page.getByText('服务暂时不可用')).toBeVisible();
  await page.unroute('**/api/index/privacy*');
  await page.getByRole('button', { name: '重试' }).click();
  await expect(page.locator('article h2')).toContainText('风险揭示');
  complaints.length = 0;
});

// Updates in the browser: the file that the build wrote, the prompt and its silences, a forced one, and the settings'
// block. A newer version is pretended by answering for the file.
import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, openAs, register, settled, test } from './person.ts';

const address = '**/updates/update.json';
const newer = {
  version: '9.1.0',
  download_url: '/index.html',
  checksum: '0'.repeat(64),
  update_log: { zh: '- 图表更快\n- 修复若干问题', en: '- Faster charts\n- Fixes' },
  force_update: false,
  platform_support: ['web'],
};

async function answer(page: Page, file: object): Promise<void> {
  await page.unroute(address);
  await page.route(address, (route) => route.fulfill({ json: file }));
}

/** Moves the times of the stored entry back, as if so much had passed, and starts the app again. */
async function later(page: Page, ms: number): Promise<void> {
  await page.evaluate((passed) => {
    const entry = JSON.parse(localStorage.getItem('update') ?? '{}');
    entry.lastPromptTime -= passed;
    entry.lastCheckTime = 0;
    localStorage.setItem('update', JSON.stringify(entry));
  }, ms);
  const asked = page.waitForResponse(address);
  await page.reload();
  await asked;
  await page.waitForTimeout(300);
}

const prompt = (page: Page) => page.getByRole('dialog', { name: '发现新版本 9.1.0' });

test('the build writes the file: its version, its checksum, never cached', async ({ request }) => {
  const file = await request.get('/updates/update.json');
  expect(file.headers()['cache-control']).toBe('no-store');
  const page = await (await request.get('/')).body();
  expect(await file.json()).toMatchObject({
    version: '1.0.9',
    checksum: createHash('sha256').update(page).digest('hex'),
    force_update: false,
    platform_support: ['web'],
  });
  const missing = await request.get('/updates/nothing.json');
  expect([missing.status(), (await missing.json()).code]).toEqual([404, 8005]);
});

test('asks once, and an answer of Later is silent for an hour', async ({ page }) => {
  await answer(page, newer);
  await openAs(page, await register(), '/');
  await expect(prompt(page)).toContainText('图表更快');
  await prompt(page).getByRole('button', { name: '稍后' }).click();
  await expect(prompt(page)).toBeHidden();
  await later(page, 59 * 60_000);
  await expect(prompt(page)).toBeHidden();
  await later(page, 60_000);
  await expect(prompt(page)).toBeVisible();
});

test('asks not again within 5 minutes of the last time', async ({ page }) => {
  await answer(page, newer);
  await openAs(page, await register(), '/');
  await expect(prompt(page)).toBeVisible();
  await later(page, 4 * 60_000);
  await expect(prompt(page)).toBeHidden();
  await later(page, 60_000);
  await expect(prompt(page)).toBeVisible();
});

test('asks nothing when the file is for other platforms, not newer, or not there', async ({ page, complaints }) => {
  await answer(page, { ...newer, platform_support: ['ios', 'android'] });
  const checked = page.waitForResponse(address);
  await openAs(page, await register(), '/');
  await checked;
  await answer(page, { ...newer, version: '1.0.9' });
  await later(page, 0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.unroute(address);
  await page.route(address, (route) => route.fulfill({ status: 404, body: '' }));
  await later(page, 0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('.toast')).toHaveCount(0);
  complaints.length = 0;
});

test('Update leads to the settings, where a reload makes it; one that brings nothing new is said', async ({ page }) => {
  await answer(page, newer);
  await openAs(page, await register(), '/');
  await prompt(page).getByRole('button', { name: '立即更新' }).click();
  await expect(page).toHaveURL('/setting#update');
  await expect(prompt(page)).toBeHidden();
  const block = page.getByRole('region', { name: '版本' });
  await expect(block).toBeInViewport();
  await expect(block).toContainText('发现新版本 9.1.0');
  await expect(block.getByRole('listitem')).toHaveText(['图表更快', '修复若干问题']);
  const reloaded = page.waitForEvent('load');
  await block.getByRole('button', { name: '刷新并更新' }).click();
  await reloaded;
  await expect(block).toContainText('自动重启失败,请手动关闭并重新打开应用');
});

test('a forced one leaves no way but the settings', async ({ page }) => {
  await answer(page, { ...newer, force_update: true });
  await openAs(page, await register(), '/rank');
  await expect(prompt(page)).toBeVisible();
  await expect(prompt(page).getByRole('button')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.mouse.click(10, 10);
  await page.waitForTimeout(400);
  await expect(prompt(page)).toBeVisible();
  await prompt(page).getByRole('button', { name: '立即更新' }).click();
  await expect(page).toHaveURL('/setting#update');
  await expect(prompt(page)).toBeHidden();
  await page.getByRole('link', { name: '语言' }).click();
  await expect(prompt(page)).toBeVisible();
  await page.goto('/my');
  await expect(prompt(page)).toBeVisible();
  await answer(page, { ...newer, force_update: false });
  await later(page, 0);
  await page.goto('/my');
  await settled(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a forced one reloads for a signed-out person', async ({ page }) => {
  await answer(page, { ...newer, force_update: true });
  await openAs(page, null, '/login');
  const reloaded = page.waitForEvent('load');
  await prompt(page).getByRole('button', { name: '立即更新' }).click();
  await reloaded;
  await expect(page).toHaveURL('/login');
});

test('a check that is asked for says what it found', async ({ page, complaints }) => {
  await openAs(page, await register(), '/setting');
  const check = page.getByRole('button', { name: '检查更新' });
  await check.click();
  await expect(check).toContainText('已是最新版本');
  await page.route(address, (route) => route.fulfill({ status: 404, body: '' }));
  await check.click();
  await expect(page.getByText('没有可用的更新包')).toBeVisible();
  await expect(check).not.toContainText('已是最新版本');
  await answer(page, newer);
  await check.click();
  await expect(page.getByText('发现新版本 9.1.0')).toBeVisible();
  await expect(page.getByText('没有可用的更新包')).toBeHidden();
  await page.waitForTimeout(2_500);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  complaints.length = 0;
});

test('the first start of a new version says so', async ({ page }) => {
  await page.addInitScript(() => {
    if (localStorage.getItem('update') === null)
      localStorage.setItem('update', JSON.stringify({ currentVersion: '1.0.8', available: true, info: null }));
  });
  await openAs(page, await register(), '/');
  await expect(page.getByText('更新成功,当前版本 1.0.9')).toBeVisible();
  await page.reload();
  await page.waitForTimeout(3_000);
  await expect(page.getByText('更新成功')).toBeHidden();
});

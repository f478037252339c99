// Language: it holds at once, reaches the server's words and the person's profile, and survives a log-out.
import type { Page } from '@playwright/test';
import { api, expect, openAs, register, settled, test } from './person.ts';

/** In which languages something was asked for. */
function languagesOf(page: Page, path: string): string[] {
  const languages: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) languages.push(request.headers()['x-lang'] ?? '');
  });
  return languages;
}

const choose = async (page: Page, name: string) => {
  await page.getByRole('radio', { name }).click();
  await expect(page.getByRole('radio', { name })).toBeChecked();
};

test('a choice holds at once, asks for the categories anew and tells the server', async ({ page }) => {
  const person = await register();
  const asked = languagesOf(page, '/api/market/botTypes');
  await openAs(page, person, '/');
  await settled(page);
  expect(asked).toEqual(['zh']);
  await page.locator('nav.tabbar').getByText('我的').click();
  await page.getByRole('link', { name: /^语言/ }).click();
  const told = page.waitForRequest('**/api/user/setInfo');
  await choose(page, 'English');
  expect((await told).postDataJSON()).toEqual({ field: 'lang', value: 'en' });
  await expect(page.getByRole('heading', { name: 'Language' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.locator('.toast')).toHaveCount(0);
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('theme') ?? '{}').language)).toBe('en');
  await page.goto('/');
  await settled(page);
  await expect(page.getByText('Spot grid').first()).toBeVisible();
  expect(asked).toEqual(['zh', 'en']);
  await page.goto('/lang');
  await choose(page, '简体中文');
  await page.goto('/');
  await settled(page);
  await expect(page.getByText('现货网格').first()).toBeVisible();
  expect(asked).toEqual(['zh', 'en', 'zh']);
});

test('the categories are asked for anew without a reload as well', async ({ page }) => {
  const asked = languagesOf(page, '/api/market/botTypes');
  await openAs(page, await register(), '/');
  await settled(page);
  for (const [name, tab] of [
    ['English', 'Home'],
    ['简体中文', '首页'],
  ] as const) {
    await page.locator('nav.tabbar a').last().click();
    await page.locator('a[href="/lang"]').click();
    await choose(page, name);
    await page.goBack();
    await page.locator('nav.tabbar').getByText(tab).click();
    await settled(page);
  }
  await expect.poll(() => asked).toEqual(['zh', 'en', 'zh']);
});

test('a server that cannot be told changes nothing and says nothing', async ({ page, complaints }) => {
  await page.route('**/api/user/setInfo', (route) => route.fulfill({ status: 503, body: '' }));
  await openAs(page, await register(), '/lang');
  const answered = page.waitForResponse('**/api/user/setInfo');
  await choose(page, 'English');
  await answered;
  await page.waitForTimeout(300);
  await expect(page.locator('.toast')).toHaveCount(0);
  await expect(page.getByRole('radio', { name: 'English' })).toBeChecked();
  complaints.length = 0;
});

test('is kept after a log-out, and what another device chose is not forced on this one', async ({ page }) => {
  const person = await register();
  const body = { field: 'lang', value: 'en' };
  expect((await api('/api/user/setInfo', { body, token: person.token })).code).toBe(1);
  await openAs(page, person, '/setting');
  await expect(page.getByRole('link', { name: '语言' })).toContainText('简体中文');
  await page.goto('/lang');
  await choose(page, 'English');
  await page.goto('/setting');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

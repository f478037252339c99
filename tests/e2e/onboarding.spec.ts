// The welcome of the native shell, seen through a bridge that pretends to be one; on the web there is none.
import type { Page } from '@playwright/test';
import { expect, freshName, openAs, password, register, test } from './person.ts';

async function inShell(page: Page, platform: 'ios' | 'android'): Promise<void> {
  await page.addInitScript((name) => {
    Object.assign(window, { Capacitor: { isNativePlatform: () => true, getPlatform: () => name } });
  }, platform);
}

const completed = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('onboarding') ?? 'null') as { completed?: number })?.completed);

test('the web has no welcome: it counts as seen from the start', async ({ page }) => {
  await openAs(page, null, '/onboarding');
  await expect(page).toHaveURL('/login');
  expect(await completed(page)).toBe(1);
});

test('the native shell leads to the welcome first, by every path; the last page starts', async ({ page }) => {
  await inShell(page, 'android');
  await openAs(page, null, '/my');
  await expect(page).toHaveURL('/onboarding');
  for (const path of ['/', '/nowhere', '/strategy']) {
    await page.goto(path);
    await expect(page).toHaveURL('/onboarding');
  }
  await expect(page.getByRole('heading', { name: '自动执行您的策略' })).toBeInViewport();
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByRole('heading', { name: '先模拟,再实盘' })).toBeInViewport();
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByRole('heading', { name: '密钥不含提现权限,资金始终在您的交易所' })).toBeInViewport();
  await expect(page.getByText(/数字资产与合约交易风险极高/)).toBeInViewport();
  await expect(page.getByRole('button', { name: '跳过' })).toBeHidden();
  await page.getByRole('button', { name: '立即体验' }).click();
  await expect(page).toHaveURL('/login');
  expect(await completed(page)).toBe(1);
  await page.goto('/my');
  await expect(page).toHaveURL('/login');
});

test('it can be swiped and skipped, and leads on to where the person was going', async ({ page }) => {
  await inShell(page, 'ios');
  await openAs(page, null, '/setting', { language: 'en' });
  await expect(page).toHaveURL('/onboarding');
  const track = page.getByRole('region', { name: 'Welcome pages' });
  await track.evaluate((element) => element.scrollTo({ left: element.clientWidth, behavior: 'instant' }));
  await expect(page.locator('.dots > i').nth(1)).toHaveAttribute('data-on', 'true');
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(page).toHaveURL('/login');
  const person = await register();
  const sent = page.waitForRequest('**/api/login/account');
  await page.getByLabel('Account or email').fill(person.account);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('checkbox', { name: 'I have read and agree' }).check();
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  expect((await sent).postDataJSON()).toMatchObject({ terminal: 2 });
  await expect(page).toHaveURL('/setting');
});

test('without motion for those who asked for none', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await inShell(page, 'ios');
  await openAs(page, null, '/onboarding');
  await expect(page.locator('.onboarding__track')).toHaveCSS('scroll-behavior', 'auto');
});

test('a session that ends in the shell does not bring the welcome back, and Android registers as Android', async ({
  page,
}) => {
  await inShell(page, 'android');
  await openAs(page, null, '/onboarding');
  await page.getByRole('button', { name: '跳过' }).click();
  await page.getByRole('link', { name: '注册' }).click();
  const sent = page.waitForRequest('**/api/login/register');
  await page.getByLabel('账号', { exact: true }).fill(freshName());
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByLabel('确认密码').fill(password);
  await page.getByRole('checkbox', { name: '我已阅读并同意' }).check();
  await page.getByRole('button', { name: '注册' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ terminal: 3 });
  await page.getByRole('dialog', { name: '3步开始' }).getByRole('button', { name: '先看看' }).click();
  await page.route('**/api/auth/profile', (route) =>
    route.fulfill({ json: { code: 2003, show: 1, msg: '登录状态无效,请重新登录', data: null } }),
  );
  await page.reload();
  await expect(page).toHaveURL('/login');
  expect(await completed(page)).toBe(1);
});

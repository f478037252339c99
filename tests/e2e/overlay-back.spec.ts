// Back on a phone closes what lies above the page, the topmost first, and nothing else: what was typed stays, and the
// history is as if nothing had lain there.
import type { Page } from '@playwright/test';
import { createGrid, expect, openAs, register, settled, test } from './person.ts';

const row = (page: Page, name: string) => page.locator('.row').filter({ hasText: name });
const overlays = (page: Page) => page.getByRole('dialog', { includeHidden: true });

/** On the registration page, come from the login page, with something typed and the terms open. */
async function readTerms(page: Page): Promise<void> {
  await openAs(page, null, '/login');
  await page.getByRole('link', { name: '注册' }).click();
  await expect(page.getByLabel('确认密码')).toBeVisible();
  await page.getByLabel('账号').fill('bird_of_the_sea');
  await page.getByRole('button', { name: '《服务条款》' }).click();
  await expect(page.getByRole('dialog', { name: '服务条款' })).toBeVisible();
}

async function expectTypedStays(page: Page): Promise<void> {
  await expect(overlays(page)).toHaveCount(0);
  await page.waitForTimeout(400);
  await expect(page).toHaveURL('/register');
  await expect(page.getByLabel('账号')).toHaveValue('bird_of_the_sea');
}

test('Back closes the terms above a half-filled form; the next Back leaves it', async ({ page }) => {
  await readTerms(page);
  await page.goBack();
  await expectTypedStays(page);
  await page.getByRole('button', { name: '《隐私政策》' }).click();
  await expect(page.getByRole('dialog', { name: '隐私政策' })).toBeVisible();
  await page.goBack();
  await expectTypedStays(page);
  await page.goBack();
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('账号或邮箱')).toBeVisible();
});

test('after a close by its button, Back leads where it led before, and Forward returns', async ({ page }) => {
  await readTerms(page);
  const entries = await page.evaluate(() => history.length);
  await page.getByRole('button', { name: '知道了' }).click();
  await expectTypedStays(page);
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await page.goBack();
  await expect(page.getByLabel('账号或邮箱')).toBeVisible();
  await page.goForward();
  await expect(page.getByLabel('确认密码')).toBeVisible();
});

for (const [speed, pauseMs] of [
  ['at once', 0],
  ['quickly', 8],
  ['in haste', 60],
] as const) {
  test(`a Back pressed twice ${speed} leaves address and screen in step`, async ({ page }) => {
    await openAs(page, null, '/about/about');
    await page.goto('/login');
    await page.getByRole('link', { name: '注册' }).click();
    await expect(page.getByLabel('确认密码')).toBeVisible();
    await page.getByLabel('账号').fill('bird_of_the_sea');
    await page.getByRole('link', { name: '登录' }).first().click();
    await page.getByRole('link', { name: '注册' }).click();
    await expect(page.getByLabel('确认密码')).toBeVisible();
    await page.getByLabel('账号').fill('bird_of_the_sea');
    await page.getByRole('button', { name: '《服务条款》' }).click();
    await expect(page.getByRole('dialog', { name: '服务条款' })).toBeVisible();
    await page.evaluate((ms) => {
      history.back();
      if (ms === 0) history.back();
      else setTimeout(() => history.back(), ms);
    }, pauseMs);
    await expect(overlays(page)).toHaveCount(0);
    await page.waitForTimeout(600);
    // The second may come before or after the first is taken back; it closes nothing, or leaves, and never halves it.
    if (page.url().endsWith('/register')) await expectTypedStays(page);
    else await expect(page.getByLabel('账号或邮箱')).toBeVisible();
    const before = page.url();
    await page.goBack();
    await expect(page).not.toHaveURL(before);
  });
}

test('Back closes one of two, the upper one first', async ({ page }) => {
  await page.route('**/api/login/account', (route) =>
    route.fulfill({ json: { code: 1009, show: 0, msg: '条款已更新', data: null } }),
  );
  await openAs(page, null, '/register');
  await page.getByRole('link', { name: '登录' }).first().click();
  await page.getByLabel('账号或邮箱').fill('bird_of_the_sea');
  await page.getByLabel('密码', { exact: true }).fill('harbour9pilot');
  await page.getByRole('checkbox', { name: '我已阅读并同意' }).check();
  await page.getByRole('button', { name: '登录', exact: true }).click();
  const changed = page.getByRole('dialog', { name: '条款已更新' });
  await changed.getByRole('button', { name: '《服务条款》' }).click();
  await expect(page.getByRole('dialog', { name: '服务条款' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog', { name: '服务条款' })).toBeHidden();
  await page.waitForTimeout(400);
  await expect(changed).toBeVisible();
  await page.goBack();
  await expect(overlays(page)).toHaveCount(0);
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('账号或邮箱')).toHaveValue('bird_of_the_sea');
});

test('Back closes the sheet of the nickname, and Forward with a sheet open stays too', async ({ page }) => {
  const person = await register();
  await openAs(page, person, '/my');
  await page.getByRole('link', { name: person.user.nickname }).click();
  await expect(page).toHaveURL('/my/profile');
  await row(page, '登录密码').click();
  await expect(page).toHaveURL('/my/password/login');
  await page.goBack();
  for (const step of ['goBack', 'goForward'] as const) {
    await row(page, '昵称').click();
    await page.getByRole('dialog', { name: '修改昵称' }).getByLabel('昵称').fill('潮汐');
    await page[step]();
    await expect(overlays(page)).toHaveCount(0);
    await page.waitForTimeout(400);
    await expect(page).toHaveURL('/my/profile');
    await expect(row(page, '昵称')).toBeVisible();
  }
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('登录密码');
});

test('Back closes the question how to stop a bot; a sheet that leads on is left and returned to', async ({ page }) => {
  const person = await register();
  const id = await createGrid(person);
  await openAs(page, person, '/strategy');
  await page.getByRole('article').getByRole('link').click();
  await expect(page).toHaveURL(`/strategy/detail/${id}`);
  // The list has a button of this name as well, and may still be drawn under the new address.
  await expect(page.getByRole('heading', { level: 1, name: `#${id}` })).toBeVisible();
  await page.getByRole('button', { name: '停止', exact: true }).click();
  await expect(page.getByRole('dialog', { name: /^停止/ })).toBeVisible();
  await page.goBack();
  await expect(overlays(page)).toHaveCount(0);
  await expect(page).toHaveURL(`/strategy/detail/${id}`);
  await expect(page.locator('.pill')).toHaveText('运行中');
  await page.getByRole('tab', { name: '参数' }).click();
  await page.getByRole('link', { name: '操作记录' }).click();
  await page.getByRole('radio', { name: '操作' }).click();
  await page.getByRole('button', { name: '创建' }).click();
  await page.getByRole('dialog', { name: '创建' }).getByRole('button', { name: '查看策略' }).click();
  await expect(page).toHaveURL(`/strategy/detail/${id}`);
  await settled(page);
  await expect(overlays(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(`/strategy/action/${id}`);
  await expect(page.getByRole('radio', { name: '操作' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`/strategy/detail/${id}`);
});

test('a session that ends under an open sheet leads out, and Back works there', async ({ page }) => {
  const person = await register();
  await openAs(page, person, '/my');
  await page.getByRole('link', { name: person.user.nickname }).click();
  await row(page, '昵称').click();
  const sheet = page.getByRole('dialog', { name: '修改昵称' });
  await sheet.getByLabel('昵称').fill('潮汐');
  await page.route('**/api/**', (route) =>
    route.fulfill({ json: { code: 1006, show: 1, msg: '登录已过期,请重新登录', data: null } }),
  );
  await sheet.getByRole('button', { name: '保存' }).click();
  await expect(page).toHaveURL('/login');
  await expect(overlays(page)).toHaveCount(0);
  await page.getByRole('link', { name: '注册' }).click();
  await expect(page).toHaveURL('/register');
  await page.goBack();
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('账号或邮箱')).toBeVisible();
});

test('Back does nothing to an update that must be made', async ({ page }) => {
  const forced = { version: '9.1.0', download_url: '/index.html', checksum: '0'.repeat(64), force_update: true };
  const file = { ...forced, update_log: { zh: '- 图表更快', en: '- Faster' }, platform_support: ['web'] };
  await openAs(page, await register(), '/setting');
  await page.route('**/updates/update.json', (route) => route.fulfill({ json: file }));
  await page.getByRole('button', { name: '检查更新' }).click();
  await expect(page.getByText('发现新版本 9.1.0')).toBeVisible();
  await page.getByRole('link', { name: '语言' }).click();
  const prompt = page.getByRole('dialog', { name: '发现新版本 9.1.0' });
  await expect(prompt).toBeVisible();
  const address = page.url();
  for (let press = 0; press < 3; press += 1) {
    await page.goBack();
    await page.waitForTimeout(400);
    expect(page.url()).toBe(address);
    await expect(prompt).toBeVisible();
  }
  await prompt.getByRole('button', { name: '立即更新' }).click();
  await expect(page).toHaveURL('/setting#update');
  await expect(overlays(page)).toHaveCount(0);
});

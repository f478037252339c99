// Settings: what is set is kept, devices can be signed out, and the fuel reminder takes only what it may.
import type { Page } from '@playwright/test';
import { type Account, api, expect, openAs, register, test } from './person.ts';

/** Signs the same person in on another device, past the screen. */
async function anotherDevice(person: Account, terminal: 1 | 2 | 3 = 2): Promise<string> {
  const body = { terminal, account: person.account, password: person.password };
  const answer = await api<{ token: string }>('/api/login/account', { body });
  expect(answer.code, answer.msg).toBe(1);
  return answer.data.token;
}

const codeOf = async (token: string) => (await api('/api/auth/profile', { token })).code;
const devices = (page: Page) => page.getByRole('list', { name: '登录设备' }).getByRole('listitem');

test('a device is signed out after one question, and its token is refused', async ({ page }) => {
  const person = await register();
  const elsewhere = await anotherDevice(person);
  await openAs(page, person, '/setting');
  await page.getByRole('link', { name: '登录设备' }).click();
  await expect(page).toHaveURL('/setting#devices');
  await expect(devices(page)).toHaveCount(2);
  const own = devices(page).filter({ hasText: '本机' });
  await expect(own).toHaveCount(1);
  await expect(own.getByRole('button')).toHaveCount(0);
  const other = devices(page).filter({ hasNotText: '本机' });
  await expect(other).toContainText('iOS');
  await expect(other).toContainText('127.0.0.1');
  await other.getByRole('button', { name: /^退出/ }).click();
  const question = page.getByRole('dialog', { name: '退出这台设备?' });
  await question.getByRole('button', { name: '取消' }).click();
  expect(await codeOf(elsewhere)).toBe(1);
  await other.getByRole('button', { name: /^退出/ }).click();
  await question.getByRole('button', { name: '退出' }).click();
  await expect(devices(page)).toHaveCount(1);
  await expect(page.getByText('没有其他设备登录')).toBeVisible();
  expect(await codeOf(elsewhere)).toBe(2003);
  expect(await codeOf(person.token)).toBe(1);
  await page.getByRole('button', { name: '返回' }).click();
  await expect(page).toHaveURL('/setting');
});

test('all other devices are signed out at once; one signed out elsewhere goes by itself', async ({ page }) => {
  const person = await register();
  const tokens = [await anotherDevice(person, 1), await anotherDevice(person, 2), await anotherDevice(person, 3)];
  await openAs(page, person, '/setting#devices');
  await expect(devices(page)).toHaveCount(4);
  await api('/api/login/logout', { method: 'POST', token: tokens[0] as string });
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await expect(devices(page)).toHaveCount(3, { timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  await page.getByRole('button', { name: '退出其他所有设备' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出' }).click();
  await expect(devices(page)).toHaveCount(1);
  expect(await Promise.all(tokens.map(codeOf))).toEqual([2003, 2003, 2003]);
  expect(await codeOf(person.token)).toBe(1);
});

test('a list of devices that cannot be had says so and comes by its retry', async ({ page, complaints }) => {
  await page.route('**/api/user/sessions', (route) => route.fulfill({ status: 503, body: '' }));
  await openAs(page, await register(), '/setting#devices');
  await expect(page.getByText('服务暂时不可用')).toBeVisible();
  await page.unroute('**/api/user/sessions');
  await page.getByRole('button', { name: '重试' }).click();
  await expect(devices(page)).toHaveCount(1);
  complaints.length = 0;
});

test('theme, colours and shown amounts hold after a reload and after a log-out', async ({ page }) => {
  await openAs(page, await register(), '/setting');
  await page.getByRole('radio', { name: '深色' }).click();
  await page.getByRole('radio', { name: '红涨绿跌' }).click();
  await page.getByRole('switch', { name: '显示金额' }).click();
  const html = page.locator('html');
  for (const _ of ['at once', 'after a reload']) {
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await expect(html).toHaveAttribute('data-updown', 'red-up');
    await expect(page.getByRole('switch', { name: '显示金额' })).not.toBeChecked();
    await page.reload();
  }
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click();
  await expect(page).toHaveURL('/login');
  await page.reload();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(html).toHaveAttribute('data-updown', 'red-up');
});

test('the fuel reminder takes 1 to 10000, shows refusals at its field, and is kept', async ({ page }) => {
  const person = await register();
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/setInfo')) sent += 1;
  });
  await openAs(page, person, '/setting');
  const row = page.getByRole('button', { name: '燃料提醒' });
  await expect(row).toContainText('10');
  await row.click();
  const sheet = page.getByRole('dialog', { name: '燃料提醒' });
  const field = sheet.getByLabel('提醒阈值');
  await expect(field).toHaveValue('10');
  for (const [wrong, why] of [
    ['', '1 至 10,000'],
    ['0.5', '1 至 10,000'],
    ['10000.5', '1 至 10,000'],
    ['-3', '1 至 10,000'],
    ['1e2', '请输入数字'],
    ['十', '请输入数字'],
  ] as const) {
    await field.fill(wrong);
    await sheet.getByRole('button', { name: '保存' }).click();
    await expect(sheet.getByRole('alert')).toContainText(why);
  }
  expect(sent).toBe(0);
  const refusal = { code: 7006, show: 1, msg: '超出允许范围', data: { field: 'value' } };
  await page.route('**/api/user/setInfo', (route) => route.fulfill({ json: refusal }));
  await field.fill('25');
  await sheet.getByRole('button', { name: '保存' }).click();
  await expect(sheet.getByRole('alert')).toContainText('超出允许范围');
  await page.unroute('**/api/user/setInfo');
  await field.fill('25.5');
  await field.press('Enter');
  await expect(page.getByText('设置已保存')).toBeVisible();
  await expect(sheet).toBeHidden();
  await expect(row).toContainText('25.5');
  await page.reload();
  await expect(row).toContainText('25.5');
  const profile = await api<{ fuel_notice: string }>('/api/auth/profile', { token: person.token });
  expect(Number(profile.data.fuel_notice)).toBe(25.5);
});

test('the rows of the passwords say whether one is set', async ({ page }) => {
  await openAs(page, await register(), '/setting', { language: 'en' });
  await expect(page.getByRole('link', { name: 'Login password' })).toContainText('Set');
  await expect(page.getByRole('link', { name: 'Payment password' })).toContainText('Not set');
  await expect(page.getByRole('link', { name: 'Payment password' })).toHaveAttribute('href', '/my/password/payment');
});

test('a hold after a security change is told on the page of the person', async ({ page }) => {
  const person = await register();
  const { data } = await api<object>('/api/auth/profile', { token: person.token });
  const held = { ...data, security_hold_until: Date.now() + 3_600_000 };
  await page.route('**/api/auth/profile', (route) =>
    route.fulfill({ json: { code: 1, show: 0, msg: '', data: held } }),
  );
  await openAs(page, person, '/my');
  await expect(page.getByText('安全信息变更后 24 小时内不可提现或转出')).toBeVisible();
  await expect(page.getByRole('link', { name: '个人资料' }).last()).toHaveAttribute('href', '/my/profile');
});

test('the welcome is shown again in the native shell, and is not offered on the web', async ({ page }) => {
  const person = await register();
  await openAs(page, person, '/setting');
  await expect(page.getByRole('button', { name: '清除缓存' })).toBeVisible();
  await expect(page.getByRole('button', { name: '重看引导' })).toHaveCount(0);
  await page.addInitScript(() => {
    Object.assign(window, { Capacitor: { isNativePlatform: () => true, getPlatform: () => 'ios' } });
  });
  await page.reload();
  await page.getByRole('button', { name: '重看引导' }).click();
  await expect(page).toHaveURL('/onboarding');
  await page.getByRole('button', { name: '跳过' }).click();
  await expect(page).toHaveURL('/');
});

test('clearing the cache forgets lists, not the session', async ({ page }) => {
  await openAs(page, await register(), '/');
  const kept = () => page.evaluate(() => Object.keys(localStorage).sort());
  await expect.poll(kept).toContain('botTypes');
  await page.goto('/setting');
  await page.getByRole('button', { name: '清除缓存' }).click();
  await expect(page.getByText('缓存已清除')).toBeVisible();
  expect(await kept()).not.toContain('botTypes');
  expect(await kept()).toEqual(expect.arrayContaining(['session', 'theme']));
});

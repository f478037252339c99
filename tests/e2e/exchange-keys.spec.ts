// Keys of exchanges, walked for real: made on the local exchange's own page, tried and bound in the app, refused where they
// may too much or too little, and deleted. One that is revoked under its bots: keyed-bots.spec.ts.
import type { Page } from '@playwright/test';
import { fillKey, keyPage, makeKey, maskOf, openAccount } from './key-page.ts';
import { expect, openAs, register, test } from './person.ts';

const row = (page: Page, name: string) => page.locator('.row').filter({ hasText: name });
const submit = (page: Page) => page.getByRole('button', { name: /^验证并/ });
const check = (page: Page, name: string) => page.locator('.keys__check').filter({ hasText: name });

/** Everything that stays on the device. */
function onDevice(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]));
}

test('a key made at the local exchange is bound, stays off the device, and is deleted', async ({ page, context }) => {
  const venue = await context.newPage();
  const person = await register();
  await openAccount(venue, person.account);
  const good = await makeKey(venue, person.account, ['read', 'spot'], '127.0.0.1');
  await openAs(page, person, '/my');
  await page.getByRole('link', { name: '交易所授权' }).click();
  await expect(row(page, '本地交易所')).toContainText('已有账户');
  await expect(row(page, 'OKX')).toContainText('暂不支持运行策略');
  await row(page, '本地交易所').click();
  await expect(page.getByRole('link', { name: '打开 本地交易所 的密钥页面' })).toHaveAttribute('href', await keyPage());
  await submit(page).click();
  await expect(page.getByText('请输入 API Key')).toBeVisible();
  await expect(page.getByText('请先把 IP 加入白名单并勾选')).toBeVisible();
  for (const name of ['API Key', 'Secret Key']) {
    await expect(page.getByLabel(name, { exact: true })).toHaveAttribute('autocomplete', 'off');
  }

  await fillKey(page, { ...good, secret: good.secret.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) });
  await submit(page).click();
  await expect(check(page, '密钥与签名')).toContainText('未通过');
  await expect(check(page, '连接 本地交易所')).toContainText('通过');
  await expect(check(page, 'IP 白名单')).toContainText('未检查');

  await fillKey(page, good);
  await submit(page).click();
  const mask = maskOf(good);
  await expect(page.getByText(mask)).toBeVisible();
  await expect(page.getByText('提现:未开启')).toBeAttached();
  await expect(page.locator('input')).toHaveCount(0);
  for (const secret of [good.key, good.secret]) expect(await onDevice(page)).not.toContain(secret);
  await page.goBack();
  await expect(row(page, '本地交易所')).toContainText('已绑定');

  await row(page, '本地交易所').click();
  await page.getByRole('button', { name: '删除密钥' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click();
  await expect(page.getByRole('heading', { name: '到交易所创建密钥' })).toBeVisible();
  await expect(page.getByText(mask)).toHaveCount(0);
});

test('keys that may too much, too little, or not from here are told apart', async ({ page, context }) => {
  const venue = await context.newPage();
  const person = await register();
  await openAccount(venue, person.account);
  await openAs(page, person, '/bind/local');
  for (const [rights, ips, failed, text] of [
    [['read', 'spot', 'withdraw'], '', '提现权限已关闭', '该API开启了提现权限'],
    [['read'], '', '读取与交易权限', 'API权限不足(需读取与现货交易权限)'],
    [['read', 'spot'], '203.0.113.7', 'IP 白名单', '请将服务器IP加入API白名单'],
  ] as const) {
    await fillKey(page, await makeKey(venue, person.account, rights, ips));
    await submit(page).click();
    await expect(check(page, failed)).toContainText('未通过');
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
  }
  await page.goto('/bind/mtgox');
  await expect(page).toHaveURL('/bind');
});

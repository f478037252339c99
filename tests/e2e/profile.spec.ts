// The profile: what is changed there is seen everywhere, every row leads where it says, and nothing secret stays behind.
import type { Page } from '@playwright/test';
import { api, expect, openAs, password, register, test } from './person.ts';
import { registerByWallet } from './wallet-person.ts';

const row = (page: Page, name: string | RegExp) => page.locator('.row').filter({ hasText: name });
const error = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

test('a new nickname and picture are kept and seen on the page of mine', async ({ page }) => {
  const person = await register();
  await openAs(page, person, '/my');
  await page.getByRole('link', { name: person.user.nickname }).click();
  await expect(page).toHaveURL('/my/profile');
  await row(page, '昵称').click();
  const sheet = page.getByRole('dialog', { name: '修改昵称' });
  const box = sheet.getByLabel('昵称');
  await expect(box).toHaveValue(person.user.nickname);
  await box.fill('   ');
  await box.press('Enter');
  await expect(error(page, '请输入昵称')).toBeVisible();
  await box.fill('潮<b>');
  await box.press('Enter');
  await expect(error(page, '昵称不能含有')).toBeVisible();
  await box.fill(' 潮汐 🐦 ');
  await box.press('Enter');
  await expect(page.getByText('设置已保存')).toBeVisible();
  await expect(sheet).toBeHidden();
  await expect(row(page, '昵称')).toContainText('潮汐 🐦');

  await row(page, '头像').click();
  const faces = page.getByRole('dialog', { name: '选择头像' });
  await expect(faces.getByRole('radio')).toHaveCount(24);
  await faces.getByRole('radio', { name: '头像 14', exact: true }).click();
  await page.keyboard.press('ArrowRight');
  await expect(faces.getByRole('radio', { name: '头像 15', exact: true })).toBeFocused();
  await faces.getByRole('button', { name: '保存' }).click();
  await expect(faces).toBeHidden();

  await page.getByRole('button', { name: '返回' }).click();
  await expect(page).toHaveURL('/my');
  await expect(page.getByRole('heading', { name: '潮汐 🐦' })).toBeVisible();
  const kept = await api<{ nickname: string; avatar: string }>('/api/auth/profile', { token: person.token });
  expect(kept.data).toMatchObject({ nickname: '潮汐 🐦', avatar: 'a15' });
  const session = await page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? 'null'));
  expect(session.user).toMatchObject({ nickname: '潮汐 🐦', avatar: 'a15' });
});

test('the UID is copied, and each row leads to where it is changed', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const person = await register();
  await openAs(page, person, '/my/profile');
  await page.getByRole('button', { name: `UID ${person.user.uid} 复制` }).click();
  await expect(page.getByText('已复制')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(person.user.uid);
  await row(page, '邀请链接').click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(new RegExp(`^http.*/register/${person.user.uid}$`));
  await expect(row(page, '账号').last()).toContainText(person.account);
  const ways = [
    ['邮箱', '/my/bind/email', '绑定邮箱'],
    ['钱包', '/my/bind/wallet', '绑定钱包'],
    ['推荐人', '/my/bind/referrer', '推荐人'],
    ['登录密码', '/my/password/login', '登录密码'],
    ['支付密码', '/my/password/payment', '支付密码'],
  ] as const;
  for (const [name, path, title] of ways) {
    await row(page, name).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await page.getByRole('button', { name: '返回' }).first().click();
    await expect(page).toHaveURL('/my/profile');
  }
});

test('what came by wallet shows its address and may add an account', async ({ page }) => {
  const { person, wallet } = await registerByWallet(page);
  const { address } = wallet.account;
  await openAs(page, person, '/my/profile', { language: 'en' });
  await expect(row(page, 'Wallet')).toContainText(`${address.slice(0, 6)}…${address.slice(-4)}`);
  await expect(row(page, 'Login password')).toContainText('Not set');
  await row(page, 'Set up').click();
  await expect(page).toHaveURL('/my/bind/account');
});

test('kinds that there are not lead to the profile', async ({ page }) => {
  const person = await register();
  await openAs(page, person, '/my');
  for (const path of ['/my/bind/mobile', '/my/bind/constructor', '/my/password/pin']) {
    await page.goto(path);
    await expect(page).toHaveURL('/my/profile');
  }
});

test('a refusal of the server is said in the sheet, and a broken way too', async ({ page, complaints }) => {
  const person = await register();
  await openAs(page, person, '/my/profile');
  await row(page, '昵称').click();
  const sheet = page.getByRole('dialog', { name: '修改昵称' });
  await page.context().setOffline(true);
  await sheet.getByLabel('昵称').fill('海鸟');
  await sheet.getByRole('button', { name: '保存' }).click();
  await expect(sheet.getByRole('alert')).toHaveText('网络连接失败,请检查网络');
  await page.context().setOffline(false);
  await sheet.getByRole('button', { name: '保存' }).click();
  await expect(sheet).toBeHidden();
  complaints.length = 0;
});

test('nothing secret is left when the page is left', async ({ page }) => {
  const person = await register();
  await openAs(page, person, '/my/profile');
  await row(page, '登录密码').click();
  await page.getByLabel('当前登录密码').fill(password);
  await page.getByRole('button', { name: '返回' }).click();
  await row(page, '登录密码').click();
  await expect(page.getByLabel('当前登录密码')).toHaveValue('');
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toContain(password);
});

// The two passwords: the payment password set, changed, locked and reset in its six boxes; the login password changed,
// which signs out the other devices.
import type { Page } from '@playwright/test';
import { aDayLater } from './later.ts';
import { type Account, api, expect, openAs, password, register, test, withoutYoung } from './person.ts';
import { registerByWallet } from './wallet-person.ts';

const payment = '482913';
const error = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });
const boxes = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const row = (page: Page, name: string) => page.locator('.row').filter({ hasText: name });

async function withPayment(): Promise<Account> {
  const person = await register();
  const body = { mode: 'set', payment, confirm: payment, password };
  expect((await api('/api/user/changePayment', { body, token: person.token })).code).toBe(1);
  return person;
}

test('sets the payment password: not a simple one, twice, and by who asks', async ({ page }) => {
  const person = await register();
  await openAs(page, person, '/my/profile');
  await expect(row(page, '支付密码')).toContainText('未设置');
  await row(page, '支付密码').click();
  const first = boxes(page, '新支付密码');
  await expect(first).toHaveAttribute('type', 'password');
  await expect(first).toHaveAttribute('inputmode', 'numeric');
  await expect(first).toHaveAttribute('autocomplete', 'off');
  await first.fill('4829');
  const next = page.getByRole('button', { name: '下一步' });
  await expect(next).toBeDisabled();
  await first.press('Enter');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('1/3')).toBeVisible();
  for (const weak of ['123456', '888888', '654321']) {
    await first.fill(weak);
    await expect(error(page, '支付密码过于简单')).toBeVisible();
    await expect(first).toHaveValue('');
  }
  const before = await first.evaluate((input) => input.getBoundingClientRect().top);
  await first.pressSequentially('48');
  await expect(error(page, '支付密码过于简单')).toBeHidden();
  expect(await first.evaluate((input) => input.getBoundingClientRect().top)).toBe(before);
  await first.fill('482 913');
  const again = boxes(page, '再次输入新支付密码');
  await expect(again).toBeFocused();
  await expect(page.getByText('2/3')).toBeVisible();
  // The press that was meant for the step before.
  await expect(next).toBeDisabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await again.fill('482914');
  await expect(error(page, '两次输入的支付密码不一致')).toBeVisible();
  await again.fill(payment);
  await expect(page.getByText('3/3')).toBeVisible();
  await expect(page.getByRole('button', { name: '保存' })).toBeDisabled();
  await page.getByLabel('登录密码').fill('wrong1password');
  await page.keyboard.press('Enter');
  await expect(error(page, '原密码错误')).toBeVisible();
  await page.getByLabel('登录密码').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '支付密码已设置' })).toBeVisible();
  await expect(page.getByText('24小时内变更过安全信息')).toBeHidden();
  await page.getByRole('button', { name: '完成' }).click();
  await expect(page).toHaveURL('/my/profile');
  await expect(row(page, '支付密码')).toContainText('修改');
});

test('a payment password of today changes nothing: the start says so and leads to the way out', async ({ page }) => {
  const person = await withPayment();
  await openAs(page, person, '/my/password/payment', { language: 'en' });
  await expect(page.getByRole('heading', { name: 'Payment password set too recently' })).toBeVisible();
  await expect(page.getByText(/can prove a change from \d\d-\d\d \d\d:\d\d\./)).toBeVisible();
  await expect(page.locator('input')).toHaveCount(0);
  await page.getByRole('button', { name: 'Reset payment password' }).click();
  await expect(boxes(page, 'New payment password')).toBeFocused();
});

test('a payment password of today that the profile does not tell of is refused, and the way out is shown', async ({
  page,
}) => {
  const person = await withPayment();
  await withoutYoung(page);
  await openAs(page, person, '/my/password/payment', { language: 'en' });
  await boxes(page, 'Current payment password').fill(payment);
  await boxes(page, 'New payment password').fill('739164');
  await boxes(page, 'New payment password again').fill('739164');
  await expect(error(page, 'Set or changed within 24 h')).toBeVisible();
  await expect(boxes(page, 'Current payment password')).toBeFocused();
  await page.getByRole('button', { name: 'Forgot payment password' }).click();
  await boxes(page, 'New payment password').fill('739164');
  await boxes(page, 'New payment password again').fill('739164');
  await page.getByLabel('Login password').fill(password);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Payment password reset' })).toBeVisible();
  await expect(page.getByText('Your security details changed within 24 h')).toBeVisible();
});

test('changes the payment password, is locked after five wrong ones, and resets it', async ({ page }) => {
  const person = await withPayment();
  await aDayLater(person.user.uid);
  await openAs(page, person, '/my/password/payment');
  const change = async (old: string, next: string) => {
    await boxes(page, '当前支付密码').fill(old);
    await boxes(page, '新支付密码').fill(next);
    await boxes(page, '再次输入新支付密码').fill(next);
  };
  await boxes(page, '当前支付密码').fill(payment);
  await boxes(page, '新支付密码').fill(payment);
  await expect(error(page, '新密码不能与原密码相同')).toBeVisible();
  await page.getByRole('button', { name: '上一步' }).click();
  await change('000000', '739164');
  await expect(error(page, '支付密码错误,还可尝试4次')).toBeVisible();
  await change(payment, '739164');
  await expect(page.getByRole('heading', { name: '支付密码已修改' })).toBeVisible();

  await aDayLater(person.user.uid);
  await page.reload();
  for (const left of [4, 3, 2, 1]) {
    await change(payment, '905172');
    await expect(error(page, `还可尝试${left}次`)).toBeVisible();
  }
  await change(payment, '905172');
  await expect(error(page, /已锁定,1 小时 59 分 5\d 秒后可重试/)).toBeVisible();
  await expect(boxes(page, '当前支付密码')).toBeDisabled();
  await page.getByRole('button', { name: '忘记支付密码' }).click();
  await boxes(page, '新支付密码').fill('905172');
  await boxes(page, '再次输入新支付密码').fill('905172');
  await page.getByLabel('登录密码').fill(password);
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('heading', { name: '支付密码已重置' })).toBeVisible();
});

test('the six boxes are one field that a paste fills, and dots hide what is in it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const person = await register();
  await openAs(page, person, '/my/password/payment');
  const field = boxes(page, '新支付密码');
  await field.pressSequentially('4a8-2');
  await expect(field).toHaveValue('482');
  await expect(page.locator('.sixbox i[data-on]')).toHaveCount(3);
  await expect(page.locator('.sixbox')).toHaveText('');
  await field.press('ArrowLeft');
  await field.press('Backspace');
  await expect(field).toHaveValue('48');
  await page.evaluate(() => navigator.clipboard.writeText(' 482-913 '));
  await field.press('Control+a');
  await field.press('Control+v');
  await expect(boxes(page, '再次输入新支付密码')).toBeFocused();
  await expect(boxes(page, '再次输入新支付密码')).toHaveValue('');
});

test('a new login password signs out the other devices and holds withdrawals', async ({ page }) => {
  const person = await register();
  const signIn = (secret: string) =>
    api<{ token: string }>('/api/login/account', { body: { terminal: 1, account: person.account, password: secret } });
  const other = (await signIn(password)).data.token;
  await openAs(page, person, '/my/profile');
  await row(page, '登录密码').click();
  const save = page.getByRole('button', { name: '保存' });
  await save.click();
  await expect(error(page, '请输入当前登录密码')).toBeVisible();
  await page.getByLabel('当前登录密码').fill('wrong1password');
  await page.getByLabel('新登录密码').fill('short');
  await save.click();
  await expect(error(page, '密码格式不正确')).toBeVisible();
  await page.getByLabel('新登录密码').fill('Password123');
  await page.getByLabel('确认新密码').fill('Password123');
  await save.click();
  await expect(error(page, '密码过于常见,请换一个')).toBeVisible();
  const next = 'brave4Lantern';
  await page.getByLabel('新登录密码').fill(next);
  await page.getByLabel('确认新密码').fill(next);
  await save.click();
  await expect(error(page, '原密码错误')).toBeVisible();
  await page.getByLabel('当前登录密码').fill(password);
  await page.getByLabel('新登录密码').fill(password);
  await page.getByLabel('确认新密码').fill(password);
  await save.click();
  await expect(error(page, '新密码不能与原密码相同')).toBeVisible();
  await page.getByLabel('新登录密码').fill(next);
  await page.getByLabel('确认新密码').fill(next);
  await page.getByLabel('确认新密码').press('Enter');
  await expect(page.getByRole('heading', { name: '登录密码已更新' })).toBeVisible();
  await expect(page.getByText('其他设备已退出登录')).toBeVisible();
  await expect(page.getByText(/剩余 23 小时 59 分 \d\d 秒/)).toBeVisible();
  expect((await api('/api/auth/profile', { token: other })).code).toBe(2003);
  expect((await api('/api/auth/profile', { token: person.token })).code).toBe(1);
  expect((await signIn(password)).code).toBe(1002);
  expect((await signIn(next)).code).toBe(1);
  await page.getByRole('button', { name: '完成' }).click();
  await expect(page.getByText(/剩余 23 小时 59 分 \d\d 秒/)).toBeVisible();
});

test('a login password of today is not asked for again: another factor is', async ({ page }) => {
  const person = await register();
  const next = 'brave4Lantern';
  const body = { old_password: password, password: next, confirm: next };
  expect((await api('/api/user/changePassword', { body, token: person.token })).code).toBe(1);
  await openAs(page, person, '/my/password/login');
  await expect(page.getByRole('heading', { name: '现在还没有可用的验证方式' })).toBeVisible();
  await expect(page.getByText(/^登录密码:\d\d-\d\d \d\d:\d\d 后可用$/)).toBeVisible();
  await expect(page.locator('input')).toHaveCount(0);
  await withoutYoung(page);
  await page.reload();
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('session') ?? '{}');
    delete session.user.young;
    localStorage.setItem('session', JSON.stringify(session));
  });
  await page.reload();
  await page.getByLabel('当前登录密码').fill(next);
  await page.getByLabel('新登录密码').fill('calm5Harbour');
  await page.getByLabel('确认新密码').fill('calm5Harbour');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('heading', { name: '您还没有可用的验证方式' })).toBeVisible();
});

test('who came by wallet sets a first login password by its signature', async ({ page }) => {
  const { person, wallet } = await registerByWallet(page);
  await openAs(page, person, '/my/password/login');
  await expect(page.getByLabel('当前登录密码')).toHaveCount(0);
  await page.getByLabel('新登录密码').fill('brave4Lantern');
  await page.getByLabel('确认新密码').fill('brave4Lantern');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('heading', { name: '登录密码已更新' })).toBeVisible();
  expect(wallet.signed).toHaveLength(1);
  const profile = await api<{ password: number }>('/api/auth/profile', { token: person.token });
  expect(profile.data.password).toBe(1);
});

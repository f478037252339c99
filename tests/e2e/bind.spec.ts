// Binding: an e-mail address by its code, another in its place, a wallet by its signature, a referrer once, and an account
// for a person who came by wallet. Each asks who is there, and a factor of today is no answer.
import type { Page } from '@playwright/test';
import { aDayLater, codesAfterAMinute } from './later.ts';
import { codeTo, freshAddress, mailsTo } from './local-mail.ts';
import { type Account, api, expect, freshName, openAs, password, register, test, withoutYoung } from './person.ts';
import { registerByWallet } from './wallet-person.ts';
import { TestWallet } from './wallet-provider.ts';

const error = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });
const bindButton = (page: Page) => page.getByRole('button', { name: '绑定', exact: true });
const row = (page: Page, name: string) => page.locator('.row').filter({ hasText: name });

async function bindEmail(page: Page, person: Account, email: string): Promise<void> {
  await openAs(page, person, '/my/bind/email');
  await page.getByLabel('邮箱地址').fill(email);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(page.getByText(`已发送至 ${email}`)).toBeVisible();
  await page.getByLabel('验证码', { exact: true }).fill(await codeTo(email));
  await page.getByLabel('登录密码').fill(password);
  await bindButton(page).click();
  await expect(page.getByRole('heading', { name: '邮箱已绑定' })).toBeVisible();
}

test('binds an e-mail address by the code that was sent to it', async ({ page }) => {
  const person = await register();
  const email = freshAddress();
  await openAs(page, person, '/my/bind/email');
  await bindButton(page).click();
  await expect(error(page, '邮箱格式不正确')).toBeVisible();
  await page.getByLabel('邮箱地址').fill(email.toUpperCase());
  await bindButton(page).click();
  await expect(error(page, '请输入6位验证码')).toBeVisible();
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(page.getByRole('button', { name: /秒后可重发/ })).toBeDisabled();
  const code = await codeTo(email);
  const box = page.getByLabel('验证码', { exact: true });
  await box.fill(code === '271828' ? '314159' : '271828');
  await bindButton(page).click();
  await expect(error(page, '请输入登录密码')).toBeVisible();
  await page.getByLabel('登录密码').fill(password);
  await bindButton(page).click();
  await expect(error(page, '验证码错误或已过期')).toBeVisible();
  await box.fill(code);
  await page.getByLabel('登录密码').fill('wrong1password');
  await bindButton(page).click();
  await expect(error(page, '原密码错误')).toBeVisible();
  await expect(box).toHaveValue(code);
  await page.getByLabel('登录密码').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '邮箱已绑定' })).toBeVisible();
  await expect(page.getByText('24小时内变更过安全信息')).toBeVisible();
  await page.getByRole('button', { name: '完成' }).click();
  await expect(page).toHaveURL('/my/profile');
  await expect(row(page, '邮箱')).toContainText(email);
  await expect(row(page, '邮箱')).toContainText('已验证');
  const body = { terminal: 1, account: email, password };
  expect((await api('/api/login/account', { body })).code).toBe(1);
});

test('an address of somebody else is refused before a code is sent', async ({ page, browser }) => {
  const email = freshAddress();
  const other = await browser.newPage();
  await bindEmail(other, await register(), email);
  await other.close();
  await openAs(page, await register(), '/my/bind/email');
  await page.getByLabel('邮箱地址').fill(email);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(error(page, '邮箱已被使用')).toBeVisible();
  expect(await mailsTo(email)).toHaveLength(1);
});

test('replaces an address by a code sent to the old one, which is told', async ({ page }) => {
  const person = await register();
  const [before, after] = [freshAddress(), freshAddress()];
  await page.clock.install();
  await bindEmail(page, person, before);
  await expect(page.getByText('绑定满24小时后可用于找回密码')).toBeVisible();
  await page.goto('/my/bind/email');
  await expect(page.getByRole('heading', { name: '现在还没有可用的验证方式' })).toBeVisible();
  await expect(page.getByText(/^邮箱验证码:\d\d-\d\d \d\d:\d\d 后可用$/)).toBeVisible();
  await expect(page.locator('input')).toHaveCount(0);
  await aDayLater(person.user.uid);
  await codesAfterAMinute();
  await page.goto('/my/bind/email');
  await expect(page.getByText(`当前邮箱:${before}`)).toBeVisible();
  await expect(page.getByText('其他设备会退出登录。当前邮箱会收到更换通知。')).toBeVisible();
  await page.getByLabel('新邮箱地址').fill(after);
  await page.getByRole('button', { name: '获取验证码' }).first().click();
  await expect(page.getByText(`已发送至 ${after}`)).toBeVisible();
  await page.getByLabel('验证码', { exact: true }).fill(await codeTo(after));
  const again = page.getByRole('button', { name: /秒后可重发/ });
  await expect(again).toHaveCount(1);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(page.getByLabel('邮箱验证码')).toHaveAttribute('aria-invalid', 'true');
  await expect(again).toHaveCount(2);
  await page.clock.fastForward(61_000);
  await expect(again).toHaveCount(0);
  await codesAfterAMinute();
  await page.getByRole('button', { name: '获取验证码' }).last().click();
  await expect(page.getByText(`已发送至 ${before}`)).toBeVisible();
  const code = await codeTo(before, 2);
  await page.getByLabel('邮箱验证码').fill(code === '271828' ? '314159' : '271828');
  await bindButton(page).click();
  await expect(page.getByLabel('邮箱验证码')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('邮箱验证码').fill(code);
  await bindButton(page).click();
  await expect(page.getByRole('heading', { name: '邮箱已绑定' })).toBeVisible();
  await expect(page.getByText(`${after} 已验证`)).toBeVisible();
  await expect.poll(async () => (await mailsTo(before)).at(-1)).toContain('您的邮箱已变更');
});

test('binds a wallet by its signature and the login password', async ({ page }) => {
  const person = await register();
  const wallet = new TestWallet({ chain: 1 });
  await wallet.inject(page);
  await openAs(page, person, '/my/bind/wallet');
  const submit = page.getByRole('button', { name: '签名并绑定' });
  await expect(page.getByRole('radio', { name: 'MetaMask' })).toBeChecked();
  await submit.click();
  await expect(error(page, '请输入登录密码')).toBeVisible();
  await page.getByLabel('登录密码').fill(password);
  wallet.refuses.set('personal_sign', 4001);
  await submit.click();
  await expect(error(page, '用户已取消')).toBeVisible();
  wallet.refuses.clear();
  await page.getByLabel('登录密码').fill('wrong1password');
  await submit.click();
  await expect(error(page, '原密码错误')).toBeVisible();
  await page.getByLabel('登录密码').fill(password);
  await submit.click();
  await expect(page.getByRole('heading', { name: '钱包已绑定' })).toBeVisible();
  expect(wallet.chain).toBe(56);
  expect(wallet.signed.at(-1)).toContain('Chain ID: 56');
  await expect(page.getByText('24小时内变更过安全信息')).toBeVisible();
  await page.getByRole('button', { name: '返回' }).click();
  await expect(page).toHaveURL('/my/profile');
  const { address } = wallet.account;
  await expect(row(page, '钱包')).toContainText(`${address.slice(0, 6)}…${address.slice(-4)}`);
  await page.goto('/my/bind/wallet');
  await expect(page.getByRole('heading', { name: '已绑定钱包' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(address);
  await expect(submit).toBeHidden();
});

test("another person's wallet is refused, and without a wallet it is said what to do", async ({ page }) => {
  const person = await register();
  await openAs(page, person, '/my/bind/wallet', { language: 'en' });
  await expect(page.getByText('No wallet found.')).toBeVisible();
  await page.getByLabel('Login password').fill(password);
  await page.getByRole('button', { name: 'Sign and bind' }).click();
  await expect(error(page, 'MetaMask not installed')).toBeVisible();
  await registerByWallet(page);
  await page.reload();
  await page.getByLabel('Login password').fill(password);
  await page.getByRole('button', { name: 'Sign and bind' }).click();
  await expect(error(page, 'This wallet is bound to another account')).toBeVisible();
});

test('a factor of today is no proof: it is shown with its time and cannot be chosen', async ({ page }) => {
  const person = await register();
  const payment = '482913';
  const set = { mode: 'set', payment, confirm: payment, password };
  expect((await api('/api/user/changePayment', { body: set, token: person.token })).code).toBe(1);
  await openAs(page, person, '/my/bind/wallet', { language: 'en' });
  await expect(page.getByRole('radio', { name: 'Payment' })).toBeDisabled();
  await expect(page.getByText(/^Payment password: usable from \d\d-\d\d \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Password' })).toBeChecked();
  await aDayLater(person.user.uid);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Payment' })).toBeEnabled();
});

test('a factor of today that the profile does not tell of is refused by name, and another way is offered', async ({
  page,
}) => {
  const person = await register();
  const payment = '482913';
  const set = { mode: 'set', payment, confirm: payment, password };
  expect((await api('/api/user/changePayment', { body: set, token: person.token })).code).toBe(1);
  const wallet = new TestWallet();
  await wallet.inject(page);
  await withoutYoung(page);
  await openAs(page, person, '/my/bind/wallet');
  await page.getByRole('radio', { name: '支付密码' }).click();
  await page.getByLabel('支付密码', { exact: true }).last().fill(payment);
  await page.getByRole('button', { name: '签名并绑定' }).click();
  await expect(error(page, '24小时内新增或变更的验证方式不能用于确认身份:支付密码')).toBeVisible();
  await page.getByLabel('登录密码', { exact: true }).last().fill(password);
  await page.getByRole('button', { name: '签名并绑定' }).click();
  await expect(page.getByRole('heading', { name: '钱包已绑定' })).toBeVisible();
});

test('the referrer is set once, after a question, and locked from then on', async ({ page }) => {
  const [person, referrer] = [await register(), await register()];
  await openAs(page, person, '/my/bind/referrer');
  const box = page.getByLabel('推荐人 UID 或专属代号');
  const submit = page.getByRole('button', { name: '提交' });
  const dialog = page.getByRole('dialog');
  const send = async (text: string) => {
    await box.fill(text);
    await box.press('Enter');
    await expect(dialog).toContainText('只能修改一次');
    await dialog.getByRole('button', { name: '确定' }).click();
    await expect(dialog).toBeHidden();
  };
  await box.fill('ab');
  await submit.click();
  await expect(error(page, '至少3个字符')).toBeVisible();
  await send('10000000');
  await expect(error(page, /推荐人/)).toBeVisible();
  await send(person.user.uid);
  await expect(error(page, /自己/)).toBeVisible();
  await box.fill(referrer.user.uid);
  await submit.click();
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(dialog).toBeHidden();
  await expect(box).toHaveValue(referrer.user.uid);
  await send(referrer.user.uid);
  await expect(page.getByRole('heading', { name: '推荐人已保存' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: '推荐人已锁定' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(referrer.user.uid);
  await page.goto('/my/profile');
  await expect(row(page, '推荐人').locator('a')).toHaveCount(0);
  const again = { field: 'referral', value: (await register()).user.uid };
  expect((await api('/api/user/setInfo', { body: again, token: person.token })).code).toBe(6002);
});

test('who came by wallet adds an account, proves it by the wallet, and logs in with it', async ({ page }) => {
  const { person, wallet } = await registerByWallet(page);
  const account = freshName();
  await openAs(page, person, '/my/bind/account');
  const save = page.getByRole('button', { name: '保存' });
  await page.getByLabel('账号', { exact: true }).fill('1x');
  await save.click();
  await expect(error(page, '账号格式不正确')).toBeVisible();
  await page.getByLabel('账号', { exact: true }).fill((await register()).account);
  await page.getByLabel('新登录密码').fill(password);
  await page.getByLabel('确认新密码').fill(`${password}x`);
  await save.click();
  await expect(error(page, '两次输入的密码不一致')).toBeVisible();
  for (const label of ['新登录密码', '确认新密码']) await page.getByLabel(label).fill('Password123');
  await save.click();
  await expect(error(page, '密码过于常见,请换一个')).toBeVisible();
  for (const label of ['新登录密码', '确认新密码']) await page.getByLabel(label).fill(password);
  await save.click();
  await expect(error(page, '账号已存在')).toBeVisible();
  await page.getByLabel('账号', { exact: true }).fill(account);
  wallet.refuses.set('personal_sign', 4001);
  await save.click();
  await expect(error(page, '用户已取消')).toBeVisible();
  wallet.refuses.clear();
  await save.click();
  await expect(page.getByRole('heading', { name: '账号已设置' })).toBeVisible();
  expect(wallet.signed.at(-1)).toContain(wallet.account.address);
  const body = { terminal: 1, account, password };
  expect((await api('/api/login/account', { body })).code).toBe(1);
  await page.reload();
  await expect(page.getByRole('heading', { name: '已有账号' })).toBeVisible();
});

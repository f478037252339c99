// Getting in and out: register, the consent, the welcome, log in, wrong password, log out.
import type { Page } from '@playwright/test';
import { api, expect, freshName, openAs, password, register, test } from './person.ts';

test('registers with the consent and is welcomed once', async ({ page }) => {
  const name = freshName();
  await openAs(page, null, '/register');
  await page.getByLabel('账号').fill(name);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByLabel('确认密码').fill(password);
  const consent = page.getByRole('checkbox', { name: '我已阅读并同意' });
  await expect(consent).not.toBeChecked();
  await page.getByRole('button', { name: '注册' }).click();
  await expect(page.getByText('请先阅读并同意服务条款、隐私政策和免责声明')).toBeVisible();
  await consent.check();
  await page.getByRole('button', { name: '注册' }).click();
  const welcome = page.getByRole('dialog', { name: '3步开始' });
  await expect(welcome).toBeVisible();
  await expect(page).toHaveURL('/');
  await welcome.getByRole('button', { name: '先看看' }).click();
  await expect(welcome).toBeHidden();
  await page.reload();
  await expect(page.getByText('我的策略')).toBeVisible();
  await expect(welcome).toBeHidden();
});

test('shows the first problem of the registration form at its field, in order', async ({ page }) => {
  await openAs(page, null, '/register', { language: 'en' });
  const submit = page.getByRole('button', { name: 'Register' });
  await submit.click();
  await expect(page.getByText('Account is required')).toBeVisible();
  await page.getByLabel('Account').fill('1x');
  await submit.click();
  await expect(page.getByText('Invalid account format')).toBeVisible();
  await page.getByLabel('Account').fill(freshName());
  await page.getByLabel('Password', { exact: true }).fill('short');
  await submit.click();
  await expect(page.getByText('Invalid password format')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(`${password}x`);
  await submit.click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
});

test('leads the refusals of the server to their fields', async ({ page }) => {
  const taken = await register();
  await openAs(page, null, '/register/000');
  const code = page.getByLabel('推荐码(选填)');
  await expect(code).toHaveValue('000');
  await expect(code).toHaveAttribute('readonly', '');
  await page.getByLabel('账号').fill(taken.account);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByLabel('确认密码').fill(password);
  await page.getByRole('checkbox', { name: '我已阅读并同意' }).check();
  await page.getByRole('button', { name: '注册' }).click();
  await expect(page.locator('.field__help--error').filter({ hasText: /邀请码无效|账号已存在/ })).toBeVisible();
  await page.getByRole('button', { name: '清除推荐码' }).click();
  await expect(code).toHaveValue('');
  await page.getByLabel('密码', { exact: true }).fill('Password123');
  await page.getByLabel('确认密码').fill('Password123');
  await page.getByRole('button', { name: '注册' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '密码过于常见,请换一个' })).toBeVisible();
  await expect(page.getByLabel('密码', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByLabel('确认密码').fill(password);
  await page.getByRole('button', { name: '注册' }).click();
  await expect(page.getByText('账号已存在')).toBeVisible();
});

test('logs in to where the person was going, and out again', async ({ page }) => {
  const person = await register();
  await openAs(page, null, '/setting');
  await expect(page).toHaveURL('/login');
  await page.getByLabel('账号或邮箱').fill(person.account);
  await page.getByLabel('密码', { exact: true }).fill(person.password);
  await page.getByRole('checkbox', { name: '我已阅读并同意' }).check();
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page.getByText('登录成功')).toBeVisible();
  await expect(page).toHaveURL('/setting');
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('账号或邮箱')).toHaveValue(person.account);
  await expect(page.getByLabel('密码', { exact: true })).toHaveValue('');
  const entry = await page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? 'null'));
  expect(entry?.token ?? '').toBe('');
});

test('says in both languages that account or password is wrong, and stays', async ({ page }) => {
  const person = await register();
  await openAs(page, null, '/login');
  await page.getByLabel('账号或邮箱').fill(person.account);
  await page.getByLabel('密码', { exact: true }).fill('wrong1password');
  await page.getByRole('checkbox', { name: '我已阅读并同意' }).check();
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '账号或密码错误' })).toBeVisible();
  await page.getByRole('button', { name: '切换到英文' }).click();
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid account or password' })).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('shows the legal texts before anything is agreed', async ({ page }) => {
  await openAs(page, null, '/login');
  for (const name of ['服务条款', '隐私政策', '免责声明']) {
    await page.getByRole('button', { name: `《${name}》` }).click();
    const sheet = page.getByRole('dialog', { name });
    await expect(sheet.locator('.prose')).toBeVisible();
    await sheet.getByRole('button', { name: '知道了' }).click();
    await expect(sheet).toBeHidden();
  }
  await expect(page.getByRole('checkbox', { name: '我已阅读并同意' })).not.toBeChecked();
});

async function typeLogin(page: Page, account: string, secret: string): Promise<void> {
  await page.getByLabel('账号或邮箱').fill(account);
  await page.getByLabel('密码', { exact: true }).fill(secret);
  const consent = page.getByRole('checkbox', { name: '我已阅读并同意' });
  if (!(await consent.isChecked())) await consent.check();
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

test('a locked account counts down to when it opens', async ({ page }) => {
  const person = await register();
  const body = { terminal: 1, account: person.account, password: 'wrong1password' };
  for (let attempt = 0; attempt < 6; attempt += 1) await api('/api/login/account', { body });
  await page.clock.install();
  await openAs(page, null, '/login');
  await typeLogin(page, person.account, person.password);
  const locked = page.getByRole('alert').filter({ hasText: '账号已锁定' });
  await expect(locked).toContainText(/14 分 \d\d 秒后可重试|15 分 00 秒后可重试/);
  await page.clock.fastForward('05:00');
  await expect(locked).toContainText(/9 分 \d\d 秒后可重试|10 分 00 秒后可重试/);
  await page.clock.fastForward('11:00');
  await expect(page.getByText('锁定时间已过,现在可以重试。')).toBeVisible();
});

test('maintenance has a card that watches for its end', async ({ page }) => {
  const person = await register();
  let on = 1;
  const refused = { code: 1008, show: 1, msg: '系统维护中,暂时无法登录', data: null };
  await page.route('**/api/login/account', (route) => (on === 1 ? route.fulfill({ json: refused }) : route.continue()));
  const until = new Date();
  until.setHours(23, 55, 0, 0);
  await page.route('**/api/index/status', (route) => {
    const data = { maintenance: on, message: '升级数据库', until: until.getTime(), version: '1.0.9', time: Date.now() };
    return route.fulfill({ json: { code: 1, show: 0, msg: '', data } });
  });
  await page.clock.install();
  await openAs(page, null, '/login');
  await typeLogin(page, person.account, person.password);
  const card = page.getByRole('alert').filter({ hasText: '系统维护中,暂时无法登录' });
  await expect(card).toContainText('升级数据库');
  await expect(card).toContainText(/预计 \d\d-\d\d \d\d:55 结束/);
  on = 0;
  await page.clock.fastForward('00:31');
  await expect(page.getByText('维护已结束,现在可以登录。')).toBeVisible();
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL('/');
});

test('terms that have changed are agreed to anew, or nobody is logged in', async ({ page }) => {
  const person = await register();
  const refused = { code: 1009, show: 1, msg: '请先同意服务条款、隐私政策和免责声明', data: null };
  await page.route('**/api/login/account', (route) => {
    const { agree } = route.request().postDataJSON() as { agree?: number };
    return agree === 1 ? route.continue() : route.fulfill({ json: refused });
  });
  await openAs(page, null, '/login');
  await typeLogin(page, person.account, person.password);
  const dialog = page.getByRole('dialog', { name: '条款已更新' });
  await dialog.getByRole('button', { name: '《服务条款》' }).click();
  const text = page.getByRole('dialog', { name: '服务条款' });
  await expect(text.locator('.prose')).toBeVisible();
  await text.getByRole('button', { name: '知道了' }).click();
  await dialog.getByRole('button', { name: '不同意' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/login');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await dialog.getByRole('button', { name: '同意并登录' }).click();
  await expect(page).toHaveURL('/');
});

test('the code of an invite link is kept for later, through the login page, and makes the referrer', async ({
  page,
}) => {
  const inviter = await register();
  await openAs(page, null, `/register/${inviter.user.uid}`);
  const code = page.getByLabel('推荐码(选填)');
  await expect(code).toHaveValue(inviter.user.uid);
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('ref') ?? 'null'));
  expect(kept).toMatchObject({ code: inviter.user.uid });
  expect(Math.abs(kept.at - Date.now())).toBeLessThan(60_000);
  await page.goto('/login');
  await page.getByRole('link', { name: '注册' }).click();
  await expect(code).toHaveValue(inviter.user.uid);
  await expect(code).toHaveAttribute('readonly', '');
  await page.getByLabel('账号').fill(freshName());
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByLabel('确认密码').fill(password);
  await page.getByRole('checkbox', { name: '我已阅读并同意' }).check();
  await page.getByRole('button', { name: '注册' }).click();
  const welcome = page.getByRole('dialog', { name: '3步开始' });
  await welcome.getByRole('button', { name: '设置支付密码' }).click();
  await expect(page).toHaveURL('/my/password/payment');
  const entries = await page.evaluate(() => [localStorage.getItem('session') ?? '', localStorage.getItem('ref')]);
  expect(JSON.parse(entries[0] ?? '').user.referral).toBe(inviter.user.uid);
  expect(entries[1]).toBeNull();
});

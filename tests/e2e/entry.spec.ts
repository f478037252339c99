// Getting in and out: register, the consent, the welcome, log in, wrong password, log out.
import { expect, freshName, openAs, password, register, test } from './person.ts';

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

// A forgotten password: the code comes to the verified address, the new password opens the door, and the screen never
// tells whether there is such an account.
import { aDayLater } from './later.ts';
import { codeTo, freshAddress } from './local-mail.ts';
import { api, expect, openAs, password, register, test } from './person.ts';

test('is replaced with the code from the mail; all devices are signed out', async ({ page }) => {
  const person = await register();
  const email = freshAddress();
  const { token } = person;
  await api('/api/user/setInfo', { token, body: { field: 'email_code', value: email } });
  const value = { email, code: await codeTo(email) };
  const bound = await api('/api/user/setInfo', { token, body: { field: 'email', value, proof: { password } } });
  expect(bound.code, bound.msg).toBe(1);
  await aDayLater(person.user.uid);

  await openAs(page, null, '/login');
  await page.getByLabel('账号或邮箱').fill(person.account);
  await page.getByRole('button', { name: '忘记密码' }).click();
  const sheet = page.getByRole('dialog', { name: '忘记密码' });
  await expect(sheet.getByLabel('账号或邮箱')).toHaveValue(person.account);
  await expect(sheet).toContainText('邮箱绑定满24小时后可用于找回密码');
  await sheet.getByRole('button', { name: '获取验证码' }).click();
  await expect(sheet.getByRole('button', { name: /秒后可重发/ })).toBeDisabled();
  const code = await codeTo(email, 2);
  const next = 'lantern7harbour';
  const submit = sheet.getByRole('button', { name: '重置密码' });
  await submit.click();
  await expect(sheet.getByRole('alert').filter({ hasText: '请输入6位验证码' })).toBeVisible();
  await sheet.getByLabel('邮箱验证码').fill(code === '271828' ? '314159' : '271828');
  await sheet.getByLabel('新密码', { exact: true }).fill(next);
  await sheet.getByLabel('确认新密码').fill(`${next}x`);
  await submit.click();
  await expect(sheet.getByRole('alert').filter({ hasText: '两次输入的密码不一致' })).toBeVisible();
  await sheet.getByLabel('确认新密码').fill(next);
  await submit.click();
  await expect(sheet.getByRole('alert').filter({ hasText: '验证码错误或已过期' })).toBeVisible();
  await sheet.getByLabel('邮箱验证码').fill(code);
  for (const box of ['新密码', '确认新密码']) await sheet.getByLabel(box, { exact: true }).fill('Password123');
  await submit.click();
  await expect(sheet.getByRole('alert').filter({ hasText: '密码过于常见,请换一个' })).toBeVisible();
  for (const box of ['新密码', '确认新密码']) await sheet.getByLabel(box, { exact: true }).fill(next);
  await submit.click();
  await expect(sheet.getByText('密码已重置')).toBeVisible();
  await sheet.getByRole('button', { name: '登录' }).click();
  await expect(sheet).toBeHidden();
  expect((await api('/api/auth/profile', { token })).code).toBe(2003);
  await page.getByLabel('密码', { exact: true }).fill(next);
  await page.getByRole('checkbox', { name: '我已阅读并同意' }).check();
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL('/');
});

test('of nobody looks the same, and the other ways are shown', async ({ page }) => {
  await openAs(page, null, '/login', { language: 'en' });
  await page.getByRole('button', { name: 'Forgot password' }).click();
  const sheet = page.getByRole('dialog', { name: 'Forgot password' });
  await sheet.getByRole('button', { name: 'Send code' }).click();
  await expect(sheet.getByRole('alert')).toHaveText('Account is required');
  await expect(sheet.getByText('With neither, contact support')).toBeVisible();
  await sheet.getByLabel('Account or email').fill(`nobody_${Date.now().toString(36)}`);
  await sheet.getByRole('button', { name: 'Send code' }).click();
  await expect(sheet.getByText(/If nobody_\w+ has a verified email/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Another account' }).click();
  await sheet.getByRole('button', { name: 'Wallet' }).click();
  await expect(page.getByRole('radio', { name: 'Wallet' })).toBeChecked();
});

test('a second code within the minute is refused by the server in its words', async ({ page }) => {
  const person = await register();
  await api('/api/login/reset', { body: { account: person.account } });
  await openAs(page, null, '/login');
  await page.getByRole('button', { name: '忘记密码' }).click();
  const sheet = page.getByRole('dialog', { name: '忘记密码' });
  await sheet.getByLabel('账号或邮箱').fill(person.account);
  await sheet.getByRole('button', { name: '获取验证码' }).click();
  await expect(sheet.getByRole('alert').filter({ hasText: '验证码发送过于频繁' })).toBeVisible();
});

test('asked for again, the code goes with the ticket of the newest asking', async ({ page }) => {
  const tickets = ['A', 'B'].map((letter) => letter.repeat(43));
  const asked: unknown[] = [];
  const given: unknown[] = [];
  await page.route('**/api/login/reset', (route) => {
    const body = route.request().postDataJSON() as { code?: string; ticket?: string };
    if (body.code !== undefined) {
      given.push(body.ticket);
      return route.fulfill({ json: { code: 1304, show: 0, msg: '验证码错误或已过期', data: null } });
    }
    asked.push(body);
    return route.fulfill({
      json: { code: 1, show: 0, msg: '', data: { step: 'sent', ticket: tickets[asked.length - 1] } },
    });
  });
  await page.clock.install();
  await openAs(page, null, '/login');
  await page.getByRole('button', { name: '忘记密码' }).click();
  const sheet = page.getByRole('dialog', { name: '忘记密码' });
  await sheet.getByLabel('账号或邮箱').fill('tide_2024');
  await sheet.getByRole('button', { name: '获取验证码' }).click();
  await sheet.getByLabel('邮箱验证码').fill('482913');
  await sheet.getByLabel('新密码', { exact: true }).fill('lantern7harbour');
  await sheet.getByLabel('确认新密码').fill('lantern7harbour');
  const submit = sheet.getByRole('button', { name: '重置密码' });
  await submit.click();
  await expect.poll(() => given).toEqual([tickets[0]]);
  await page.clock.fastForward(61_000);
  await sheet.getByRole('button', { name: '重新发送' }).click();
  await expect.poll(() => asked).toHaveLength(2);
  await submit.click();
  await expect.poll(() => given).toEqual(tickets);
  expect(asked).toEqual([{ account: 'tide_2024' }, { account: 'tide_2024' }]);
});

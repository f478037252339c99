// Inviting, the team and its rates on the screen: a friend comes by the link and both sides see each other masked; a partner
// gives rates inside what both sides may, a raise counts at once and a lower one from tomorrow; what the server refuses is
// said and leaves what was chosen.
import type { Browser, Page } from '@playwright/test';
import { type Account, api, expect, freshName, openAs, password, register, settled, test } from './person.ts';
import { makePartner } from './purse.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const row = (page: Page, text: string) => page.locator('.list .row').filter({ hasText: text });
const masked = ({ user }: Account) => `${user.uid.slice(0, 2)}****${user.uid.slice(-2)}`;
const sheet = (page: Page) => page.getByRole('dialog', { name: /^设置 .+ 的比例$/ });
const raise = (page: Page) => sheet(page).getByRole('button', { name: '上调 0.5%' });
const lower = (page: Page) => sheet(page).getByRole('button', { name: '下调 0.5%' });
const save = (page: Page) => sheet(page).getByRole('button', { name: '保存' });
const ownRate = (page: Page) => page.locator('.stat').filter({ hasText: '我的分润比例' });

/** Registered past the screen. */
async function under(referrer: Account): Promise<Account> {
  const account = freshName();
  const body = { terminal: 1, account, password, confirm: password, referrer: referrer.user.uid };
  const { code, data, msg } = await api<Pick<Account, 'token' | 'user'>>('/api/login/register', { body });
  expect(code, msg).toBe(1);
  return { account, password, bots: [], ...data };
}

/** A partner with 8 %, somebody under the partner, and somebody under that one. */
async function partnerOfThree() {
  const person = await register();
  await makePartner(person, 8);
  const member = await under(person);
  return { person, member, below: await under(member) };
}

async function pageOf(browser: Browser, person: Account, path: string): Promise<Page> {
  const page = await browser.newPage();
  await openAs(page, person, path);
  await settled(page);
  return page;
}

async function step(page: Page, button: (page: Page) => ReturnType<Page['getByRole']>, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) await button(page).click();
}

test('a friend comes by the link that was copied, and both sides see each other', async ({ page, browser }) => {
  const person = await register();
  await openAs(page, person, '/referral');
  await settled(page);
  await expect(page.getByText('还没有好友通过您的邀请码注册')).toBeVisible();
  await expect(page.locator('.invite__code')).toHaveText(person.user.uid);
  await expect(page.getByRole('img', { name: '邀请链接的二维码' })).toBeVisible();
  await page.getByRole('button', { name: '复制邀请码' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(person.user.uid);
  await page.getByRole('button', { name: '复制链接' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).pathname).toBe(`/register/${person.user.uid}`);
  await page.getByRole('button', { name: '分享海报' }).click();
  const poster = page.getByRole('dialog', { name: '分享海报' });
  await expect(poster.getByRole('img', { name: `邀请海报,邀请码 ${person.user.uid}` })).toBeVisible();
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    poster.getByRole('button', { name: '保存图片' }).click(),
  ]);
  expect(picture.suggestedFilename()).toBe(`cormorant-${person.user.uid}.png`);

  const there = await browser.newPage();
  await openAs(there, null, new URL(link).pathname);
  await expect(there.getByLabel('推荐码(选填)')).toHaveValue(person.user.uid);
  await there.getByLabel('账号').fill(freshName());
  await there.getByLabel('密码', { exact: true }).fill(password);
  await there.getByLabel('确认密码').fill(password);
  await there.getByRole('checkbox', { name: '我已阅读并同意' }).check();
  await there.getByRole('button', { name: '注册' }).click();
  await there.getByRole('dialog', { name: '3步开始' }).getByRole('button', { name: '先看看' }).click();
  await there.goto('/team');
  await expect(there.locator('.stat').filter({ hasText: '推荐人' })).toContainText(masked(person));
  const session = await there.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}'));

  await page.goto('/referral');
  await expect(row(page, masked(session))).toContainText('未绑定API');
  await expect(page.locator('main')).not.toContainText(session.user.uid);
  await page.goto('/team');
  for (const [figure, count] of [
    ['直推', '1'],
    ['团队人数', '1'],
    ['30日活跃', '0'],
  ] as const) {
    await expect(page.locator('.stat').filter({ hasText: figure })).toHaveText(`${figure}${count}`);
  }
  await row(page, masked(session)).click();
  await expect(page.getByRole('dialog')).toContainText('TA 还没有直属成员');
});

test('who is no partner is told what it is, and can set nothing, whatever the address says', async ({ page }) => {
  const person = await register();
  const member = await under(person);
  await openAs(page, person, `/my/rate?uid=${member.user.uid}`);
  await settled(page);
  await expect(page.getByText('您目前不是合伙人')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: '设置', exact: true })).toHaveCount(0);
  await page.goto('/team');
  await settled(page);
  await expect(page.getByRole('button', { name: '设置比例' })).toHaveCount(0);
});

test('a partner gives a rate, the member gives part of it on, and a lower one waits for tomorrow', async ({
  page,
  browser,
}) => {
  const { person, member, below } = await partnerOfThree();
  const there = await pageOf(browser, member, `/my/rate?uid=${below.user.uid}`);
  await expect(there.getByText('您目前不是合伙人')).toBeVisible();
  await openAs(page, person, '/my/rate');
  await row(page, masked(member)).getByRole('button', { name: '设置' }).click();
  await expect(sheet(page)).toContainText('可设 0% – 8%');
  await expect(lower(page)).toBeDisabled();
  await expect(save(page)).toBeDisabled();
  await step(page, raise, 16);
  await expect(raise(page)).toBeDisabled();
  await step(page, lower, 3);
  await expect(sheet(page).locator('output')).toHaveText('6.5%');
  await save(page).click();
  await expect(sheet(page)).toBeHidden();
  await expect(row(page, masked(member)).first()).toContainText('6.5%');

  await there.reload();
  await settled(there);
  await expect(ownRate(there)).toContainText('6.5%');
  await expect(sheet(there)).toContainText('可设 0% – 6.5%');
  await step(there, raise, 4);
  await save(there).click();
  await expect(row(there, masked(below)).first()).toContainText('2%');

  // No lower than what the member has given on.
  await page.goto(`/my/rate?uid=${member.user.uid}`);
  await expect(sheet(page)).toContainText('可设 2% – 8%');
  await step(page, lower, 9);
  await expect(lower(page)).toBeDisabled();
  await save(page).click();
  const question = page.getByRole('dialog', { name: '下调比例?' });
  await expect(question).toContainText('由 6.5% 下调为 2%');
  await question.getByRole('button', { name: '取消' }).click();
  await expect(sheet(page).locator('output')).toHaveText('2%');
  await save(page).click();
  await question.getByRole('button', { name: '确定' }).click();
  await expect(sheet(page)).toBeHidden();
  await expect(row(page, masked(member)).first()).toContainText('次日 2%');
  await expect(row(page, '6.5% → 2%')).toContainText('00:00 生效');
  await there.reload();
  await settled(there);
  await expect(ownRate(there)).toContainText('6.5%');
  await expect(row(there, '6.5% → 2%')).toContainText('00:00 生效');
  // What will be gone tomorrow cannot be given away today.
  await expect(sheet(there)).toContainText('可设 0% – 2%');
  await expect(raise(there)).toBeDisabled();
});

test('of a member who came with a higher rate than mine it is said that nothing comes of it', async ({ page }) => {
  const [person, member] = [await register(), await register()];
  await makePartner(person, 8);
  await makePartner(member, 12);
  const body = { field: 'referral', value: person.user.uid };
  expect((await api('/api/user/setInfo', { token: member.token, body })).code).toBe(1);
  await openAs(page, person, '/my/rate');
  await expect(row(page, masked(member)).first()).toContainText('无级差');
  await row(page, masked(member)).getByRole('button', { name: '设置' }).click();
  await expect(sheet(page)).toContainText('其服务费不会给您带来分润');
  await step(page, lower, 2);
  await expect(sheet(page)).not.toContainText('其服务费不会给您带来分润');
});

test('what no sheet offers is refused past it as well, and both sides keep what they have', async ({
  page,
  browser,
}) => {
  const { person, member, below } = await partnerOfThree();
  const give = async (by: Account, to: Account, rate: unknown) => {
    const { code, msg } = await api(`/api/user/teamRate?id=${to.user.uid}`, { token: by.token, body: { rate } });
    return { code, msg };
  };
  const kept = { code: 1, msg: expect.any(String) };
  expect(await give(person, member, 5)).toEqual(kept);
  expect(await give(member, below, 2)).toEqual(kept);
  for (const rate of [8.5, 60, 1.5, 0]) {
    expect(await give(person, member, rate)).toEqual({ code: 6008, msg: '比例须在2%–8%之间' });
  }
  for (const rate of ['x', '6', null, -1, 100.5, 6.005, undefined]) {
    expect(await give(person, member, rate), String(rate)).toEqual({ code: 7006, msg: '超出范围:分润比例' });
  }
  expect(await give(person, below, 3)).toEqual({ code: 6007, msg: '仅可设置直属成员' });
  expect(await give(below, member, 3)).toEqual({ code: 6007, msg: '仅可设置直属成员' });

  await openAs(page, person, '/my/rate');
  await expect(row(page, masked(member)).first()).toContainText('5%设置');
  await expect(row(page, '→')).toHaveCount(1);
  const there = await pageOf(browser, member, '/my/rate');
  await expect(ownRate(there)).toHaveText('我的分润比例5%');
  await expect(row(there, masked(below)).first()).toContainText('2%设置');
  await expect(row(there, '→')).toHaveCount(2);
});

test('a rate that is not mine to give any more is refused in words, and the sheet stays with what was chosen', async ({
  page,
}) => {
  const person = await register();
  await makePartner(person, 10);
  const member = await under(person);
  await openAs(page, person, `/my/rate?uid=${member.user.uid}`);
  await step(page, raise, 16);
  await makePartner(person, 5);
  await save(page).click();
  await expect(page.locator('.toast')).toContainText('比例须在0%–5%之间');
  await expect(sheet(page).locator('output')).toHaveText('8%');
  await page.reload();
  await expect(sheet(page)).toContainText('可设 0% – 5%');
});

test('in English the same refusal is said in English', async ({ page }) => {
  const person = await register();
  await makePartner(person, 10);
  const member = await under(person);
  await openAs(page, person, `/my/rate?uid=${member.user.uid}`, { language: 'en' });
  const english = page.getByRole('dialog', { name: /^Rate of / });
  await expect(english).toContainText('From 0% to 10%');
  const up = english.getByRole('button', { name: 'Raise by 0.5%' });
  for (let half = 0; half < 12; half += 1) await up.click();
  await makePartner(person, 5);
  await english.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.toast')).toContainText('Rate must be between 0% and 5%');
  await expect(english.locator('output')).toHaveText('6%');
});

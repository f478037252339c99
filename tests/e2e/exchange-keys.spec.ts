// Keys of exchanges, walked for real: made on the local exchange's own page, tried and bound in the app, refused where they
// may too much or too little, revoked under a running bot, replaced, and deleted.
import type { Page } from '@playwright/test';
import { keysAreDue } from './later.ts';
import { type Account, api, createGrid, expect, openAs, operate, register, test } from './person.ts';

interface MadeKey {
  readonly key: string;
  readonly secret: string;
}

const row = (page: Page, name: string) => page.locator('.row').filter({ hasText: name });
const submit = (page: Page) => page.getByRole('button', { name: /^验证并/ });
const check = (page: Page, name: string) => page.locator('.keys__check').filter({ hasText: name });

async function keyPage(): Promise<string> {
  const { data } = await api<{ exchanges: { code: string; key_url: string }[] }>('/api/market/exchanges');
  return data.exchanges.find(({ code }) => code === 'local')?.key_url ?? '';
}

/** On the exchange's page, as a newcomer: an account, and in it a key with what is ticked. */
async function openAccount(venue: Page, title: string): Promise<void> {
  await venue.goto(await keyPage());
  const form = venue.locator('form[action="/keys/accounts"]');
  await form.locator('[name="title"]').fill(title);
  await form.getByRole('button').click();
  await expect(venue.locator('section').filter({ hasText: title })).toBeVisible();
}

async function makeKey(venue: Page, title: string, rights: readonly string[], ips = ''): Promise<MadeKey> {
  const card = venue.locator('section').filter({ has: venue.getByRole('heading', { name: title, exact: true }) });
  const form = card.locator('form[action="/keys/new"]');
  await card
    .locator('details')
    .filter({ has: venue.locator('form[action="/keys/new"]') })
    .locator('summary')
    .click();
  for (const right of ['read', 'spot', 'futures', 'withdraw']) {
    await form.locator(`[name="${right}"]`).setChecked(rights.includes(right));
  }
  await form.locator('[name="ips"]').fill(ips);
  await form.getByRole('button').click();
  const key = await venue.locator('#api-key').innerText();
  return { key, secret: await venue.locator('#api-secret').innerText() };
}

async function revoke(venue: Page, { key }: MadeKey): Promise<void> {
  await venue.goto(await keyPage());
  await venue.locator(`form[action="/keys/revoke"]:has([value="${key}"])`).getByRole('button').click();
  await expect(venue.getByText(key)).toHaveCount(0);
}

async function fill(page: Page, { key, secret }: MadeKey): Promise<void> {
  await page.getByLabel('API Key', { exact: true }).fill(key);
  await page.getByLabel('Secret Key', { exact: true }).fill(secret);
  await page.getByRole('checkbox', { name: /我已在 本地交易所 添加/ }).check();
}

/** Everything that stays on the device. */
function onDevice(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]));
}

async function bind(person: Account, { key, secret }: MadeKey): Promise<void> {
  const body = { exchangeId: 'local', apiKey: key, secretKey: secret };
  const answer = await api('/api/exchanges/bind', { body, token: person.token });
  expect(answer.code, answer.msg).toBe(1);
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

  await fill(page, { ...good, secret: good.secret.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) });
  await submit(page).click();
  await expect(check(page, '密钥与签名')).toContainText('未通过');
  await expect(check(page, '连接 本地交易所')).toContainText('通过');
  await expect(check(page, 'IP 白名单')).toContainText('未检查');

  await fill(page, good);
  await submit(page).click();
  const mask = `${good.key.slice(0, 4)}****${good.key.slice(-4)}`;
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
    [['read'], '', '读取与现货交易权限', 'API权限不足(需读取与现货交易权限)'],
    [['read', 'spot'], '203.0.113.7', 'IP 白名单', '请将服务器IP加入API白名单'],
  ] as const) {
    await fill(page, await makeKey(venue, person.account, rights, ips));
    await submit(page).click();
    await expect(check(page, failed)).toContainText('未通过');
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
  }
  await page.goto('/bind/mtgox');
  await expect(page).toHaveURL('/bind');
});

test('a revoked key pauses the bot with a way to replace it, and keeps what bots need', async ({ page, context }) => {
  const venue = await context.newPage();
  const person = await register();
  await openAccount(venue, person.account);
  const first = await makeKey(venue, person.account, ['read', 'spot'], '127.0.0.1');
  await bind(person, first);
  const bot = await createGrid(person);
  await revoke(venue, first);
  await keysAreDue(person.user.uid);
  await openAs(page, person, `/strategy/detail/${bot}`);
  await expect(page.getByText('API密钥失效,已停止开仓,止盈止损仍有效', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: '恢复', exact: true }).click();
  const refused = page.getByRole('dialog').filter({ hasText: 'API密钥无效' });
  await refused.getByRole('button', { name: '更换密钥' }).click();
  await expect(page).toHaveURL('/bind/local');
  await expect(page.getByText('密钥未通过检查:API密钥无效')).toBeVisible();
  await expect(page.getByText('密钥通过检查之前,新建的策略使用您在本地交易所的模拟账户')).toBeVisible();

  await page.getByRole('button', { name: '删除密钥' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click();
  await expect(page.getByRole('dialog', { name: '密钥正在使用' })).toBeVisible();
  await page.getByRole('button', { name: '取消', exact: true }).click();

  await venue.goto(await keyPage());
  await page.getByRole('button', { name: '更换密钥' }).click();
  await fill(page, await makeKey(venue, person.account, ['read', 'spot']));
  await submit(page).click();
  await expect(page.getByText('该密钥未绑定 IP')).toBeVisible();
  await operate(person, bot, 'resume');
  await operate(person, bot, 'stop');
});

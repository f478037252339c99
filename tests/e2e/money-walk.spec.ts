// The whole way of money, as issue 6 wants it shown: three people who came by each other's links, coin in from the chain, fuel,
// a bot by a key whose profit is charged, shares at both uplines, a transfer, a withdrawal that an operator approves and the
// chain pays; then the books are proved. Every figure is asserted to its last unit, and what the bot earned is taken from
// the exchange's own trades. The product and the exchange that plays Binance's part are this file's own.
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createPublicClient, erc20Abi, http } from 'viem';
import { LOCAL_USDT } from '../../commands/local-money.ts';
import { type Running, runVenue } from '../trading/processes.ts';
import { madeBots, startFromEditor } from './every-editor.ts';
import { type MadeKey, makeKey, maskOf } from './key-page.ts';
import { firstOperator } from './operator.ts';
import { type Account, api, expect, freshName, openAs, password, settled, test } from './person.ts';
import { launchProduct, type Product } from './product.ts';
import { writeRisingTape } from './rising-tape.ts';

const PAYMENT = '739164';
const TARGET = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
test.use({ actionTimeout: 20_000 });
const slow = { timeout: 90_000 };
const E8 = 100_000_000n;
let product: Product;
let binance: Running;
const folder = mkdtempSync(join(tmpdir(), 'cormorant-rising-'));
const shared = process.env['E2E_ORIGIN'];

test.beforeAll(async () => {
  test.setTimeout(180_000);
  binance = await runVenue({ ...writeRisingTape(folder), lockstep: false });
  const at = { TRADE_AT: 'binance', EXCHANGE_URLS: `binance=${binance.url}` };
  product = await launchProduct(() => 'generated:7', at);
  process.env['E2E_ORIGIN'] = product.origin;
});

test.afterAll(async () => {
  if (shared === undefined) delete process.env['E2E_ORIGIN'];
  else process.env['E2E_ORIGIN'] = shared;
  await product?.stop();
  await binance?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** In units of 1e-8. */
const units = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const all = BigInt(whole + fraction.slice(0, 8).padEnd(8, '0'));
  return text.startsWith('-') ? -all : all;
};
const text = (amount: bigint): string =>
  `${amount / E8}.${(amount % E8).toString().padStart(8, '0')}`.replace(/\.?0+$/, '');
/** Cut to two decimals, or four below one, as screens do. */
const shown = (amount: bigint): string => {
  const [whole = '', fraction = ''] = `${amount / E8}.${(amount % E8).toString().padStart(8, '0')}`.split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction.slice(0, whole === '0' ? 4 : 2)}`;
};

interface Someone extends Pick<Account, 'account' | 'token' | 'user'> {
  readonly page: Page;
}

async function comes(page: Page, link: string): Promise<Someone> {
  const account = freshName();
  await openAs(page, null, link);
  await page.getByLabel('账号').fill(account);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByLabel('确认密码').fill(password);
  await page.getByRole('checkbox', { name: '我已阅读并同意' }).check();
  await page.getByRole('button', { name: '注册' }).click();
  await page.getByRole('dialog', { name: '3步开始' }).getByRole('button', { name: '先看看' }).click();
  const session = await page.evaluate(() => localStorage.getItem('session'));
  return { account, page, ...(JSON.parse(session ?? '{}') as Pick<Account, 'token' | 'user'>) };
}

async function linkOf({ page }: Someone): Promise<string> {
  await page.goto('/referral');
  await expect(page.locator('.invite__link')).toContainText('/register/');
  return page.locator('.invite__link').innerText();
}

async function deposit({ page }: Someone): Promise<void> {
  await page.goto('/my/deposit');
  await expect(page.getByRole('img', { name: '充值地址二维码' })).toBeVisible(slow);
  const [faucet] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: '领取测试币' }).click(),
  ]);
  await faucet.getByRole('button', { name: /发放测试币/ }).click();
  await expect(faucet.getByRole('status')).toContainText('已发放');
  await faucet.close();
  await expect(page.getByText(/^确认中 \d+\/15$/)).toBeVisible(slow);
  await expect(page.getByText('已到账')).toBeVisible(slow);
}

async function setPayment({ page }: Someone): Promise<void> {
  await page.goto('/my/password/payment');
  await page.getByLabel('新支付密码', { exact: true }).fill(PAYMENT);
  await page.getByLabel('再次输入新支付密码', { exact: true }).fill(PAYMENT);
  await page.getByLabel('登录密码').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '支付密码已设置' })).toBeVisible();
}

async function toFuel({ page }: Someone, amount: string): Promise<void> {
  await page.goto('/my/asset/fuel?sheet=convert');
  const sheet = page.getByRole('dialog', { name: '兑换' });
  await sheet.getByLabel('数量').fill(amount);
  await sheet.getByLabel('支付密码').fill(PAYMENT);
  await sheet.getByRole('button', { name: '确认兑换' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.locator('.hero__value, .hero').first()).toContainText(`${amount}.00`);
}

async function bindKey({ account, page }: Someone): Promise<MadeKey> {
  const venue = await page.context().newPage();
  const body = new URLSearchParams({ title: account, usdt: '9000' });
  await fetch(`${binance.url}/keys/accounts`, { method: 'POST', headers: { accept: 'application/json' }, body });
  await venue.goto(`${binance.url}/keys`);
  const key = await makeKey(venue, account, ['read', 'spot'], '127.0.0.1');
  await venue.close();
  await page.goto('/bind/binance');
  await page.getByLabel('API Key', { exact: true }).fill(key.key);
  await page.getByLabel('Secret Key', { exact: true }).fill(key.secret);
  await page.getByRole('button', { name: /^验证并/ }).click();
  await expect(page.getByText(maskOf(key))).toBeVisible();
  return key;
}

interface Trade {
  readonly isBuyer: boolean;
  readonly qty: string;
  readonly quoteQty: string;
  readonly commission: string;
  readonly commissionAsset: string;
}

/** What the exchange says the account's trades brought. A buy costs coin, and all that is left of it was sold. */
async function earnedAt({ key, secret }: MadeKey): Promise<bigint> {
  const query = `symbol=BTCUSDT&timestamp=${Date.now()}`;
  const signature = createHmac('sha256', secret).update(query).digest('hex');
  const url = `${binance.url}/api/v3/myTrades?${query}&signature=${signature}`;
  const trades = (await (await fetch(url, { headers: { 'x-mbx-apikey': key } })).json()) as Trade[];
  const sum = (isBuyer: boolean, what: 'qty' | 'quoteQty' | 'commission') =>
    trades.reduce((all, trade) => (trade.isBuyer === isBuyer ? all + units(trade[what]) : all), 0n);
  for (const { commissionAsset, isBuyer } of trades) expect(commissionAsset).toBe(isBuyer ? 'BTC' : 'USDT');
  expect(sum(false, 'qty')).toBe(sum(true, 'qty') - sum(true, 'commission'));
  return sum(false, 'quoteQty') - sum(false, 'commission') - sum(true, 'quoteQty');
}

/** One round of a martingale, to its target. */
async function runBot(person: Someone): Promise<void> {
  const { page } = person;
  await page.goto('/strategy/martin/binance/martin-spot?symbol=BTC%2FUSDT');
  await settled(page);
  const money = { 投资金额: '2000', 首单额度: '900', 做单数量: '2', 倍投倍数: '1' };
  const fields = { ...money, 补仓跌幅: '5', 止盈比例: '0.8', 盈利回调: '0' };
  for (const [name, value] of Object.entries(fields))
    await page.getByRole('textbox', { name, exact: true }).fill(value);
  await page.getByRole('radio', { name: '单次' }).click();
  await startFromEditor(page);
  const state = async () => (await madeBots({ ...person, password, bots: [] })).map(({ status }) => status);
  await expect.poll(state, { timeout: 120_000 }).toEqual(['stopped']);
}

/** By half percents, up from nothing. */
async function giveRate({ page }: Someone, member: Someone, percent: number): Promise<void> {
  await page.goto(`/my/rate?uid=${member.user.uid}`);
  const sheet = page.getByRole('dialog', { name: /^设置 .+ 的比例$/ });
  for (let half = 0; half < percent * 2; half += 1) await sheet.getByRole('button', { name: '上调 0.5%' }).click();
  await expect(sheet.locator('output')).toHaveText(`${percent}%`);
  await sheet.getByRole('button', { name: '保存' }).click();
  await expect(sheet).toBeHidden();
}

interface Holding {
  readonly available: string;
  readonly fuel_paid: string;
  readonly points: string;
  readonly income_total: string;
}

const holdingOf = async ({ token }: Pick<Someone, 'token'>) =>
  (await api<Holding>('/api/user/account', { token })).data;

/** The result in the bill, opened to how its fee was counted. */
async function openCharge({ page }: Someone): Promise<void> {
  await page.getByRole('link', { name: /收益由哪些成交构成/ }).click();
  await settled(page);
  await page.locator('.list button.row').first().click();
  await page.getByRole('dialog', { name: '这笔收益怎么来的' }).getByRole('button', { name: '看计算过程' }).click();
  await expect(page).toHaveURL(/\/my\/charge\/\d+$/);
}

async function transfer({ page }: Someone, to: Someone, amount: string): Promise<void> {
  await page.goto('/my/asset/balance?sheet=transfer');
  const sheet = page.getByRole('dialog', { name: '转账给其他用户' });
  await sheet.getByLabel('收款人 UID').fill(to.user.uid);
  await sheet.getByLabel('数量').fill(amount);
  await sheet.getByLabel('备注(选填)').fill('房租');
  await sheet.getByRole('button', { name: '下一步' }).click();
  await expect(sheet).toContainText(to.user.uid);
  await sheet.getByLabel('支付密码').fill(PAYMENT);
  await sheet.getByRole('button', { name: '确认转账' }).click();
  await expect(sheet).toBeHidden();
}

async function withdraw({ page }: Someone, amount: string): Promise<string> {
  await page.goto('/my/withdraw');
  await settled(page);
  await page.getByLabel('提现地址').fill(TARGET);
  await page.getByLabel('提现数量').fill(amount);
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('dialog', { name: '输入支付密码' }).getByLabel('支付密码').fill(PAYMENT);
  await expect(page.getByText('待审核').first()).toBeVisible(slow);
  const [number = ''] = /W\d{14}/.exec(await page.locator('main').innerText()) ?? [];
  return number;
}

/** What the token on the chain says of the address. */
async function onChain(): Promise<bigint> {
  const port = readFileSync(join(product.dataDir, 'chain', 'port'), 'utf8').trim();
  const client = createPublicClient({ transport: http(`http://127.0.0.1:${port}`) });
  return client.readContract({ address: LOCAL_USDT, abi: erc20Abi, functionName: 'balanceOf', args: [TARGET] });
}

async function seesShare({ page }: Someone, amount: bigint): Promise<void> {
  await page.goto('/team');
  await expect(page.locator('.card').filter({ hasText: '累计分润' }).first()).toContainText(shown(amount).slice(0, 4));
  await page.goto('/my/asset/balance');
  await expect(page.locator('.list .row').filter({ hasText: '分润' })).toContainText(`+${shown(amount)}`);
}

test('money walks from a registration by a link to a withdrawal on the chain, and the books hold', async ({
  browser,
  page,
}) => {
  test.setTimeout(420_000);
  const ann = await firstOperator(product.dataDir, 'ann');
  const top = await comes(await browser.newPage(), '/register');
  await ann('rate', top.user.uid, '--amount', '50', '--reason', 'root partner');
  const middle = await comes(await browser.newPage(), await linkOf(top));
  await giveRate(top, middle, 10);
  const person = await comes(page, await linkOf(middle));

  await deposit(person);
  await setPayment(person);
  await toFuel(person, '100');
  const key = await bindKey(person);
  await runBot(person);

  // A fifth of what the trades brought, cut to 1e-8; the uplines have 10 %, and 50 % less those 10.
  const charge = (await earnedAt(key)) / 5n;
  expect(charge).toBeGreaterThan(E8 / 2n);
  const shares = { middle: charge / 10n, top: (charge * 4n) / 10n };
  await expect.poll(async () => (await holdingOf(person)).fuel_paid).toBe(text(100n * E8 - charge));
  await openCharge(person);
  await expect(page.locator('main')).toContainText(text(charge));
  for (const share of Object.values(shares)) await expect(page.locator('main')).toContainText(text(share));
  expect(await holdingOf(top)).toMatchObject({ available: text(shares.top), income_total: text(shares.top) });
  expect(await holdingOf(middle)).toMatchObject({ available: text(shares.middle), income_total: text(shares.middle) });
  await seesShare(top, shares.top);
  await seesShare(middle, shares.middle);
  // The payment password 20, the first key 50, and one for each unit of fuel that was consumed.
  expect((await holdingOf(person)).points).toBe(text(70n * E8 + (charge / 1_000_000n) * 1_000_000n));

  const friend = await comes(await browser.newPage(), '/register');
  await transfer(person, friend, '123.45678901');
  await friend.page.goto('/my/asset/balance');
  await settled(friend.page);
  await expect(friend.page.locator('.list .row')).toContainText('+123.45');
  await expect(friend.page.locator('.list .row')).toContainText('房租');
  expect((await holdingOf(friend)).available).toBe('123.45678901');

  const number = await withdraw(person, '200');
  expect(await ann('withdraw', 'list')).toContain(`${number}  `);
  expect(await onChain()).toBe(0n);
  expect(await ann('withdraw', 'approve', number, '--reason', 'known to us')).toContain(`${number}: approved`);
  await expect(page.getByText('已完成').first()).toBeVisible({ timeout: 180_000 });
  expect(await onChain()).toBe(199n * 10n ** 18n);
  expect((await holdingOf(person)).available).toBe('576.54321099');

  // What people could take out: 900 of the balance less what left, the rest of the fuel, and the shares.
  const owed = 800n * E8 - charge + shares.middle + shares.top;
  const proof = await ann('ledger', 'prove');
  expect(proof).toContain(`users could take out ${text(owed)}, coin 801`);
  expect(proof).toContain('the ledger holds');
  expect(await ann('audit', 'verify')).toMatch(/^3 rows follow from each other/);
  const health = await (await fetch(`${product.origin}/healthz`)).json();
  // An alarm of the job that proves the books would stand here.
  expect(health).toEqual({ status: 'ok' });
});

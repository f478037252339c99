// A funding arbitrage, a triangle and a cross arbitrage from the chooser to their results: opened by what the tapes pay, seen
// leg by leg, closed as one. The product is this file's own, because shorts must be paid and the triangle must pay; a second
// local exchange with another price stands where it looks for Binance.
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Running, runVenue } from '../trading/processes.ts';
import { axeFaults } from './axe.ts';
import { expectRunning, madeBots } from './every-editor.ts';
import { type MadeKey, makeKey } from './key-page.ts';
import { writeLegsTapes, writeOtherTape } from './legs-tape.ts';
import { api, expect, openAs, register, settled, test } from './person.ts';
import { launchProduct, type Product } from './product.ts';

test.describe.configure({ mode: 'serial' });

let product: Product;
let other: Running;
const folder = mkdtempSync(join(tmpdir(), 'cormorant-other-'));
const shared = process.env['E2E_ORIGIN'];
/** Something that the tape brings within days of its own time. */
const soon = { timeout: 90_000 };

test.beforeAll(async () => {
  test.setTimeout(180_000);
  other = await runVenue({ ...writeOtherTape(folder), lockstep: false });
  product = await launchProduct(writeLegsTapes, { TRADE_AT: 'binance', EXCHANGE_URLS: `binance=${other.url}` });
  process.env['E2E_ORIGIN'] = product.origin;
  await threeDaysOfTape();
});

test.afterAll(async () => {
  if (shared === undefined) delete process.env['E2E_ORIGIN'];
  else process.env['E2E_ORIGIN'] = shared;
  await product?.stop();
  await other?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const card = (page: Page, name: string) => page.locator('section.card', { has: page.getByRole('heading', { name }) });
const sheet = (page: Page) => page.getByRole('dialog', { name: '确认启动策略' });

/** A funding arbitrage opens by the rates of three days: the tape must have run for so long. */
async function threeDaysOfTape(): Promise<void> {
  const path = '/api/market/candles?exchange=local&market=futures&symbol=ETH/USDT&timeframe=1h&limit=100';
  await expect
    .poll(async () => (await api<{ list: readonly unknown[] }>(path)).data.list.length, soon)
    .toBeGreaterThanOrEqual(80);
}

async function confirmStart(page: Page): Promise<void> {
  await page.getByRole('button', { name: '保存并启动' }).click();
  await expect(sheet(page).getByText('极端行情或交易所故障时,可能损失全部投入。')).toBeVisible();
  await sheet(page).getByRole('checkbox', { name: '我了解可能损失全部投入' }).check();
  await sheet(page).getByRole('button', { name: '确认并启动' }).click();
  await expect(page).toHaveURL(/\/strategy\/detail\/\d+$/);
}

async function stop(page: Page): Promise<void> {
  await page.getByRole('button', { name: '停止', exact: true }).click();
  const stopping = page.getByRole('dialog', { name: /^停止/ });
  await stopping.getByRole('button', { name: '停止策略' }).click();
  await expect(page.locator('.pill').first()).toHaveText('已停止');
}

test('a funding arbitrage says what it costs, hedges both legs, is paid, and closes them into one result', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const person = await register();
  await openAs(page, person, '/strategy/martin');
  await page.getByRole('link', { name: /期现套利/ }).click();
  await settled(page);
  const preview = card(page, '对冲预览');
  // 0.72 % in three days at 2x: 0.0072 / 3 * 365 * 2 / 3.
  await expect(preview).toContainText('58.40%');
  await expect(preview).toContainText('0.30%');
  await expect(preview).toContainText(/1\.25 \/ 最长 7 天/);
  await page.getByRole('textbox', { name: '投资金额' }).fill('900');
  await expect(preview).toContainText(/现货账户需要600\.00/);
  await expect(preview).toContainText(/合约账户需要300\.00/);
  await expect(card(page, '最坏情况')).toContainText('空头预估强平价');
  expect(await axeFaults(page)).toEqual([]);
  await page.getByLabel('空头杠杆').fill('4');
  await page.getByRole('button', { name: '保存并启动' }).click();
  await expect(page.getByText('空头杠杆须在 1–3 之间')).toBeInViewport();
  await page.getByLabel('空头杠杆').fill('2');
  await confirmStart(page);
  await expectRunning(person, { type: 'arbitrage', market: 'futures' }, /holding/);

  const legs = page.getByRole('table').filter({ hasText: '强平价' });
  await expect(legs.getByRole('row', { name: /方向/ })).toHaveText('方向买入做空');
  await expect(legs.getByRole('row', { name: /数量/ })).toHaveText(/^数量0\.\d+0\.\d+$/);
  await expect(legs.getByRole('row', { name: /强平价/ })).toHaveText(/--[\d,]+\.\d\d$/);
  await expect(card(page, '套利状态')).toContainText('已对冲');
  await expect(card(page, '套利状态')).toContainText(/下次资金费\d\d-\d\d \d\d:00/);
  const paid = card(page, '资金费记录');
  await expect(paid).toContainText(/\+0\.0800%\+\d\.\d{4}/, soon);
  const [realised, open, total] = (await page.locator('.sum dd').allTextContents()).map((text) =>
    Number(text.replace(/,/g, '').replace('−', '-')),
  );
  expect((realised ?? 0) + (open ?? 0)).toBeCloseTo(total ?? Number.NaN, 4);

  expect(await axeFaults(page)).toEqual([]);

  await stop(page);
  await expect(legs.getByRole('row', { name: /数量/ })).toHaveText(/^数量0(\.0000\d+)?0$/);
  await expect(page.getByText('各腿留在交易所')).toBeHidden();
  await page.getByRole('link', { name: /收益由哪些成交构成/ }).click();
  await settled(page);
  await expect(page.getByText(/第 \d+ 笔 · 2 腿合计/)).toBeVisible();
  const rows = page.locator('.list button.row');
  await expect(rows).toHaveCount(2);
  await rows.filter({ hasText: '合约' }).click();
  const result = page.getByRole('dialog', { name: '这笔收益怎么来的' });
  await expect(result).toContainText('核对一致');
  await expect(result).toContainText(/\+0\.0800%\+\d\.\d{4}/);
  await expect(result).toContainText(/各腿合计[+−]\d/);
});

test('a triangle waits for a gap, goes round and comes back to USDT', async ({ page }) => {
  test.setTimeout(180_000);
  const person = await register();
  await openAs(page, person, '/strategy/martin/local/arbitrage-spot');
  await settled(page);
  // It does not begin with the coin that it goes through.
  await expect(page.getByRole('button', { name: /ETH/ })).toBeVisible();
  const preview = card(page, '机会预览');
  await expect(preview).toContainText(/USDTBTCETHUSDT/);
  await expect(preview).toContainText(/此刻扣费后 [−\d]/);
  await expect(preview).toContainText('机会少而短');
  await page.getByLabel('经由币种').selectOption('BTC');
  await page.getByRole('textbox', { name: '投资金额' }).fill('600');
  await confirmStart(page);
  await expectRunning(person, { type: 'arbitrage', market: 'spot' }, /waiting|opening|holding/);

  const legs = page.getByRole('table').filter({ hasText: '挂单' });
  await expect(legs.getByRole('columnheader')).toHaveText(['交易对', 'BTC/USDT', 'ETH/BTC', 'ETH/USDT']);
  await expect(page.locator('.stat', { hasText: '完成次数' })).not.toContainText('完成次数0', soon);
  await expect(page.locator('.sum dd').first()).toHaveText(/^\+/);
  await expect(card(page, '机会统计')).toContainText(/已执行[1-9]/);
  await expect(page.getByText(/三腿完成,已换回 USDT/).first()).toBeVisible();
  await stop(page);
  await page.getByRole('link', { name: /收益由哪些成交构成/ }).click();
  await settled(page);
  // One result in USDT, whatever coins it went through.
  await page.locator('.list button.row').first().click();
  const result = page.getByRole('dialog', { name: '这笔收益怎么来的' });
  await expect(result).toContainText('ETH/BTC 现货');
  await expect(result).toContainText(/各腿合计[+−]\d/);
  expect(await madeBots(person)).toHaveLength(1);
});

/** A key of an account at the other exchange, made on its page. */
async function keyThere(venue: Page, title: string): Promise<MadeKey> {
  const body = new URLSearchParams({ title, usdt: '5000' });
  await fetch(`${other.url}/keys/accounts`, { method: 'POST', headers: { accept: 'application/json' }, body });
  await venue.goto(`${other.url}/keys`);
  return makeKey(venue, title, ['read', 'spot'], '127.0.0.1');
}

/** As its owner buys coin there. */
async function buyThere({ key, secret }: MadeKey, quantity: string): Promise<void> {
  const order = { symbol: 'ETHUSDT', side: 'BUY', type: 'MARKET', quantity, timestamp: String(Date.now()) };
  const query = new URLSearchParams(order).toString();
  const signature = createHmac('sha256', secret).update(query).digest('hex');
  const url = `${other.url}/api/v3/order?${query}&signature=${signature}`;
  const answer = await fetch(url, { method: 'POST', headers: { 'x-mbx-apikey': key } });
  expect(await answer.json()).toMatchObject({ status: 'FILLED' });
}

test('a cross arbitrage asks for key and coin at the other exchange, trades where both prices differ, and shows both sides', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  const person = await register();
  const editor = '/strategy/martin/local/arbitrage-spot?symbol=ETH%2FUSDT';
  await openAs(page, person, editor);
  await settled(page);
  await page.getByRole('radio', { name: '跨交易所' }).click();
  await page.getByLabel('另一家交易所').selectOption('binance');
  await page.getByRole('textbox', { name: '投资金额' }).fill('900');
  const preview = card(page, '机会预览');
  await expect(preview).toContainText(/此刻扣费后 [−\d]/);
  await expect(preview).toContainText(/本地交易所需要 USDT450\.00/);
  await expect(preview).toContainText(/币安 Binance需要 ETH0\.1[45]/);
  await page.getByRole('button', { name: '去绑定' }).click();
  await expect(page).toHaveURL('/bind/binance');

  const key = await keyThere(await context.newPage(), person.account);
  await page.getByLabel('API Key', { exact: true }).fill(key.key);
  await page.getByLabel('Secret Key', { exact: true }).fill(key.secret);
  await page.getByRole('button', { name: /^验证并/ }).click();
  await expect(page.getByText(`${key.key.slice(0, 4)}****${key.key.slice(-4)}`)).toBeVisible();

  // What was typed is still there.
  await page.goto(editor);
  await settled(page);
  await expect(page.getByRole('textbox', { name: '投资金额' })).toHaveValue('900');
  await expect(preview.getByText('币安 Binance的 ETH 不够')).toBeVisible();
  await buyThere(key, '0.5');
  await page.reload();
  await settled(page);
  await expect(preview.getByText(/可用 0\.[45]/)).toBeVisible();
  await expect(preview.getByText('币安 Binance的 ETH 不够')).toBeHidden();
  expect(await axeFaults(page)).toEqual([]);
  await confirmStart(page);
  await expectRunning(person, { type: 'arbitrage', market: 'spot' }, /waiting|opening|holding/);

  const legs = page.getByRole('table').filter({ hasText: '挂单' });
  await expect(legs.getByRole('columnheader')).toHaveText(['ETH', '本地交易所', '币安 Binance']);
  await expect(legs.getByRole('row', { name: /数量/ })).toHaveText(/0\.\d+$/);
  await expect(page.locator('.stat', { hasText: '完成次数' })).not.toContainText('完成次数0', soon);
  await expect(card(page, '机会统计')).toContainText(/已执行[1-9]/);
  // Both sides hold something of the coin once a trade went over them.
  await expect(legs.getByRole('row', { name: /数量/ })).toHaveText(/^数量0\.\d+0\.\d+$/);
  const [made] = await madeBots(person);
  expect(made).toMatchObject({ position_count: 2 });
  expect(await axeFaults(page)).toEqual([]);
  await stop(page);
  await expect(legs.getByRole('row', { name: /数量/ })).toHaveText(/^数量0(\.0000\d+)?0(\.0000\d+)?$/);
});

// A martingale on spot and one on contracts over prices that rise and fall in waves: opened, added to by itself and by hand,
// closed at its target, stopped with the question how. The product is this file's own, because the price must move.
import type { Page } from '@playwright/test';
import { startFromEditor } from './every-editor.ts';
import { type Account, api, expect, openAs, register, settled, test } from './person.ts';
import { launchProduct, type Product } from './product.ts';
import { writeWaveTapes } from './wave-tape.ts';

test.describe.configure({ mode: 'serial' });

let product: Product;
const shared = process.env['E2E_ORIGIN'];

test.beforeAll(async () => {
  test.setTimeout(180_000);
  product = await launchProduct(writeWaveTapes);
  process.env['E2E_ORIGIN'] = product.origin;
});

test.afterAll(async () => {
  if (shared === undefined) delete process.env['E2E_ORIGIN'];
  else process.env['E2E_ORIGIN'] = shared;
  await product?.stop();
});

async function create(person: Account, type: 'spot' | 'futures', params: Record<string, string>): Promise<number> {
  const body = {
    type_id: type === 'spot' ? 1 : 2,
    exchange: 'local',
    market: type,
    symbol: 'BTC/USDT',
    investment: '1500',
    params: { first_amount: '20', max_positions: '5', multiplier: '1.5', loop_interval: '60', ...params },
    risk_ack: 1,
    start: 1,
  };
  const answer = await api<{ id: number }>('/api/user/botCreate', { body, token: person.token });
  expect(answer.code, answer.msg).toBe(1);
  return answer.data.id;
}

const tight = { add_drop: '0.4', add_callback: '0', take_profit: '0.6', tp_callback: '0.1', guard_drop: '5' };
const calm = { add_drop: '20', add_callback: '0', take_profit: '40', tp_callback: '0', max_positions: '3' };

const card = (page: Page, name: string) => page.locator('section.card', { has: page.getByRole('heading', { name }) });

async function expectSum(page: Page): Promise<void> {
  const shown = await page.locator('.sum dd').allTextContents();
  const [realised, open, total] = shown.map((text) => Number(text.replace(/,/g, '').replace('−', '-')));
  expect((realised ?? 0) + (open ?? 0)).toBeCloseTo(total ?? Number.NaN, 4);
}

for (const type of ['spot', 'futures'] as const) {
  test(`a ${type} martingale opens, adds and takes its profit on the screen`, async ({ page }) => {
    test.setTimeout(260_000);
    const person = await register();
    const id = await create(person, type, tight);
    await openAs(page, person, `/strategy/detail/${id}`);
    await settled(page);
    await expect(card(page, '补仓阶梯')).toBeVisible();
    await expect(page.locator('.levels')).toContainText('持仓均价');
    await expect(page.locator('.table .on')).not.toHaveCount(0);
    // Its first add, by itself.
    await expect(card(page, '补仓阶梯')).toContainText(/已补仓 [1-4]\/4/, { timeout: 90_000 });
    await expectSum(page);
    // The round ends at the target, after the price was followed.
    await expect(page.locator('.stat', { hasText: '完成轮次' })).not.toContainText('完成轮次0', { timeout: 90_000 });
    await expect(page.locator('.sum dd').first()).toHaveText(/^\+/);
    await expectSum(page);
    await page.getByRole('tab', { name: '持仓历史' }).click();
    await expect(page.getByText('已结束').first()).toBeVisible();
  });
}

test('adding by hand says before what it does, and does it once', async ({ page }) => {
  const person = await register();
  const id = await create(person, 'futures', { ...calm, leverage: '3', stop_loss: '10' });
  const asked: string[] = [];
  await page.route('**/api/user/botOperation*', async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('amount') ?? '');
    await route.continue();
  });
  await openAs(page, person, `/strategy/detail/${id}`);
  await settled(page);
  await expect(page.locator('.pill').first()).toHaveText('持仓中');
  await page.getByRole('button', { name: '手动补仓' }).click();
  const sheet = page.getByRole('dialog', { name: /^手动补仓/ });
  await expect(sheet.getByRole('radio', { name: '按策略的下一单' })).toBeChecked();
  await expect(sheet).toContainText('约 30.00 USDT');
  await sheet.getByText('自定义金额').click();
  const amount = sheet.getByLabel('金额', { exact: true });
  for (const [typed, told] of [
    ['abc', /金额格式不正确/],
    ['-5', /金额不能低于/],
    ['1', /金额不能低于/],
    ['99999', /金额不能高于/],
  ] as const) {
    await amount.fill(typed);
    await amount.blur();
    await expect(sheet.getByRole('alert')).toContainText(told);
    await expect(sheet.getByRole('button', { name: '确认补仓' })).toBeDisabled();
  }
  await amount.fill('90');
  const effect = sheet.getByRole('region', { name: '补仓后(按现价估算)' });
  await expect(effect).toContainText('预估强平价');
  await expect(effect.getByText('--')).toHaveCount(0);
  await sheet.getByRole('button', { name: '确认补仓' }).click();
  await expect(sheet).toBeHidden();
  await expect(card(page, '补仓阶梯')).toContainText('已补仓 1/2');
  expect(asked).toEqual(['90']);
});

test('a martingale of both sides is made in the editor, shows both, and asks which side is added to', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const person = await register();
  await openAs(page, person, '/strategy/martin/local/martin-futures?symbol=BTC%2FUSDT');
  await settled(page);
  await page.getByRole('radio', { name: '双向' }).click();
  await page.getByRole('radio', { name: '稳健' }).click();
  // Far enough that no round ends while it is looked at.
  await page.getByLabel('止盈比例').fill('30');
  const ladder = card(page, '阶梯预览');
  await expect(ladder.getByRole('region', { name: '做多' })).toBeVisible();
  await expect(ladder.getByRole('region', { name: '做空' })).toBeVisible();
  await expect(page.locator('main [data-worst]').locator('..')).toContainText('两侧先后止损');
  await startFromEditor(page);
  await settled(page);
  const sides = card(page, '双向持仓');
  await expect(sides.getByRole('columnheader', { name: /^做多/ })).toBeVisible();
  await expect(sides.getByRole('columnheader', { name: /^做空/ })).toBeVisible();
  await expect(card(page, '补仓阶梯')).toHaveCount(2);
  await sides.getByRole('button', { name: '手动补仓' }).click();
  const sheet = page.getByRole('dialog', { name: /^手动补仓/ });
  await expect(sheet.getByRole('radio', { name: '做多' })).toBeChecked();
  await sheet.getByText('做空', { exact: true }).click();
  await expect(sheet.getByText('卖出数量')).toBeVisible();
  await sheet.getByRole('button', { name: '确认补仓' }).click();
  await expect(sheet).toBeHidden();
  await expect(card(page, '补仓阶梯').nth(1)).toContainText('已补仓 1/');
  await expect(card(page, '补仓阶梯').first()).toContainText('已补仓 0/');
});

test('stopping asks how: a kept position is warned about, a closed one is gone', async ({ page }) => {
  const person = await register();
  const kept = await create(person, 'spot', calm);
  await openAs(page, person, `/strategy/detail/${kept}`);
  await settled(page);
  await expect(page.locator('.pill').first()).toHaveText('持仓中');
  await page.getByRole('button', { name: '停止', exact: true }).click();
  const stopping = page.getByRole('dialog', { name: /^停止/ });
  await expect(stopping.getByRole('radio', { name: '市价平仓' })).toBeChecked();
  await stopping.getByText('保留持仓').click();
  await expect(stopping.getByText(/没有策略看管/)).toBeVisible();
  await stopping.getByRole('button', { name: '停止策略' }).click();
  await expect(page.locator('.pill').first()).toHaveText('已停止');
  await expect(page.getByText('持仓留在交易所,没有止盈止损,也没有策略看管。')).toBeVisible();
  await expect(page.getByRole('button', { name: '删除' })).toBeHidden();

  const closed = await create(person, 'futures', calm);
  await page.goto(`/strategy/detail/${closed}`);
  await settled(page);
  await expect(page.locator('.pill').first()).toHaveText('持仓中');
  await page.getByRole('button', { name: '停止', exact: true }).click();
  await stopping.getByRole('button', { name: '停止策略' }).click();
  await expect(page.locator('.pill').first()).toHaveText('已停止');
  await expect(page.getByText('当前没有持仓')).toBeVisible();
  await page.goto('/strategy');
  await expect(page.getByRole('radio', { name: '现货' })).toBeChecked();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('radio', { name: '合约' }).click();
  await expect(page.getByRole('article')).toContainText('多 3x');
});

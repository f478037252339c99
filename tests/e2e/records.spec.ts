// Bill, files, batch, positions and the log on the screens: every figure that is shown opens into what it is the sum of.
// PICTURES=<folder> also takes each of them in both languages, both themes and both widths.
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import {
  type Account,
  api,
  createGrid,
  expect,
  type Look,
  openAs,
  operate,
  register,
  settled,
  test,
} from './person.ts';

const looks: readonly (Look & { readonly width: number; readonly height: number })[] = [
  { language: 'zh', theme: 'light', width: 390, height: 844 },
  { language: 'en', theme: 'dark', width: 390, height: 844 },
  { language: 'zh', theme: 'dark', width: 1280, height: 800 },
  { language: 'en', theme: 'light', width: 1280, height: 800 },
];

async function pictures(page: Page, person: Account, name: string, path: string, act?: (page: Page) => Promise<void>) {
  const folder = process.env['PICTURES'];
  if (folder === undefined) return;
  test.slow();
  for (const { width, height, ...look } of looks) {
    const context = await page.context().browser()?.newContext({ viewport: { width, height }, hasTouch: true });
    const other = await context?.newPage();
    if (context === undefined || other === undefined) throw new Error('no browser');
    await openAs(other, person, path, look);
    await settled(other);
    await act?.(other);
    await other.waitForTimeout(400);
    await other.screenshot({ path: `${folder}/${name}-${look.language}-${look.theme}-${width}.png` });
    await context.close();
  }
}

/** A finger that rests on it until something answers. */
async function restOn(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('nothing to rest on');
  const finger = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + 40 }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await expect(page.getByRole('toolbar', { name: '批量操作' })).toBeVisible();
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** A person with one result: a grid that was stopped, and so sold what it held. */
async function withResult(): Promise<{ person: Account; bot: number }> {
  const person = await register();
  const bot = await createGrid(person);
  await operate(person, bot, 'stop');
  await expect
    .poll(async () => (await api<{ count: number }>('/api/user/bill', { token: person.token })).data.count)
    .toBeGreaterThan(0);
  return { person, bot };
}

test('the bill opens into its results, and a result into its trades, fees and funding', async ({ page }) => {
  const { person, bot } = await withResult();
  await openAs(page, person, '/strategy/bill/all');
  await settled(page);
  await expect(page.getByText('毛利 − 手续费 + 资金费 = 净收益,核对一致')).toBeVisible();
  await expect(page.locator('.tag--sim').first()).toHaveText('模拟');
  const rows = page.locator('.list button.row');
  await expect(rows.first()).toContainText('平仓');
  expect(await axeFaults(page)).toEqual([]);
  await rows.first().click();
  const sheet = page.getByRole('dialog', { name: '这笔收益怎么来的' });
  await expect(sheet).toContainText('核对一致');
  await expect(sheet).toContainText('开仓成交');
  await expect(sheet).toContainText('平仓成交');
  await expect(sheet.locator('.legs li').first()).toContainText('买入');
  expect(await axeFaults(page)).toEqual([]);
  await sheet.getByRole('button', { name: '关闭' }).click();

  // The day's bar shows the day's results; a strategy shows its own.
  await page.locator('.daybars__day:enabled').first().click();
  await expect(page).toHaveURL(/date=\d{4}-\d{2}-\d{2}/);
  await expect(rows.first()).toBeVisible();
  await page.goto(`/strategy/bill/all?bot=${bot}`);
  await expect(rows.first()).toBeVisible();
  await page.goto('/strategy/bill/binance');
  await expect(page).toHaveURL('/strategy/bill/all');
  await pictures(page, person, 'bill', '/strategy/bill/all');
  await pictures(page, person, 'result', '/strategy/bill/all', async (other) => {
    await other.locator('.list button.row').first().click();
    await expect(other.locator('.legs li').first()).toBeVisible();
  });
});

test('results, trades and the log are downloaded as files', async ({ page }) => {
  const { person } = await withResult();
  await openAs(page, person, '/strategy/bill/all');
  await settled(page);
  const sheet = page.getByRole('dialog', { name: '导出 CSV' });
  for (const [kind, heading] of [
    ['收益结算', '毛利'],
    ['成交', '成交编号'],
    ['执行日志', '说明'],
  ] as const) {
    await page.getByRole('button', { name: '导出 CSV' }).click();
    await sheet.getByRole('radio', { name: kind }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      sheet.getByRole('button', { name: '下载文件' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^cormorant-(fills|settlements|actions)-.*\.csv$/);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text).toMatch(new RegExp(`^\uFEFF时间\\(UTC\\+8\\),.*${heading}`));
    expect(text.trim().split('\r\n').length).toBeGreaterThan(1);
    await expect(sheet).toBeHidden();
  }
  await pictures(page, person, 'export', '/strategy/logs', async (other) => {
    await other.getByRole('button', { name: /导出 CSV|Export CSV/ }).click();
  });
});

test('many strategies are stopped at once, each answering for itself', async ({ page }) => {
  const person = await register();
  const running = await createGrid(person);
  const other = await createGrid(person, 'ETH/USDT');
  await operate(person, other, 'stop');
  await operate(person, running, 'pause');
  await openAs(page, person, '/strategy');
  await settled(page);
  const bar = page.getByRole('toolbar', { name: '批量操作' });
  await restOn(page, page.getByRole('article').first());
  await expect(bar.getByRole('button', { name: '停止' })).toBeDisabled();
  // Started again, the paused one goes on; nothing is asked before.
  await page.locator('.batchrow', { hasText: 'BTC/USDT' }).click();
  await bar.getByRole('button', { name: '启动' }).click();
  const started = page.getByRole('dialog', { name: '启动 · 1 / 1' });
  await expect(started).toContainText('成功 1');
  await started.getByRole('button', { name: '完成' }).click();
  await expect(started).toBeHidden();
  await bar.getByRole('button', { name: '全选' }).click();
  await expect(bar).toContainText('已选 2 个');
  expect(await axeFaults(page)).toEqual([]);
  await pictures(page, person, 'batch', '/strategy', async (shown) => {
    await shown.getByRole('button', { name: /批量操作|^Batch$/ }).click();
    await shown.locator('.batchrow').first().click();
  });
  await bar.getByRole('button', { name: '停止' }).click();
  const ask = page.getByRole('dialog', { name: '停止 2 个策略' });
  await ask.getByRole('radio', { name: '保留持仓' }).check();
  await expect(ask).toContainText('没有策略看管');
  await ask.getByRole('radio', { name: '市价平仓' }).check();
  await ask.getByRole('button', { name: '停止', exact: true }).click();
  const progress = page.getByRole('dialog', { name: '停止 · 2 / 2' });
  await expect(progress).toContainText('成功 1');
  await expect(progress).toContainText('未完成 1');
  await expect(progress).toContainText('策略已停止');
  if (process.env['PICTURES'] !== undefined)
    await page.screenshot({ path: `${process.env['PICTURES']}/batch-progress.png` });
  expect(await axeFaults(page)).toEqual([]);
  await progress.getByRole('button', { name: '完成' }).click();
  await expect(progress).toBeHidden();
  await expect
    .poll(async () => (await api<{ stopped: number }>('/api/user/botCount', { token: person.token })).data.stopped)
    .toBe(2);
  await page.getByRole('button', { name: '完成' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
});

test('open positions are gathered with their sums, and open into what they were built from', async ({ page }) => {
  const person = await register();
  await openAs(page, person, '/my/positions');
  await settled(page);
  await expect(page.getByText('暂无持仓')).toBeVisible();
  const bot = await createGrid(person);
  const card = page.getByRole('article');
  await expect(card).toBeVisible();
  await expect(card).toContainText('模拟');
  await card.getByRole('button', { name: '查看建仓明细' }).click();
  await expect(card.locator('.legs li').first()).toContainText('开仓');
  expect(await axeFaults(page)).toEqual([]);
  await pictures(page, person, 'positions', '/my/positions', async (other) => {
    await other.locator('article button').first().click();
    await expect(other.locator('.legs li').first()).toBeVisible();
  });
  await openAs(page, person, '/my/positions');
  await card.getByRole('link').click();
  await expect(page).toHaveURL(`/strategy/detail/${bot}`);
});

test('the log is filtered by the server, and a row says why the bot did it', async ({ page }) => {
  const { person, bot } = await withResult();
  await openAs(page, person, '/strategy/logs');
  await settled(page);
  const asked = page.waitForRequest((request) => request.url().includes('group=trade'));
  await page.getByRole('radio', { name: '交易' }).click();
  await asked;
  await page.locator('.event__open').last().click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('规则');
  await expect(sheet).toContainText('订单');
  expect(await axeFaults(page)).toEqual([]);
  await pictures(page, person, 'why', `/strategy/action/${bot}`, async (other) => {
    await other.locator('.event__open').last().click();
  });
});

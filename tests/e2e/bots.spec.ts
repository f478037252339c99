// A bot's whole life on the screens: it appears by push, trades, is paused, resumed, stopped with the question how, and
// deleted; the figures on screen add up at every moment; what does not exist says so.
import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { expectRunning } from './every-editor.ts';
import { createGrid, expect, openAs, operate, register, settled, test } from './person.ts';

const figure = /^[+\u2212]?[\d,]+\.\d{2,4}$/;

function numberOf(text: string): number {
  expect(text).toMatch(figure);
  return Number(text.replace(/,/g, '').replace('\u2212', '-'));
}

/** Grid profit + the rest = total, as written. Read at one moment, because figures move. */
async function expectPartsAddUp(page: Page): Promise<void> {
  const shown = await page.locator('.sum dd').allTextContents();
  const [grid, rest, total] = shown.map(numberOf);
  expect(shown).toHaveLength(3);
  expect((grid ?? 0) + (rest ?? 0)).toBeCloseTo(total ?? Number.NaN, 4);
}

test('a grid appears, trades, is paused, resumed, stopped and deleted; its figures add up', async ({ page }) => {
  const person = await register();
  await openAs(page, person, '/strategy');
  await settled(page);
  await expect(page.getByText('还没有策略')).toBeVisible();
  const id = await createGrid(person);
  const card = page.getByRole('article');
  await expect(card).toContainText('运行中');
  const [total, realised, floating] = (await card.locator('dd').allTextContents()).map(numberOf);
  expect((realised ?? 0) + (floating ?? 0)).toBeCloseTo(total ?? Number.NaN, 4);

  await card.getByRole('link').click();
  await expect(page).toHaveURL(`/strategy/detail/${id}`);
  await settled(page);
  await expect(page.getByText(/^开仓成交/).first()).toBeVisible();
  await expect(page.locator('.legend')).toContainText('买入成交');
  await expect(page.locator('.chart canvas').first()).toBeVisible();
  await expect(page.getByText('20 / 20 线在线')).toBeVisible();
  await expectPartsAddUp(page);

  await page.getByRole('button', { name: '编辑' }).click();
  const editing = page.getByRole('dialog', { name: '机器人运行中,不可修改' });
  await expect(editing.getByRole('button', { name: '暂停后编辑' })).toBeVisible();
  await editing.getByRole('button', { name: '取消' }).click();
  await expect(editing).toBeHidden();

  await page.getByRole('button', { name: '暂停' }).click();
  await expect(page.getByText('您已暂停', { exact: true })).toBeVisible();
  await expect(page.getByText('买单 0')).toBeVisible();
  await page.locator('.note').getByRole('button', { name: '恢复' }).click();
  await expect(page.getByText('20 / 20 线在线')).toBeVisible();
  await expect(page.locator('.pill')).toHaveText('运行中');

  await page.getByRole('button', { name: '停止', exact: true }).click();
  const stopping = page.getByRole('dialog', { name: /^停止/ });
  await expect(stopping.getByRole('radio', { name: '市价平仓' })).toBeChecked();
  // 1,000 invested, less a fee, with what the few moments brought: each line is counted.
  await expect(stopping.getByText(/^按现价 [\d,.]+ 估算$/)).toBeVisible();
  await expect(stopping.locator('.kv > div').last()).toHaveText(/^约收回资金 \(USDT\)(99\d|1,00\d)\.\d\d$/);
  await stopping.getByText('保留持仓').click();
  await expect(stopping.getByText(/没有策略看管/)).toBeVisible();
  await expect(stopping.locator('.kv > div').first()).toHaveText(/^保留 BTC0\.\d+$/);
  expect(await axeFaults(page)).toEqual([]);
  await stopping.getByText('市价平仓').click();
  await stopping.getByRole('button', { name: '停止策略' }).click();
  await expect(page.locator('.pill')).toHaveText('已停止');
  await expect(page.getByText('当前没有挂单')).toBeVisible();
  await expectPartsAddUp(page);

  await page.getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(page).toHaveURL('/strategy');
  await expect(page.getByText('还没有策略')).toBeVisible();
  await page.goto(`/strategy/detail/${id}`);
  await expect(page.getByText('策略不存在')).toBeVisible();
});

test('every line and its state, the params, the log and one of its rows', async ({ page }) => {
  const person = await register();
  const id = await createGrid(person);
  await openAs(page, person, `/strategy/detail/${id}`);
  await settled(page);
  await page.getByRole('button', { name: '全部 21 线' }).click();
  await expect(page.locator('.table tbody tr')).toHaveCount(21);
  await expect(page.locator('.table')).toContainText('空');
  await page.getByRole('tab', { name: '持仓历史' }).click();
  await expect(page.getByText('第 1 轮')).toBeVisible();
  await page.getByRole('tab', { name: '参数' }).click();
  await expect(page.getByText('等比')).toBeVisible();
  await page.getByRole('link', { name: '操作记录' }).click();
  await expect(page).toHaveURL(`/strategy/action/${id}`);
  await page.getByRole('radio', { name: '操作' }).click();
  await expect(page.locator('.event__title')).toHaveText(['启动', '创建']);
  await page.getByRole('button', { name: '创建' }).click();
  const sheet = page.getByRole('dialog', { name: '创建' });
  await expect(sheet).toContainText(`#${id}`);
  await sheet.getByRole('button', { name: '查看策略' }).click();
  await expect(page).toHaveURL(`/strategy/detail/${id}`);
});

test('filters by state, and says so when none is left', async ({ page }) => {
  const person = await register();
  await operate(person, await createGrid(person), 'pause');
  await createGrid(person, 'ETH/USDT');
  await openAs(page, person, '/strategy');
  await settled(page);
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.getByRole('radio', { name: '暂停 1' }).click();
  await expect(page.getByRole('article')).toHaveText(/BTC/);
  await page.getByRole('radio', { name: '停止 0' }).click();
  await page.getByRole('button', { name: '查看全部' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
});

test('a wide window shows the list beside the chosen bot', async ({ page }) => {
  const person = await register();
  const first = await createGrid(person);
  const second = await createGrid(person, 'ETH/USDT');
  await page.setViewportSize({ width: 1280, height: 800 });
  await openAs(page, person, '/strategy');
  await settled(page);
  await expect(page.locator('.botrow[aria-current]')).toHaveAttribute('href', `/strategy/detail/${second}`);
  await page.locator(`.botrow[href="/strategy/detail/${first}"]`).click();
  await expect(page.locator('.widehead')).toContainText('BTC/USDT');
  await page.locator('.widehead').getByRole('button', { name: '暂停' }).click();
  await expect(page.locator('.widehead .pill')).toHaveText('已暂停');
  await expect(page.locator('.botrow[aria-current] .pill')).toHaveText('已暂停');
  await expect(page.locator('.toast')).toBeHidden();
  expect(await axeFaults(page)).toEqual([]);
});

test('an operation whose answer is lost is sent again with the same id', async ({ page, complaints }) => {
  const person = await register();
  const id = await createGrid(person);
  const ids: (string | null)[] = [];
  await page.route('**/api/user/botOperation*', async (route) => {
    ids.push(new URL(route.request().url()).searchParams.get('request_id'));
    if (ids.length === 1) await route.abort();
    else await route.continue();
  });
  await openAs(page, person, `/strategy/detail/${id}`);
  await settled(page);
  await page.getByRole('button', { name: '暂停' }).click();
  const failed = page.getByRole('dialog', { name: '操作未完成' });
  await failed.getByRole('button', { name: '重试' }).click();
  await expect(page.getByText('您已暂停', { exact: true })).toBeVisible();
  expect(ids).toHaveLength(2);
  expect(ids[1]).toBe(ids[0]);
  complaints.length = 0;
});

for (const path of ['/strategy', '/strategy/detail/:bot'] as const) {
  test(`nothing jumps while ${path} fills`, async ({ page }) => {
    const person = await register();
    const id = await createGrid(person);
    // It stands before the page opens: its first orders are no part of filling a page.
    await expectRunning(person, {}, /^holding$/);
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await openAs(page, person, path.replace(':bot', String(id)));
    await expect(page.locator('.gauge').first()).toBeVisible();
    await settled(page);
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.1);
  });
}

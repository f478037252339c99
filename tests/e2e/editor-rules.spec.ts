// What the editors of all kinds refuse and where they say it; the calculator of sizes; the plan of a change.
import { madeBots, startFromEditor } from './every-editor.ts';
import { api, expect, openAs, register, settled, test } from './person.ts';

test('a field says its range, a row of steps its place, a preview what it refuses', async ({ page }) => {
  await openAs(page, await register(), '/strategy/martin/local/martin-spot?symbol=BTC%2FUSDT');
  await settled(page);
  // Words below the last fields of a card stand clear of its edge.
  await expect(page.getByText('不限', { exact: true })).toBeVisible();
  const room = await page
    .locator('.card .field__help:not(:empty)')
    .evaluateAll((words) =>
      words.map(
        (word) => (word.closest('.card')?.getBoundingClientRect().bottom ?? 0) - word.getBoundingClientRect().bottom,
      ),
    );
  expect(Math.min(...room)).toBeGreaterThanOrEqual(12);
  await page.getByLabel('倍投倍数').fill('5');
  await page.getByRole('button', { name: '保存并启动' }).click();
  await expect(page.getByText('倍投倍数须在 1–3 之间')).toBeInViewport();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByLabel('倍投倍数').fill('2');
  await page.getByRole('button', { name: '添加一行' }).click();
  await page.getByLabel('1 跌幅 %').fill('50');
  await expect(page.getByLabel('1 跌幅 %')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('1 跌幅 %').fill('5');
  await expect(page.getByLabel('1 跌幅 %')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(
    page
      .getByRole('cell', { name: '4.99%' })
      .or(page.getByRole('img', { name: /阶梯预览/ }))
      .first(),
  ).toBeVisible();
});

test('the other of two exchanges is told as one on which bots do not trade yet', async ({ page }) => {
  await openAs(page, await register(), '/strategy/martin/local/arbitrage-spot');
  await settled(page);
  await page.getByRole('radio', { name: '跨交易所' }).click();
  const other = page.getByLabel('另一家交易所');
  await other.selectOption({ label: 'OKX (暂不能交易)' });
  await expect(page.getByText('策略还不能在 OKX 交易:可以先保存,支持该交易所之前不能启动。')).toBeVisible();
  await expect(page.getByRole('button', { name: '去绑定' })).toHaveCount(0);
});

test('a ladder that would be liquidated before its last order cannot be confirmed', async ({ page }) => {
  const person = await register();
  await openAs(page, person, '/strategy/martin/local/martin-futures?symbol=BTC%2FUSDT');
  await settled(page);
  await page.getByLabel('杠杆', { exact: true }).fill('8');
  await page.getByLabel('补仓跌幅').fill('20');
  await page.getByRole('button', { name: '保存并启动' }).click();
  await expect(page.getByText(/杠杆须在 1–\d 之间/)).toBeInViewport();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await madeBots(person)).toEqual([]);
});

test('the calculator solves the first order of a capital and hands it to the editor', async ({ page }) => {
  await openAs(page, await register(), '/strategy');
  await page.getByRole('button', { name: '仓位测算' }).click();
  await settled(page);
  await page.getByRole('radio', { name: '按总资金' }).click();
  await page.getByRole('textbox', { name: '投资金额' }).fill('2543');
  await expect(page.getByText(/总资金 2,543\.00 可用的首单为 20\.00 USDT/)).toBeVisible();
  await expect(page.getByRole('cell', { name: '1,280' }).first()).toBeVisible();
  await page.getByRole('button', { name: '应用到策略' }).click();
  await expect(page).toHaveURL(/\/strategy\/martin\/local\/martin-spot/);
  await settled(page);
  await expect(page.getByLabel('首单额度')).toHaveValue('20');
  await expect(page.getByRole('textbox', { name: '投资金额' })).toHaveValue('2,543');
});

test('the calculator knows grids, too', async ({ page }) => {
  await openAs(page, await register(), '/strategy/size?type=grid-spot');
  await settled(page);
  await page.getByLabel('网格数').fill('10');
  await expect(page.getByText('每格净利')).toBeVisible();
  await expect(page.getByText('每格数量')).toBeVisible();
});

test('a paused ladder shows the plan of its change before it is saved', async ({ page }) => {
  const person = await register();
  await openAs(page, person, '/strategy/martin/local/dca-spot?symbol=BTC%2FUSDT');
  await settled(page);
  await page.getByRole('radio', { name: '稳健' }).click();
  await startFromEditor(page);
  const [made] = await madeBots(person);
  await page.goto(`/strategy/martin/${made!.id}`);
  await expect(page.getByText('机器人运行中,不可修改。')).toBeVisible();
  await page.getByRole('button', { name: '暂停后编辑' }).click();
  await expect(page.getByRole('button', { name: '保存并恢复' })).toBeVisible();
  await page.getByLabel('止盈比例').fill('2.5');
  await page.getByRole('button', { name: '保存并恢复' }).click();
  const plan = page.getByRole('dialog').getByRole('region', { name: '变更计划' });
  await expect(plan).toContainText(/止盈比例1\.5 % → 2\.5 %/);
  await expect(plan.getByText(/挂出 \d+ 单/)).toBeVisible();
  await expect(plan.getByText('立即成交的手续费')).toBeVisible();
  await page.getByRole('dialog').getByRole('checkbox').check();
  await page.getByRole('dialog', { name: '确认修改并运行' }).getByRole('button', { name: '确认并运行' }).click();
  await expect(page).toHaveURL(`/strategy/detail/${made!.id}`);
  const info = await api<{ take_profit: string }>(`/api/user/botInfo?id=${made!.id}`, { token: person.token });
  expect(Number(info.data.take_profit)).toBe(2.5);
  expect((await madeBots(person))[0]).toMatchObject({ status: 'running' });
});

// The editor of the spot grid: from the chooser to a running bot, refusals at their fields in both languages, drafts,
// retries that create once, and editing a bot that must be paused first.
import type { Page } from '@playwright/test';
import { type Account, api, expect, openAs, register, settled, test } from './person.ts';

const path = '/strategy/martin/local/grid-spot?symbol=ETH%2FUSDT';

interface Info {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly investment: string;
  readonly stop_loss: string | null;
  readonly params: Record<string, unknown>;
}

async function bots(person: Account): Promise<Info[]> {
  const answer = await api<{ list: Info[] }>('/api/user/botList', { token: person.token });
  return answer.data.list;
}

/** A running grid around the present price, made past the screen. */
async function runningBot(person: Account, symbol = 'ETH/USDT'): Promise<number> {
  const key = `local:spot:${symbol}`;
  const quotes = await api<{ list: { price: string }[] }>(`/api/market/price?symbols=${encodeURIComponent(key)}`);
  const price = Number(quotes.data.list[0]!.price);
  const body = {
    type_id: 3,
    exchange: 'local',
    market: 'spot',
    symbol,
    investment: '1000',
    params: { lower: (price * 0.8).toFixed(2), upper: (price * 1.2).toFixed(2), grid_levels: 10 },
    risk_ack: 1,
  };
  const made = await api<{ id: number; status: string }>('/api/user/botCreate', { token: person.token, body });
  expect(made.data, made.msg).toMatchObject({ status: 'running' });
  return made.data.id;
}

const confirmation = (page: Page) => page.getByRole('dialog', { name: /确认(启动策略|修改并运行)|Confirm start/ });

async function confirmStart(page: Page): Promise<void> {
  await page.getByRole('button', { name: '保存并启动' }).click();
  await confirmation(page).getByRole('checkbox').check();
  await confirmation(page)
    .getByRole('button', { name: /确认并(启动|运行)/ })
    .click();
}

test('leads from the chooser to a running geometric grid of 20', async ({ page }) => {
  const person = await register();
  await openAs(page, person, '/strategy/martin');
  await page.getByRole('link', { name: /现货网格/ }).click();
  await settled(page);
  await expect(page.getByText(/撮合真实,行情为模拟,资金为虚拟/)).toBeVisible();
  await page.getByRole('button', { name: /BTC/ }).click();
  const picker = page.getByRole('dialog', { name: '选择交易对' });
  await picker.getByLabel('搜索交易对').fill('eth');
  await picker.getByRole('button', { name: /ETH/ }).click();
  await expect(page.getByRole('button', { name: /ETH/ })).toBeVisible();
  await page.getByLabel('网格数').fill('20');
  await page.getByRole('radio', { name: '等比' }).click();
  await expect(page.getByRole('radio', { name: '自定义' })).toBeChecked();
  await expect(page.getByRole('img', { name: /网格预览.*20 格/ })).toBeVisible();
  await expect(page.getByText(/价格有 \d+% 的时间在此区间内/)).toBeVisible();
  const worst = page.locator('main .editor__worst .t-section');
  await expect(worst).toHaveText(/^−[\d,]+\.\d{2,4} USDT$/);
  await page.getByRole('button', { name: '保存并启动' }).click();
  const sheet = confirmation(page);
  await expect(sheet.getByText('模拟', { exact: true })).toBeVisible();
  await expect(sheet.getByText(/20 格 · 等比 \d/)).toBeVisible();
  await expect(sheet.locator('.editor__worst')).toBeVisible();
  await sheet.getByRole('button', { name: '确认并启动' }).click();
  await expect(sheet.getByText('请先勾选确认')).toBeVisible();
  await sheet.getByRole('checkbox', { name: '我了解可能损失全部投入' }).check();
  await sheet.getByRole('button', { name: '确认并启动' }).click();
  await expect(page.getByText('策略创建成功')).toBeVisible();
  await expect(page).toHaveURL(/\/strategy\/detail\/\d+$/);
  const [bot] = await bots(person);
  expect(bot).toMatchObject({ status: 'running', params: { grid_mode: 'geometric', grid_levels: '20' } });
  expect(await page.evaluate(() => localStorage.getItem('draft:grid-spot'))).toBeNull();
});

for (const { language, levels, investment, start, range, least } of [
  {
    language: 'zh',
    levels: '网格数',
    investment: '投资金额',
    start: '保存并启动',
    range: '网格数须在 2–200 之间',
    least: /投资金额不足,至少需要 [\d,.]+ USDT/,
  },
  {
    language: 'en',
    levels: 'Grid levels',
    investment: 'Investment',
    start: 'Save & start',
    range: 'Grid levels must be between 2 and 200',
    least: /Insufficient capital, at least [\d,.]+ USDT/,
  },
] as const) {
  test(`says at the field what is allowed (${language})`, async ({ page }) => {
    await openAs(page, await register(), path, { language });
    await settled(page);
    await page.getByLabel(levels).fill('500');
    await page.getByRole('button', { name: start }).click();
    await expect(page.getByText(range)).toBeInViewport();
    await expect(page.getByLabel(levels)).toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByLabel(levels).fill('20');
    await expect(page.getByText(range)).toBeHidden();
    await page.getByRole('textbox', { name: investment }).fill('20');
    await page.getByRole('button', { name: start }).click();
    await expect(page.getByText(least)).toBeInViewport();
  });
}

test('takes pasted figures and keeps a draft until it is given up', async ({ page }) => {
  await openAs(page, await register(), path);
  await settled(page);
  const investment = page.getByRole('textbox', { name: '投资金额' });
  await investment.fill('1,234.5');
  await expect(investment).toHaveValue('1,234.5');
  await investment.blur();
  await expect(investment).toHaveValue('1,234.5');
  await page.reload();
  await expect(page.getByText('已恢复上次未保存的参数')).toBeVisible();
  await expect(investment).toHaveValue('1,234.5');
  await page.getByRole('button', { name: '重新填写' }).click();
  await expect(page.getByText('已恢复上次未保存的参数')).toBeHidden();
  await expect(page.getByRole('radio', { name: '稳健' })).toBeChecked();
});

test('shows the refusals of the server where they belong', async ({ page }) => {
  const person = await register();
  await openAs(page, person, path);
  await settled(page);
  await page.getByRole('textbox', { name: '投资金额' }).fill('90000');
  await expect(page.getByText(/超过可用余额/)).toBeVisible();
  await confirmStart(page);
  await expect(page.locator('[data-field="investment"]').getByText('资金不足')).toBeInViewport();
  expect(await bots(person)).toEqual([]);
});

test('a bot that stands in the way is named on the form, and by the server where the form cannot know', async ({
  page,
}) => {
  const person = await register();
  const twin = await runningBot(person);
  const named = (await bots(person))[0]!.name;
  await openAs(page, person, path);
  await settled(page);
  const place = page.locator('[data-field="symbol"]');
  await expect(place.getByText(`「${named}」已在该交易对运行`)).toBeVisible();
  await page.getByRole('button', { name: '保存并启动' }).click();
  await confirmation(page).locator('.note', { hasText: named }).getByRole('button', { name: '查看' }).click();
  await expect(page).toHaveURL(`/strategy/detail/${twin}`);
  await page.goBack();
  await expect(place.getByText(named)).toBeVisible();
  // A list that is older than the bot.
  await page.route('**/api/user/botList', (route) =>
    route.fulfill({ json: { code: 1, show: 0, msg: '', data: { list: [], count: 0 } } }),
  );
  await page.reload();
  await settled(page);
  await page.getByRole('button', { name: '保存并启动' }).click();
  // The box lies below what the sheet shows: pressing on without it leads there.
  await confirmation(page).getByRole('button', { name: '确认并启动' }).click();
  await expect(confirmation(page).getByText('请先勾选确认')).toBeInViewport();
  await expect(confirmation(page).getByRole('checkbox')).toBeFocused();
  await confirmation(page).getByRole('checkbox').check();
  await confirmation(page).getByRole('button', { name: '确认并启动' }).click();
  await expect(place.getByText(`该交易对已有运行中的同向策略:「${named}」`)).toBeInViewport();
  await place.getByRole('button', { name: '查看' }).click();
  await expect(page).toHaveURL(`/strategy/detail/${twin}`);
});

test('creates once however often the answer is lost', async ({ page, complaints }) => {
  const person = await register();
  await openAs(page, person, path);
  await settled(page);
  const sent: string[] = [];
  await page.route('**/api/user/botCreate', async (route) => {
    sent.push((route.request().postDataJSON() as { request_id: string }).request_id);
    if (sent.length > 1) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await confirmStart(page);
  const sheet = confirmation(page);
  await expect(sheet.getByText(/再试一次不会重复创建/)).toBeVisible();
  await sheet.getByRole('button', { name: '确认并启动' }).click();
  await expect(page).toHaveURL(/\/strategy\/detail\/\d+$/);
  expect(sent).toHaveLength(2);
  expect(sent[0]).toBe(sent[1]);
  expect(await bots(person)).toHaveLength(1);
  // The browser itself reports the connection that the test cut.
  complaints.splice(0);
});

test('edits a running bot only after a pause, and locks its range', async ({ page }) => {
  const person = await register();
  const id = await runningBot(person);
  await openAs(page, person, `/strategy/martin/${id}`);
  await settled(page);
  await expect(page.getByText('机器人运行中,不可修改。')).toBeVisible();
  await expect(page.getByRole('button', { name: '保存', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: '暂停后编辑' }).click();
  await expect(page.getByText('有持仓时,带锁的参数不可修改。')).toBeVisible();
  await expect(page.getByLabel('价格下限')).toHaveAttribute('readonly', '');
  await page.getByRole('button', { name: /止损价/ }).click();
  const sheet = page.getByRole('dialog', { name: '止损价' });
  await sheet.getByLabel('止损价').fill('900000');
  await sheet.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText(/止损价须在 0.01–[\d,.]+ 之间/)).toBeVisible();
  await page.getByRole('button', { name: /止损价/ }).click();
  await sheet.getByLabel('止损价').fill('100');
  await sheet.getByRole('button', { name: '确定' }).click();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  const confirm = page.getByRole('dialog', { name: '确认修改策略' });
  await confirm.getByRole('checkbox').check();
  await confirm.getByRole('button', { name: '确认保存' }).click();
  await expect(page).toHaveURL(`/strategy/detail/${id}`);
  const [bot] = await bots(person);
  expect(bot).toMatchObject({ id, status: 'paused', stop_loss: '100' });
});

test('a bot that was changed elsewhere meanwhile is read anew from the form', async ({ page }) => {
  const person = await register();
  const id = await runningBot(person);
  await api(`/api/user/botOperation?id=${id}&action=pause`, { token: person.token });
  await openAs(page, person, `/strategy/martin/${id}`);
  await settled(page);
  const change = { version: 1, name: 'told elsewhere', risk_ack: 1 };
  const put = await api(`/api/user/botUpdate?id=${id}`, { method: 'PUT', token: person.token, body: change });
  expect(put.code, put.msg).toBe(1);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ hasText: '策略已被修改,请刷新' })).toBeVisible();
  await page.getByRole('button', { name: '刷新' }).click();
  await expect(page.getByText('told elsewhere')).toBeVisible();
});

test('saves without a start, then changes the range and starts', async ({ page }) => {
  const person = await register();
  await openAs(page, person, path);
  await settled(page);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  const confirm = page.getByRole('dialog', { name: '确认保存策略' });
  await confirm.getByRole('checkbox').check();
  await confirm.getByRole('button', { name: '确认保存' }).click();
  await expect(page).toHaveURL(/\/strategy\/detail\/\d+$/);
  const [saved] = await bots(person);
  expect(saved).toMatchObject({ status: 'stopped' });
  await page.goto(`/strategy/martin/${saved!.id}`);
  await settled(page);
  await page.getByLabel('网格数').fill('12');
  await page.getByRole('button', { name: /止损价/ }).click();
  await page.getByRole('dialog', { name: '止损价' }).getByRole('button', { name: '清除' }).click();
  await expect(page.getByText(/未设止损,若跌至下限/)).toBeVisible();
  await confirmStart(page);
  await expect(page).toHaveURL(`/strategy/detail/${saved!.id}`);
  const [bot] = await bots(person);
  expect(bot).toMatchObject({ status: 'running', stop_loss: null, params: { grid_levels: '12' } });
});

test('proposes a bound that is dragged in the picture', async ({ page }) => {
  await openAs(page, await register(), path);
  await settled(page);
  const before = await page.getByLabel('价格下限').inputValue();
  const box = (await page.locator('.chart .handle').last().boundingBox())!;
  await page.mouse.move(box.x + 20, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 20, box.y + box.height / 2 - 20, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByLabel('价格下限')).not.toHaveValue(before);
  await expect(page.getByRole('radio', { name: '自定义' })).toBeChecked();
});

test('leads unknown paths to the strategies', async ({ page }) => {
  const person = await register();
  for (const unknown of [
    '/strategy/martin/local/nonsense',
    '/strategy/martin/nowhere/grid-spot',
    '/strategy/martin/x1',
  ]) {
    await openAs(page, person, unknown);
    await expect(page).toHaveURL('/strategy');
  }
  await page.goto('/strategy/martin/987654321');
  await expect(page.getByText('策略不存在')).toBeVisible();
});

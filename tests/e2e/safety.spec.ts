// What a person sees when something is wrong: panic with its way back, the badge of a bot whose exchange agrees, and what
// was done by hand. PICTURES=<folder> also takes each of them in both languages, both themes and both widths.
import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { type Account, api, expect, type Look, openAs, registerWithBots, settled, test } from './person.ts';

const looks: readonly (Look & { readonly width: number; readonly height: number })[] = [
  { language: 'zh', theme: 'light', width: 390, height: 844 },
  { language: 'en', theme: 'dark', width: 390, height: 844 },
  { language: 'zh', theme: 'dark', width: 1280, height: 800 },
  { language: 'en', theme: 'light', width: 1280, height: 800 },
];

async function pictures(page: Page, person: Account, name: string, path: string, act: (page: Page) => Promise<void>) {
  const folder = process.env['PICTURES'];
  if (folder === undefined) return;
  test.slow();
  for (const { width, height, ...look } of looks) {
    const context = await page.context().browser()?.newContext({ viewport: { width, height }, hasTouch: true });
    const other = await context?.newPage();
    if (context === undefined || other === undefined) throw new Error('no browser');
    await act(other);
    await openAs(other, person, path, look);
    await settled(other);
    await other.waitForTimeout(400);
    await other.screenshot({ path: `${folder}/${name}-${look.language}-${look.theme}-${width}.png` });
    await context.close();
  }
}

/** Lets the answers about one bot say more than they do: what takes minutes to come about is only looked at here. */
async function withBot(page: Page, bot: number, more: Readonly<Record<string, unknown>>): Promise<void> {
  for (const path of ['**/api/user/botList*', '**/api/user/botDetail*']) {
    await page.route(path, async (route) => {
      try {
        const response = await route.fetch();
        const answer = await response.json();
        for (const one of answer.data?.list ?? [answer.data]) if (one?.id === bot) Object.assign(one, more);
        await route.fulfill({ response, json: answer });
      } catch {
        await route.abort().catch(() => undefined); // the page that asked was left
      }
    });
  }
}

const slow = { timeout: 60_000 };

async function restingOrders({ bots, token }: Account): Promise<unknown[]> {
  const details = bots.map((id) => api<{ orders: unknown[] }>(`/api/user/botDetail?id=${id}`, { token }));
  return (await Promise.all(details)).flatMap(({ data }) => data.orders);
}

test('panic stops every strategy after one question, says how each answered, and is taken back by one', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const person = await registerWithBots();
  await openAs(page, person, '/strategy');
  await settled(page);
  await page.getByRole('button', { name: '紧急停止' }).click();
  const sheet = page.getByRole('dialog', { name: '紧急停止 2 个策略' });
  await expect(sheet).toContainText('止盈止损的挂单也会撤销');
  expect(await axeFaults(page)).toEqual([]);
  await sheet.getByRole('button', { name: '立即全部停止' }).click();
  const progress = page.getByRole('dialog', { name: '紧急停止 · 2 / 2' });
  // On a busy machine the cancels may take longer than an answer waits.
  const answered = progress.getByText(/^(已暂停,挂单已全部撤销|已暂停;交易所应答后撤销其余挂单)$/);
  await expect(answered).toHaveCount(2, slow);
  await expect.poll(() => restingOrders(person), slow).toEqual([]);
  await progress.getByRole('button', { name: '完成' }).click();
  await expect(page.getByText('紧急停止中:2 个策略没有任何挂单')).toBeVisible();
  await expect(page.getByText('紧急停止:挂单已全部撤销,持仓无人看管')).toHaveCount(2);
  await pictures(page, person, 'panic-list', '/strategy', async () => {});
  await page.getByRole('button', { name: '全部恢复' }).click();
  await page.getByRole('dialog', { name: '恢复 2 个策略' }).getByRole('button', { name: '全部恢复' }).click();
  const calm = page.getByRole('dialog', { name: '恢复 · 2 / 2' });
  await expect(calm.getByText('策略已启动')).toHaveCount(1, slow);
  await expect(calm.getByText('已回到之前的暂停状态,平仓挂单恢复')).toHaveCount(1);
  await calm.getByRole('button', { name: '完成' }).click();
  await expect(page.getByText('紧急停止中')).toHaveCount(0);
});

const agrees = {
  at: Date.UTC(2026, 7, 1, 4, 30),
  market_at: Date.UTC(2026, 7, 1, 4, 29),
  stale: 0,
  orders: 19,
  trades: 4,
  holdings: [{ asset: 'BTC', own: '0.01', booked: '0.03', found: '0.05' }],
};

test('a bot says when its exchange last agreed, opens to what was compared, and says when that is old', async ({
  page,
}) => {
  const person = await registerWithBots();
  const [bot = 0] = person.bots;
  await withBot(page, bot, { agrees });
  await openAs(page, person, `/strategy/detail/${bot}`);
  await settled(page);
  await page.getByRole('button', { name: '与交易所一致 12:30' }).click();
  const sheet = page.getByRole('dialog', { name: '与交易所核对' });
  await expect(sheet).toContainText('19 张,逐张一致');
  await expect(sheet).toContainText('全部策略 0.03,交易所 0.05');
  expect(await axeFaults(page)).toEqual([]);
  await pictures(page, person, 'agrees-detail', `/strategy/detail/${bot}`, (other) => withBot(other, bot, { agrees }));
  await page.keyboard.press('Escape');
  await withBot(page, bot, { agrees: { ...agrees, stale: 1 } });
  await page.reload();
  await expect(page.getByRole('button', { name: '12:30 后未再核对' })).toBeVisible();
  await pictures(page, person, 'agrees-list', '/strategy', (other) => withBot(other, bot, { agrees }));
});

const shortage = {
  ...{ kind: 'shortage', asset: 'BTC', booked: '0.03', found: '0.01', at: Date.UTC(2026, 7, 1, 4, 29), count: 1 },
  trades: [{ side: 'sell', price: '61250.10', qty: '0.02', at: Date.UTC(2026, 7, 1, 4, 28) }],
};

test('what was done by hand is shown on the bot, and its answer ends it', async ({ page }) => {
  const person = await registerWithBots();
  const [bot = 0] = person.bots;
  const trade = { ...shortage, kind: 'trade', booked: null, found: null };
  await withBot(page, bot, { drift: trade });
  await openAs(page, person, `/strategy/detail/${bot}`);
  await settled(page);
  await expect(page.getByText('账户上有 1 笔不是策略下的成交,请确认。')).toBeVisible();
  await page.getByRole('button', { name: '去处理' }).click();
  const sheet = page.getByRole('dialog', { name: '账户上的人工成交' });
  await expect(sheet).toContainText('卖出 0.02 BTC');
  await expect(sheet).toContainText('不能并入人工成交');
  expect(await axeFaults(page)).toEqual([]);
  const answered = page.waitForResponse((response) => response.url().includes('/api/user/botDrift'));
  await sheet.getByRole('button', { name: '是我自己的' }).click();
  expect(await (await answered).json()).toMatchObject({ code: 1, data: { id: bot, open: 0 } });
  await expect(sheet).toHaveCount(0);
  await withBot(page, bot, { agrees, drift: shortage, status: 'paused', pause_reason: 'risk' });
  await page.reload();
  await expect(page.getByText('BTC:账面 0.03,交易所 0.01,策略已暂停。')).toBeVisible();
  await expect(page.getByRole('button', { name: '与交易所不一致' })).toBeVisible();
  await pictures(page, person, 'drift-detail', `/strategy/detail/${bot}`, (other) =>
    withBot(other, bot, { agrees, drift: shortage, status: 'paused', pause_reason: 'risk' }),
  );
});

/** The exchange's prices have stood for a while. */
async function withHealth(page: Page, health: string): Promise<void> {
  await page.route('**/api/market/exchanges*', async (route) => {
    try {
      const response = await route.fetch();
      const answer = await response.json();
      for (const one of answer.data.exchanges) {
        if (one.code === 'local') Object.assign(one, { health, prices_at: Date.UTC(2026, 10, 22, 9, 41) });
      }
      await route.fulfill({ response, json: answer });
    } catch {
      await route.abort().catch(() => undefined); // the page that asked was left
    }
  });
}

test('an exchange whose prices stand says so in its list, and beside the prices of every bot', async ({ page }) => {
  const person = await registerWithBots();
  await withHealth(page, 'down');
  await openAs(page, person, '/strategy');
  await settled(page);
  await expect(page.getByText(/价格停在 \d\d:41/).first()).toBeVisible();
  await page.goto(`/strategy/detail/${person.bots[0]}`);
  await settled(page);
  await expect(page.getByText(/价格停在 \d\d:41/).first()).toBeVisible();
  await page.goto('/bind');
  await settled(page);
  await expect(page.getByText('连接中断')).toHaveCount(1);
  for (const [name, path] of [
    ['stale-list', '/strategy'],
    ['stale-detail', `/strategy/detail/${person.bots[0]}`],
    ['stale-exchanges', '/bind'],
  ] as const)
    await pictures(page, person, name, path, (other) => withHealth(other, 'down'));
});

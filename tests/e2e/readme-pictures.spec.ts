// Renews the README's pictures in docs/screenshots, only with SCREENSHOTS=readme: few, small, of bots of several kinds that
// have traded on a replayed market.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { type Account, api, createGrid, expect, type Look, openAs, register, settled, test } from './person.ts';
import { origin } from './product.ts';

const folder = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'docs', 'screenshots');
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };
const ladder = { max_positions: '6', add_drop: '0.4', take_profit: '0.6', tp_callback: '0.1', guard_drop: '5' };

async function create(person: Account, body: Record<string, unknown>): Promise<number> {
  const whole = { exchange: 'local', risk_ack: 1, start: 1, ...body };
  const answer = await api<{ id: number }>('/api/user/botCreate', { body: whole, token: person.token });
  expect(answer.code, answer.msg).toBe(1);
  return answer.data.id;
}

if (process.env['SCREENSHOTS'] === 'readme') {
  test('pictures of the README', async ({ browser }) => {
    test.setTimeout(400_000);
    mkdirSync(folder, { recursive: true });
    const person = await register();
    // Some hours of candles first, so that the chart begins before the bot.
    await new Promise((resolve) => setTimeout(resolve, 36_000));
    const calendar = { mode: 'calendar', interval: '1d', amount: '20' };
    await create(person, { type_id: 5, market: 'spot', symbol: 'SOL/USDT', investment: '600', params: calendar });
    const martin = { type_id: 1, market: 'spot', symbol: 'ETH/USDT', investment: '1500' };
    await create(person, { ...martin, params: { ...ladder, first_amount: '20' } });
    const short = { type_id: 2, market: 'futures', symbol: 'ETH/USDT', investment: '2400' };
    const bot = await create(person, { ...short, params: { ...ladder, first_amount: '40', unstuck_budget: '20' } });
    const grid = await createGrid(person);
    await expect
      .poll(
        async () =>
          (await api<{ rounds: number }>(`/api/user/botDetail?id=${bot}`, { token: person.token })).data.rounds,
        { timeout: 300_000, intervals: [3_000] },
      )
      .toBeGreaterThanOrEqual(1);
    const take = async (
      name: string,
      path: string,
      viewport: typeof phone,
      look: Look = {},
      act?: (page: Page) => Promise<void>,
    ) => {
      const context = await browser.newContext({
        baseURL: origin(),
        viewport,
        deviceScaleFactor: viewport === phone ? 1.5 : 1,
        locale: 'zh-CN',
        timezoneId: 'Asia/Shanghai',
      });
      const page = await context.newPage();
      await openAs(page, person, path, look);
      await settled(page);
      await act?.(page);
      await page.waitForTimeout(1_500);
      await page.screenshot({ path: join(folder, `${name}.png`) });
      await context.close();
    };
    await take('strategies', '/strategy', phone, {}, (page) =>
      page.getByRole('radio', { name: '全部', exact: true }).first().click(),
    );
    await take('editor', '/strategy/martin/local/martin-futures?symbol=BTC%2FUSDT', phone, {}, (page) =>
      page.locator('.editor__worstcard').scrollIntoViewIfNeeded(),
    );
    await take('bot-detail', `/strategy/detail/${bot}`, phone);
    await take('desktop', `/strategy/detail/${grid}`, desk, { theme: 'dark', language: 'en' });
  });
}

// Renews the README's pictures in docs/screenshots, only with SCREENSHOTS=readme: few, small, of a bot that has traded on a
// replayed market.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { api, createGrid, expect, type Look, openAs, register, settled, test } from './person.ts';
import { origin } from './product.ts';

const folder = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'docs', 'screenshots');
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

if (process.env['SCREENSHOTS'] === 'readme') {
  test('pictures of the README', async ({ browser }) => {
    test.setTimeout(400_000);
    mkdirSync(folder, { recursive: true });
    const person = await register();
    // Some hours of candles first, so that the chart begins before the bot.
    await new Promise((resolve) => setTimeout(resolve, 36_000));
    const bot = await createGrid(person);
    await createGrid(person, 'ETH/USDT');
    await expect
      .poll(
        async () =>
          (await api<{ rounds: number }>(`/api/user/botDetail?id=${bot}`, { token: person.token })).data.rounds,
        { timeout: 300_000, intervals: [3_000] },
      )
      .toBeGreaterThanOrEqual(12);
    const take = async (name: string, path: string, viewport: typeof phone, look: Look = {}) => {
      const context = await browser.newContext({
        baseURL: origin(),
        viewport,
        deviceScaleFactor: viewport === phone ? 2 : 1,
        locale: 'zh-CN',
        timezoneId: 'Asia/Shanghai',
      });
      const page = await context.newPage();
      await openAs(page, person, path, look);
      await settled(page);
      await page.waitForTimeout(1_500);
      await page.screenshot({ path: join(folder, `${name}.png`) });
      await context.close();
    };
    await take('home', '/', phone);
    await take('grid-editor', '/strategy/martin/local/grid-spot', phone);
    await take('bot-detail', `/strategy/detail/${bot}`, phone);
    await take('desktop', `/strategy/detail/${bot}`, desk, { theme: 'dark', language: 'en' });
  });
}

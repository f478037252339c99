// Takes every screen at both sizes, in both languages and themes, for people to look at: only when SCREENSHOTS names a
// folder. SCREENSHOTS=readme renews the few pictures of the README.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { test } from './person.ts';
import { origin } from './product.ts';
import { openScreen, personOf, screens } from './screens.ts';

const target = process.env['SCREENSHOTS'];
const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } } as const;

/** The whole screen in one picture, with the bars where they are on a phone: at the edges. */
async function growToContent(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...sizes.phone, height: Math.max(height, sizes.phone.height) });
}

if (target !== undefined && target !== 'readme') {
  mkdirSync(target, { recursive: true });
  for (const screen of screens) {
    test(`pictures of ${screen.name}`, async ({ browser }) => {
      const person = await personOf(screen);
      for (const [size, viewport] of Object.entries(sizes)) {
        for (const language of ['zh', 'en'] as const) {
          for (const theme of ['light', 'dark'] as const) {
            const context = await browser.newContext({
              baseURL: origin(),
              locale: 'zh-CN',
              timezoneId: 'Asia/Shanghai',
              viewport,
              deviceScaleFactor: size === 'phone' ? 2 : 1,
            });
            const page = await context.newPage();
            await openScreen(page, screen, person, { theme, language });
            if (size === 'phone') await growToContent(page);
            await page.screenshot({ path: join(target, `${screen.name}-${size}-${language}-${theme}.png`) });
            await context.close();
          }
        }
      }
    });
  }
}

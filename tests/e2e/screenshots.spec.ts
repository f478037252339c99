// Takes every screen at both sizes, in both languages and themes, for people to look at, and all eight in one
// picture: only when SCREENSHOTS names a folder. SCREENSHOTS=readme renews the few pictures of the README.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { type Look, test } from './person.ts';
import { origin } from './product.ts';
import type { Screen } from './screen.ts';
import { openScreen, personOf, screens } from './screens.ts';

const target = process.env['SCREENSHOTS'];
const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } } as const;

/** The whole screen in one picture, with the bars where they are on a phone: at the edges. */
async function growToContent(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...sizes.phone, height: Math.max(height, sizes.phone.height) });
}

/** One picture of all eight, small, to see at a glance what one of them does differently. */
async function mosaic(page: Page, pictures: readonly Buffer[]): Promise<Buffer> {
  const image = (png: Buffer, width: number) =>
    `<img src="data:image/png;base64,${png.toString('base64')}" style="width:${width}px">`;
  const [phone, desk] = [pictures.slice(0, 4), pictures.slice(4)];
  await page.setViewportSize({ width: 1640, height: 900 });
  await page.setContent(
    `<style>body{margin:8px;background:#888;display:flex;flex-wrap:wrap;gap:8px;align-items:start}</style>
    ${phone.map((png) => image(png, 400)).join('')}${desk.map((png) => image(png, 808)).join('')}`,
  );
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  return page.screenshot({ fullPage: true });
}

async function pictureOf(browser: Browser, screen: Screen, size: keyof typeof sizes, look: Look): Promise<Buffer> {
  const context = await browser.newContext({
    baseURL: origin(),
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: sizes[size],
    deviceScaleFactor: size === 'phone' ? 2 : 1,
  });
  const page = await context.newPage();
  await openScreen(page, screen, await personOf(screen), look);
  if (size === 'phone') await growToContent(page);
  const name = `${screen.name}-${size}-${look.language}-${look.theme}.png`;
  const png = await page.screenshot({ path: join(target!, name) });
  await context.close();
  return png;
}

if (target !== undefined && target !== 'readme') {
  mkdirSync(target, { recursive: true });
  for (const screen of screens) {
    test(`pictures of ${screen.name}`, async ({ browser, page }) => {
      const pictures: Buffer[] = [];
      for (const size of ['phone', 'desk'] as const) {
        for (const language of ['zh', 'en'] as const) {
          for (const theme of ['light', 'dark'] as const)
            pictures.push(await pictureOf(browser, screen, size, { theme, language }));
        }
      }
      writeFileSync(join(target, `${screen.name}-all.png`), await mosaic(page, pictures));
    });
  }
}

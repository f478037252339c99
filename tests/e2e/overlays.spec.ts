// What lies above the page on a wide screen with scroll bars that take room: nothing jumps, and no strip stays light.
import type { Page } from '@playwright/test';
import { expect, openAs, register, settled, test } from './person.ts';

test.use({
  viewport: { width: 1280, height: 800 },
  hasTouch: false,
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
});

/** Where the page stands and how far it is scrolled. */
const places = (page: Page) =>
  page.evaluate(() => [
    window.scrollY,
    ...[...document.querySelectorAll('#root .rail, #root .header, #root main, #root .card, #root .btn')].map(
      (element) => {
        const { x, y, width } = element.getBoundingClientRect();
        return [x, y, width].join();
      },
    ),
  ]);

/** One row of the page, just left of the place of the scroll bar and in it: its brightest and its darkest red. */
async function edge(page: Page): Promise<{ readonly low: number; readonly high: number }> {
  const { x, y } = await page.evaluate(() => ({ x: document.body.clientWidth, y: 30 }));
  const picture = await page.screenshot({ clip: { x: x - 2, y, width: 1280 - x + 2, height: 1 } });
  const reader = await page.context().newPage();
  const reds = await reader.evaluate(async (source) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(source), (byte) => byte.charCodeAt(0))]));
    const canvas = new OffscreenCanvas(bitmap.width, 1);
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.drawImage(bitmap, 0, 0);
    return [0, 4, bitmap.width - 1].map((at) => context.getImageData(at, 0, 1, 1).data[0] ?? -1);
  }, picture.toString('base64'));
  await reader.close();
  return { low: Math.min(...reds), high: Math.max(...reds) };
}

for (const theme of ['light', 'dark'] as const) {
  test(`a dialog over a scrolled page moves nothing and dims it to its edge (${theme})`, async ({ page }) => {
    await openAs(page, await register(), '/setting', { theme });
    await settled(page);
    const logOut = page.getByRole('button', { name: '退出登录' });
    await logOut.scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    expect(await page.evaluate(() => window.innerWidth - document.body.clientWidth)).toBeGreaterThan(0);
    const before = await places(page);
    expect(before[0]).toBeGreaterThan(0);
    await logOut.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expect(page.locator('body')).toHaveCSS('overflow-y', 'hidden');
    expect(await places(page)).toEqual(before);
    // A browser may round a mixed colour and an overlaid one differently by one step.
    await expect
      .poll(() => edge(page).then(({ low, high }) => high - low), { message: 'one colour up to the edge' })
      .toBeLessThanOrEqual(1);
    const dimmed = await edge(page);
    await dialog.getByRole('button', { name: '取消' }).click();
    await expect(page.locator('.overlay')).toHaveCount(0);
    await expect(page.locator('body')).not.toHaveCSS('overflow-y', 'hidden');
    expect(await places(page)).toEqual(before);
    expect((await edge(page)).high).toBeGreaterThan(dimmed.high);
  });
}

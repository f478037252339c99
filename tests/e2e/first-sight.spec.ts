// What a person sees and what the page asks before the app's own files are here: the frame of a screen, and the answers that
// the screen shows first, each asked once.
import type { Page } from '@playwright/test';
import { expect, openAs, registerWithBots, settled, test } from './person.ts';

/** Holds the app's entry back; answers how to let it go on. */
async function holdEntry(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/index-*.js', async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

for (const [screen, pathOf, early] of [
  ['home', () => '/', ['/api/user/index', '/api/user/botList', '/api/user/asset?exchange=local&wallet=all']],
  ['the list', () => '/strategy', ['/api/user/botList', '/api/user/bill?exchange=']],
  ['one bot', (id: number) => `/strategy/detail/${id}`, ['/api/user/botDetail?id=']],
] as const)
  test(`${screen} has its frame and has asked for its figures before the app runs, and asks no second time`, async ({
    page,
  }) => {
    const person = await registerWithBots();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/api/')) asked.push(pathname + search);
    });
    const release = await holdEntry(page);
    const id = person.bots[0]!;
    const wanted = early.map((address) => (address.endsWith('?id=') ? `${address}${id}` : address));
    await openAs(page, person, pathOf(id));
    await expect(page.locator('main[aria-busy] svg')).toBeVisible();
    await expect.poll(() => [...asked].sort()).toEqual([...wanted].sort());
    release();
    await settled(page);
    for (const address of wanted)
      expect(
        asked.filter((one) => one === address),
        address,
      ).toHaveLength(1);
  });

test('the app runs when its page has been painted, and not before', async ({ page }) => {
  const person = await registerWithBots();
  let profiles = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/profile')) profiles += 1;
  });
  // The paint is told when the test says so; what runs without it after a while never comes.
  await page.addInitScript(() => {
    const { setTimeout: later } = window;
    Object.assign(window, {
      setTimeout: (work: () => void, ms?: number) => (ms === 1_000 ? 0 : later(work, ms)),
      PerformanceObserver: class {
        static readonly supportedEntryTypes: readonly string[] = ['paint'];
        constructor(tell: () => void) {
          Object.assign(window, { tellOfPaint: tell });
        }
        observe() {}
        disconnect() {}
      },
    });
  });
  const answered = page.waitForResponse(/\/api\/user\/asset/);
  await openAs(page, person, '/');
  await answered;
  await page.evaluate(() => import(document.querySelector<HTMLLinkElement>('link[href*="/libraries-"]')!.href));
  await expect(page.locator('main[aria-busy] svg')).toBeVisible();
  expect(profiles).toBe(0);
  await page.evaluate(() => (window as unknown as { tellOfPaint: () => void }).tellOfPaint());
  await settled(page);
  expect(profiles).toBe(1);
});

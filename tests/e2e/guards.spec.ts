// Who may stand where: guards, unknown paths, the tab bar, and the end of a session.
import { api, expect, openAs, register, settled, test } from './person.ts';

test('leads a signed-out person to the login page from every protected and unknown path', async ({ page }) => {
  await openAs(page, null, '/');
  for (const path of [
    '/',
    '/simulation',
    '/rank',
    '/strategy',
    '/my',
    '/portfolio',
    '/setting',
    '/lang',
    '/about',
    '/nowhere/at/all',
  ]) {
    await page.goto(path);
    await expect(page).toHaveURL('/login');
  }
});

test('has no login page for a signed-in person, and leads unknown paths home', async ({ page }) => {
  await openAs(page, await register(), '/login');
  await expect(page).toHaveURL('/');
  for (const path of ['/register', '/register/12345678', '/nowhere', '/login']) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
  }
  await page.goto('/about');
  await expect(page).toHaveURL('/about/about');
  await page.goto('/about/nothing');
  await expect(page).toHaveURL('/about/about');
});

test('has the tab bar of 60 px on exactly five paths', async ({ page }) => {
  await openAs(page, await register(), '/');
  const bar = page.locator('nav.tabbar');
  for (const [path, tab] of [
    ['/', '首页'],
    ['/simulation', '模拟'],
    ['/rank', '排行'],
    ['/strategy', '现货'],
    ['/my', '我的'],
  ] as const) {
    await page.goto(path);
    await expect(bar).toBeVisible();
    expect((await bar.boundingBox())?.height).toBe(60);
    await expect(bar.locator('[aria-current=page]')).toHaveText(tab);
  }
  for (const path of ['/portfolio', '/setting', '/lang', '/about/about']) {
    await page.goto(path);
    await expect(page.locator('main')).toBeVisible();
    await expect(bar).toHaveCount(0);
  }
});

test('ends a revoked session with its message, clears storage, and goes to login after 1.5 s', async ({ page }) => {
  const person = await register();
  await openAs(page, person, '/my', { theme: 'dark', language: 'en' });
  await settled(page);
  await page.evaluate(() => localStorage.setItem('botTypes', '{}'));
  // Away from the app, which would hear of it by push.
  await page.goto('/robots.txt');
  await api('/api/login/logout', { method: 'POST', token: person.token });
  await page.goto('/my');
  const path = await page.waitForFunction(() => document.querySelector('.toast') !== null && location.pathname);
  expect(await path.jsonValue()).toBe('/my');
  await expect(page).toHaveURL('/login');
  const kept = await page.evaluate(() => Object.keys(localStorage).sort());
  // An update check that runs later notes again what it finds: nothing of it is about a person, so it may [1.19].
  expect(kept.filter((key) => key !== 'update')).toEqual(['onboarding', 'theme']);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('heading', { name: 'Log in to Cormorant' })).toBeVisible();
});

test('keeps theme, language and colours over a reload, from the first paint', async ({ page }) => {
  await openAs(page, await register(), '/setting');
  await page.getByRole('radio', { name: '深色' }).click();
  await page.getByRole('radio', { name: '红涨绿跌' }).click();
  await page.getByRole('link', { name: /语言/ }).click();
  await page.getByRole('radio', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: 'Language' })).toBeVisible();
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('data-updown', 'red-up');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('heading', { name: 'Language' })).toBeVisible();
});

test('says so while the device is offline, and keeps what it shows', async ({ page, context, complaints }) => {
  await openAs(page, await register(), '/');
  await settled(page);
  await context.setOffline(true);
  await expect(page.getByText('网络已断开')).toBeVisible();
  await expect(page.getByText('USDT').first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('网络已断开')).toBeHidden();
  complaints.length = 0;
});

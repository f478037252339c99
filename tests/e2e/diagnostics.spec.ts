// Diagnostics: open to anybody, each row a finding with its time, and a report without secrets.
import { expect, openAs, register, test } from './person.ts';
import { TestWallet } from './wallet-provider.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('finds what works, for a person and for anybody', async ({ page }) => {
  const person = await register();
  const wallet = new TestWallet();
  wallet.shown = [wallet.account.address];
  await wallet.inject(page);
  await openAs(page, person, '/test');
  for (const check of ['online', 'storage', 'latency', 'socket', 'status', 'clock', 'update', 'wallet'])
    await expect(page.locator(`[data-check=${check}]`)).toHaveAttribute('data-kind', 'ok');
  await expect(page.locator('[data-check=latency]')).toContainText(/\d+ \/ \d+ \/ \d+ ms/);
  await expect(page.locator('[data-check=wallet]')).toContainText('MetaMask (56)');
  await page.getByRole('button', { name: '复制结果' }).click();
  await expect(page.getByText('已复制')).toBeVisible();
  const report = await page.evaluate(() => navigator.clipboard.readText());
  expect(report).toContain('version: 1.0.9');
  expect(report).toMatch(/ok {3}socket \d+ ms/);
  for (const secret of [person.token, person.account, person.user.uid, person.user.nickname, wallet.account.address])
    expect(report.toLowerCase()).not.toContain(secret.toLowerCase());
  await page.evaluate(() => localStorage.removeItem('session'));
  await page.goto('/test');
  await expect(page.locator('[data-check=status]')).toHaveAttribute('data-kind', 'ok');
  await expect(page).toHaveURL('/test');
});

test('a broken part is one cross, the rest goes on', async ({ page, complaints }) => {
  await page.route('**/api/market/price*', (route) => route.fulfill({ status: 503, body: 'x' }));
  await page.route('**/updates/update.json', (route) => route.fulfill({ status: 404, body: 'x' }));
  await page.routeWebSocket('**/ws', (socket) => void socket.close({ code: 1011 }));
  await openAs(page, null, '/test', { language: 'en' });
  for (const check of ['latency', 'update', 'socket'])
    await expect(page.locator(`[data-check=${check}]`)).toHaveAttribute('data-kind', 'bad');
  await expect(page.locator('[data-check=latency]')).toContainText('Service temporarily unavailable');
  await expect(page.locator('[data-check=clock]')).toHaveAttribute('data-kind', 'ok');
  await expect(page.locator('[data-check=wallet]')).toHaveAttribute('data-kind', 'none');
  await page.unroute('**/api/market/price*');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.locator('[data-check=latency]')).toHaveAttribute('data-kind', 'ok');
  complaints.length = 0;
});

test('a clock that is wrong is found', async ({ page }) => {
  await page.route('**/api/index/status', async (route) => {
    const answer = await route.fetch();
    const json = (await answer.json()) as { data: { time: number } };
    await route.fulfill({ json: { ...json, data: { ...json.data, time: json.data.time + 120_000 } } });
  });
  await openAs(page, null, '/test');
  await expect(page.locator('[data-check=clock]')).toHaveAttribute('data-kind', 'bad');
  // The measure itself is uncertain by half a round trip, which on a busy machine is tenths of a second and more.
  await expect(page.locator('[data-check=clock]')).toContainText(/-1(1[6-9]|2[0-4])(\.\d)? s/);
  // It is asked for again and again: one on its way at the end is nobody's fault.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

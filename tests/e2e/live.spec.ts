// What happens elsewhere reaches the open screen by push, without a reload: a new bot, its pause, its stop, a price.
import { createGrid, expect, openAs, operate, register, settled, test } from './person.ts';

test('a bot made, paused and stopped elsewhere changes the open home screen', async ({ page }) => {
  const person = await register();
  await openAs(page, person, '/');
  await settled(page);
  await expect(page.getByText('还没有策略')).toBeVisible();
  const id = await createGrid(person);
  const row = page.locator(`a[href="/strategy/detail/${id}"]`);
  await expect(row).toBeVisible();
  await expect(page.getByText('运行 1')).toBeVisible();
  await operate(person, id, 'pause');
  await expect(row.getByText('已暂停')).toBeVisible();
  await operate(person, id, 'resume');
  await expect(row.getByText('已暂停')).toBeHidden();
  await operate(person, id, 'stop');
  await expect(row.getByText('已停止')).toBeVisible();
  await expect(page.getByText('停止 1')).toBeVisible();
});

test('prices move while they are on screen', async ({ page }) => {
  await openAs(page, await register(), '/');
  await settled(page);
  const price = page.locator('a.row', { hasText: 'BTC/USDT' }).locator('.figure').first();
  const before = await price.textContent();
  expect(before).toMatch(/^[\d,]+\.\d+$/);
  await expect(price).not.toHaveText(before ?? '', { timeout: 20_000 });
});

test('the eye hides every amount, here and after a reload', async ({ page }) => {
  const person = await register();
  await createGrid(person);
  await openAs(page, person, '/');
  await settled(page);
  await page.getByRole('button', { name: '隐藏金额' }).click();
  await expect(page.locator('.hero')).toHaveText(/^\*{4}USDT$/);
  await page.reload();
  await settled(page);
  await expect(page.locator('.hero')).toHaveText(/^\*{4}USDT$/);
  await page.goto('/my');
  await settled(page);
  // What the platform keeps, and what lies at the exchange.
  await expect(page.locator('.hero')).toHaveText([/^\*{4}USDT$/, /^\*{4}USDT$/]);
});

// One bot of each category from its editor to running: the presets fill the form, the preview and the worst case stand in
// it, and what runs is what was confirmed.
import { expectRunning, startFromEditor } from './every-editor.ts';
import { expect, openAs, register, settled, test } from './person.ts';

const editor = (code: string) => `/strategy/martin/local/${code}?symbol=BTC%2FUSDT`;

test('a spot martingale holds its first order', async ({ page }) => {
  const person = await register();
  await openAs(page, person, '/strategy/martin');
  await page.getByRole('link', { name: /现货马丁/ }).click();
  await settled(page);
  await expect(page.getByRole('radio', { name: '稳健' })).toBeChecked();
  await expect(page.getByRole('img', { name: /阶梯预览: 7 单/ })).toBeVisible();
  await page.getByRole('radio', { name: '保守' }).click();
  await expect(page.getByRole('img', { name: /阶梯预览: 5 单/ })).toBeVisible();
  await expect(page.getByText('全部成交后的均价')).toBeVisible();
  await startFromEditor(page);
  await expectRunning(person, { type: 'martin', market: 'spot' }, /holding/);
});

test('a futures martingale holds its first order under leverage', async ({ page }) => {
  const person = await register();
  await openAs(page, person, editor('martin-futures'));
  await settled(page);
  await page.getByRole('radio', { name: '做空' }).click();
  await expect(page.getByText('全部成交后的强平价')).toBeVisible();
  await expect(page.getByText('资金费(每天)')).toBeVisible();
  await page.getByRole('button', { name: '保存并启动' }).click();
  const sheet = page.getByRole('dialog', { name: '确认启动策略' });
  await expect(sheet).toContainText(/止损价\(未填,自动计算\)[\d,.]+/);
  await sheet.getByRole('button', { name: '关闭' }).click();
  await startFromEditor(page);
  await expectRunning(person, { type: 'martin', market: 'futures', direction: 'short', leverage: 3 }, /holding/);
});

test('a futures grid shows its liquidation and runs', async ({ page }) => {
  const person = await register();
  await openAs(page, person, editor('grid-futures'));
  await settled(page);
  await page.getByRole('radio', { name: '中性' }).click();
  await page.getByRole('radio', { name: '稳健' }).click();
  await expect(page.getByRole('img', { name: /网格预览/ })).toBeVisible();
  await expect(page.getByText('做空强平价(全部成交)')).toBeVisible();
  await page.getByRole('button', { name: '保存并启动' }).click();
  const sheet = page.getByRole('dialog', { name: '确认启动策略' });
  await expect(sheet).toContainText('方向中性杠杆3 倍');
  await sheet.getByRole('button', { name: '关闭' }).click();
  await startFromEditor(page);
  await expectRunning(person, { type: 'grid', market: 'futures', direction: 'neutral' }, /holding|waiting|opening/);
});

test('a spot calendar shows its coming buys and waits for the first', async ({ page }) => {
  const person = await register();
  await openAs(page, person, editor('dca-spot'));
  await settled(page);
  await page.getByRole('radio', { name: '保守' }).click();
  await expect(page.getByRole('heading', { name: '接下来的买入' })).toBeVisible();
  await page.getByLabel('间隔').selectOption('1d');
  await expect(page.getByLabel('星期')).toBeHidden();
  await startFromEditor(page);
  await expectRunning(person, { type: 'dca', market: 'spot' }, /waiting|idle|holding/);
});

test('a futures ladder of safety orders opens', async ({ page }) => {
  const person = await register();
  await openAs(page, person, editor('dca-futures'));
  await settled(page);
  await page.getByRole('radio', { name: '稳健' }).click();
  await expect(page.getByRole('img', { name: /阶梯预览: 6 单/ })).toBeVisible();
  await startFromEditor(page);
  await expectRunning(person, { type: 'dca', market: 'futures', leverage: 2 }, /holding/);
});

for (const { code, market } of [
  { code: 'custom-spot', market: 'spot' },
  { code: 'custom-futures', market: 'futures' },
] as const) {
  test(`own rules wait for their conditions (${market})`, async ({ page }) => {
    const person = await register();
    await openAs(page, person, editor(code));
    await settled(page);
    await page.getByRole('radio', { name: '均线交叉' }).click();
    await expect(page.getByText(/近 [\d.]+ 天触发 \d+ 次|近 [\d.]+ 天没有触发/).first()).toBeVisible();
    await startFromEditor(page);
    const bot = await expectRunning(person, { type: 'custom', market }, /waiting|idle|holding/);
    expect(JSON.stringify(bot.params['open'])).toContain('cross_up');
  });
}

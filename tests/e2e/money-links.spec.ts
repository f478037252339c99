// From one screen of money to the next: home's grid, a service fee in the log to its calculation, the last deposits to all.
import { withMoney } from './money.ts';
import { withDeposits } from './money-chain.ts';
import { withCharge } from './money-team.ts';
import { expect, openAs, register, settled, test } from './person.ts';

const places = [
  ['充值', '/my/deposit'],
  ['提现', '/my/withdraw'],
  ['绑定API', '/bind'],
  ['邀请', '/referral'],
  ['团队', '/team'],
  ['创建策略', '/strategy/martin'],
  ['帮助', '/help/list'],
  ['日志', '/strategy/logs'],
] as const;

test("home's grid leads to each of its screens, and its fuel to the sheet that adds some", async ({ page }) => {
  await openAs(page, await register(), '/');
  await settled(page);
  const grid = page.getByRole('navigation', { name: '首页' });
  for (const [name, path] of places) {
    await grid.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await settled(page);
    await page.goBack();
    await expect(grid).toBeVisible();
  }
  await page.getByRole('button', { name: '充燃料' }).click();
  await expect(page.getByRole('dialog', { name: '兑换' })).toBeVisible();
});

test('a service fee in the log opens to its calculation, what others earned of one does not', async ({ page }) => {
  await withMoney(page);
  await withCharge(page);
  await openAs(page, await register(), '/my/asset/balance');
  await settled(page);
  await expect(page.getByText('分润收入').last()).toBeVisible();
  await expect(page.getByRole('link', { name: /分润收入/ })).toHaveCount(0);
  await page.getByRole('radio', { name: '燃料' }).click();
  await page
    .getByRole('link', { name: /服务费扣除 已购 · 看计算过程/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/my\/charge\/7$/);
  await expect(page.getByRole('heading', { name: '如何算出新增盈利' })).toBeVisible();
});

test('the last deposits lead to all of them in the log', async ({ page }) => {
  await withDeposits(page);
  await openAs(page, await register(), '/my/deposit');
  await settled(page);
  const asked = page.waitForRequest(/accountLogs\?.*kind=deposit/);
  await page.getByRole('region', { name: '充值记录' }).getByRole('link', { name: '全部' }).click();
  await asked;
  await expect(page.getByRole('radio', { name: '充值', exact: true })).toBeChecked();
});

test('a deposit on its way says whether a block has it, as the list of all does', async ({ page }) => {
  await withDeposits(page);
  await openAs(page, await register(), '/my/deposit');
  await settled(page);
  await expect(page.getByRole('region', { name: /^到账中 200\.00/ })).toContainText('确认中 9/15');
  const unseen = page.getByRole('region', { name: /^到账中 35\.50/ });
  await expect(unseen).toContainText('待打包');
  await expect(unseen).not.toContainText('确认中');
});

// Conversions and transfers on the screen: what is typed wrong is said at its field and sends nothing, what is right moves to
// the last unit, and the other side sees it arrive.
import type { Page } from '@playwright/test';
import { type Account, api, expect, openAs, register, settled, test } from './person.ts';
import { give, PAYMENT, setPayment } from './purse.ts';

const sheet = (page: Page) => page.getByRole('dialog');
const amount = (page: Page) => sheet(page).getByLabel('数量');
const payment = (page: Page) => sheet(page).getByLabel('支付密码', { exact: true });
const alert = (page: Page) => sheet(page).getByRole('alert');
const confirm = (page: Page, name: string) => sheet(page).getByRole('button', { name });
const logRow = (page: Page, kind: string) => page.locator('.list .row').filter({ hasText: kind });

interface Holding {
  readonly available: string;
  readonly fuel_paid: string;
  readonly fuel_bonus: string;
  readonly points: string;
}

const holdingOf = async ({ token }: Account) => (await api<Holding>('/api/user/account', { token })).data;

/** What no screen takes for an amount, and what it says of it once the box is left. */
const noAmounts: readonly (readonly [string, string])[] = [
  ['0.123456789', '位小数'],
  ['1e3', '请输入数字'],
  ['-5', '至少'],
  ['+5', '请输入数字'],
  ['0', '至少'],
  ['3,1415', '请输入数字'],
  ['9'.repeat(16), '最多'],
  ['abc', '请输入数字'],
];

async function refusesAll(page: Page, button: string): Promise<void> {
  for (const [wrong, told] of noAmounts) {
    await amount(page).fill(wrong);
    await amount(page).blur();
    await expect(alert(page), wrong).toContainText(told);
    await expect(confirm(page, button), wrong).toBeDisabled();
  }
}

test('a conversion says what is wrong with an amount, needs the payment password above 50, and comes back', async ({
  page,
}) => {
  const person = await register();
  await setPayment(person);
  await give(person, { available: '200.5' });
  await openAs(page, person, '/my/asset/balance?sheet=convert');
  await refusesAll(page, '确认兑换');
  await amount(page).fill('200.50000001');
  await expect(alert(page)).toContainText('200.5');
  await amount(page).fill('50');
  await expect(sheet(page)).toContainText('免支付密码');
  await expect(payment(page)).toHaveCount(0);
  await amount(page).fill('60.12345678');
  await expect(confirm(page, '确认兑换')).toBeDisabled();
  await payment(page).fill('111222');
  await confirm(page, '确认兑换').click();
  await expect(alert(page)).toContainText('还可尝试4次');
  expect((await holdingOf(person)).available).toBe('200.5');
  await payment(page).fill(PAYMENT);
  await confirm(page, '确认兑换').click();
  await expect(sheet(page)).toBeHidden();
  await expect(page.getByText('140.37', { exact: true }).first()).toBeVisible();
  await expect(logRow(page, '兑换')).toContainText('−60.12');
  expect(await holdingOf(person)).toMatchObject({ available: '140.37654322', fuel_paid: '60.12345678' });

  await page.getByRole('radio', { name: '燃料' }).click();
  await page.getByRole('button', { name: '退回余额' }).click();
  await confirm(page, '全部').click();
  await expect(amount(page)).toHaveValue('60.12345678');
  await payment(page).fill(PAYMENT);
  await confirm(page, '确认兑换').click();
  await expect(sheet(page)).toBeHidden();
  expect(await holdingOf(person)).toMatchObject({ available: '200.5', fuel_paid: '0' });
});

test('points become bonus fuel, which neither comes back nor goes to anybody', async ({ page }) => {
  const person = await register();
  await setPayment(person);
  await give(person, { points: '680.25' });
  await openAs(page, person, '/my/asset/points?sheet=convert');
  await amount(page).fill('499.99');
  await expect(alert(page)).toContainText('至少 500');
  await amount(page).fill('500.001');
  await expect(alert(page)).toContainText('位小数');
  await amount(page).fill('600.25');
  await expect(sheet(page)).toContainText('6.0025');
  await expect(sheet(page)).toContainText('不可退回或转让');
  await payment(page).fill(PAYMENT);
  await confirm(page, '确认兑换').click();
  await expect(sheet(page)).toBeHidden();
  expect(await holdingOf(person)).toMatchObject({ points: '100', fuel_bonus: '6.0025', fuel_paid: '0' });
  for (const way of ['退回余额', '转账']) {
    await page.goto('/my/asset/fuel');
    await page.getByRole('button', { name: way }).click();
    await amount(page).fill('1');
    await expect(alert(page)).toContainText('0');
    await expect(sheet(page).locator('button[type=submit]')).toBeDisabled();
    await page.keyboard.press('Escape');
  }
});

test('a transfer shows the name before it is sent, is refused at its field, and arrives with its words', async ({
  page,
  browser,
}) => {
  const [person, friend] = [await register(), await register()];
  await setPayment(person);
  await give(person, { available: '6000', fuel_paid: '20' });
  const there = await browser.newPage();
  await openAs(there, friend, '/my/asset/balance');
  await settled(there);
  await expect(there.getByText('暂无记录')).toBeVisible();

  await openAs(page, person, '/my/asset/balance?sheet=transfer');
  const uid = sheet(page).getByLabel('收款人 UID');
  const next = confirm(page, '下一步');
  await uid.fill(friend.user.uid);
  await refusesAll(page, '下一步');
  await amount(page).fill('0.99');
  await expect(alert(page)).toContainText('至少 1');
  await expect(next).toBeDisabled();
  // The day's limit is less than what there is.
  await amount(page).fill('5000.00000001');
  await expect(alert(page)).toContainText('5,000');
  await expect(next).toBeDisabled();
  await amount(page).fill('30.12345678');
  for (const [wrong, told] of [
    ['10000000', '收款用户不存在'],
    [person.user.uid, '不能转给自己'],
  ] as const) {
    await uid.fill(wrong);
    await next.click();
    await expect(alert(page)).toContainText(told);
  }
  await uid.fill('somebody');
  await expect(next).toBeDisabled();
  await uid.fill(friend.user.uid);
  await sheet(page).getByLabel('备注(选填)').fill('房租 & <b>七月</b>');
  await next.click();
  await expect(sheet(page)).toContainText('**');
  await expect(sheet(page)).toContainText(friend.user.uid);
  await payment(page).fill('111222');
  await confirm(page, '确认转账').click();
  await expect(alert(page)).toContainText('还可尝试4次');
  await payment(page).fill(PAYMENT);
  // Pressed twice, it is sent once.
  await confirm(page, '确认转账').dblclick();
  await expect(sheet(page)).toBeHidden();
  expect((await holdingOf(person)).available).toBe('5969.87654322');

  // Without a reload: the push tells the other side.
  await expect(logRow(there, '转入')).toContainText('+30.12');
  await expect(logRow(there, '转入')).toContainText('房租 & <b>七月</b>');
  expect((await holdingOf(friend)).available).toBe('30.12345678');
  await page.goto('/my/asset/fuel?sheet=transfer');
  await uid.fill(friend.user.uid);
  await confirm(page, '全部').click();
  await next.click();
  await payment(page).fill(PAYMENT);
  await confirm(page, '确认转账').click();
  await expect(sheet(page)).toBeHidden();
  expect((await holdingOf(friend)).fuel_paid).toBe('20');
});

test('without a payment password there is the way to one, and only small conversions go', async ({ page }) => {
  const person = await register();
  await give(person, { available: '100' });
  await openAs(page, person, '/my/asset/balance?sheet=convert', { language: 'en' });
  const typed = sheet(page).getByLabel('Amount');
  await typed.fill('50');
  await sheet(page).locator('button[type=submit]').click();
  await expect(sheet(page)).toBeHidden();
  expect((await holdingOf(person)).fuel_paid).toBe('50');
  await page.goto('/my/asset/balance?sheet=convert');
  await typed.fill('50');
  await typed.fill('50.00000001');
  await expect(alert(page)).toContainText('50');
  await page.goto('/my/asset/fuel?sheet=convert');
  await sheet(page).getByRole('radio', { name: /back/i }).click();
  await typed.fill('1');
  await expect(sheet(page).locator('button[type=submit]')).toBeDisabled();
  await sheet(page).getByRole('button', { name: /set/i }).click();
  await expect(page).toHaveURL('/my/password/payment');
});

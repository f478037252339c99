// What the tests look at of money: the hub, assets and their sheets, deposit, withdrawal, team, invitation, rates, a charge,
// and panic.
import type { Page } from '@playwright/test';
import { refusalOf, withDays, withMoney } from './money.ts';
import { withDeposits, withWithdrawals, writtenWithdrawal } from './money-chain.ts';
import { withCharge, withReversedCharge, withTeam } from './money-team.ts';
import { expect, registerWithBots } from './person.ts';
import type { Screen } from './screen.ts';

export async function seeSheet(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toBeVisible();
}

const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).click();

export async function fillTransfer(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel(/^收款人 UID$|^Recipient's UID$/).fill('61840275');
  await sheet.getByLabel(/^数量$|^Amount$/).fill('20');
  await sheet.getByRole('button', { name: /^下一步$|^Next$/ }).click();
}

async function seeRecipient(page: Page): Promise<void> {
  await fillTransfer(page);
  await expect(page.getByRole('dialog').getByText(/海\*\*/)).toBeVisible();
}

async function withRecipient(page: Page): Promise<void> {
  await withMoney(page);
  await page.route('**/api/user/change', (route) =>
    route.fulfill({
      json: { code: 1, show: 0, msg: '', data: { to_user_sn: '61840275', to_nickname_mask: '海**' } },
    }),
  );
}

async function withRefusedChange(page: Page): Promise<void> {
  await withMoney(page);
  await page.route(
    '**/api/user/change',
    refusalOf(5404, '请先停止实盘策略并补缴欠费', 'Stop live bots and repay first'),
  );
}

export async function convertBack(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('radio', { name: /^燃料退回$|^Fuel back$/ }).click();
  await sheet.getByLabel(/^数量$|^Amount$/).fill('40');
  await sheet.getByLabel(/^支付密码$|^Payment password$/).fill('258036');
  await sheet.getByRole('button', { name: /^确认兑换$|^Convert$/ }).click();
  await expect(sheet.getByRole('alert')).toBeVisible();
}

async function writeBadly(page: Page): Promise<void> {
  await page.getByLabel(/^提现地址$|^Withdrawal address$/).fill('0x71C4');
  await page.getByLabel(/^提现数量$|^Amount$/).fill('5000');
  await press(page, /^下一步$|^Next$/);
  await expect(page.getByRole('alert').first()).toBeVisible();
}

export async function askPayment(page: Page): Promise<void> {
  await page.getByLabel(/^提现地址$|^Withdrawal address$/).fill(writtenWithdrawal.address);
  await page.getByLabel(/^提现数量$|^Amount$/).fill(writtenWithdrawal.amount);
  await press(page, /^下一步$|^Next$/);
  await seeSheet(page);
}

export async function pay(page: Page): Promise<void> {
  await askPayment(page);
  await page
    .getByRole('dialog')
    .getByLabel(/^支付密码$|^Payment password$/)
    .fill('258036');
}

async function payWrongly(page: Page): Promise<void> {
  await pay(page);
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
}

export async function payAndSee(page: Page): Promise<void> {
  await pay(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function seePoster(page: Page): Promise<void> {
  await press(page, /^分享海报$|^Share a poster$/);
  await expect(page.getByRole('img', { name: /邀请海报|Invitation poster/ })).toBeVisible();
}

export async function lowerRate(page: Page): Promise<void> {
  await press(page, /^下调 0.5%$|^Lower by 0.5%$/);
  await expect(page.getByText(/00:00 \(UTC\+8\)/).first()).toBeVisible();
}

async function askPanic(page: Page): Promise<void> {
  await press(page, /^紧急停止$|^Panic stop$/);
  await seeSheet(page);
}

export const moneyScreens: readonly Screen[] = [
  { name: 'deposit', path: '/my/deposit' },
  { name: 'deposit-coming', path: '/my/deposit', prepare: withDeposits },
  { name: 'withdraw', path: '/my/withdraw' },
  { name: 'withdraw-errors', path: '/my/withdraw', prepare: withWithdrawals, act: writeBadly },
  { name: 'withdraw-pay', path: '/my/withdraw', prepare: withWithdrawals, act: payWrongly },
  {
    name: 'withdraw-result',
    path: '/my/withdraw',
    prepare: (page) =>
      withWithdrawals(page, { made: 'reviewing', states: ['confirmed', 'rejected', 'failed', 'cancelled'] }),
    act: payAndSee,
  },
  { name: 'home-days', path: '/', who: registerWithBots, prepare: withDays },
  { name: 'my', path: '/my', prepare: withMoney },
  { name: 'asset-balance', path: '/my/asset/balance', prepare: withMoney },
  { name: 'asset-fuel', path: '/my/asset/fuel', prepare: withMoney },
  { name: 'asset-convert', path: '/my/asset/points?sheet=convert', prepare: withMoney, act: seeSheet },
  { name: 'asset-refused', path: '/my/asset/fuel?sheet=convert', prepare: withRefusedChange, act: convertBack },
  { name: 'asset-transfer', path: '/my/asset/balance?sheet=transfer', prepare: withMoney, act: seeSheet },
  { name: 'asset-recipient', path: '/my/asset/balance?sheet=transfer', prepare: withRecipient, act: seeRecipient },
  { name: 'team', path: '/team', prepare: withTeam },
  { name: 'referral', path: '/referral', prepare: withTeam },
  { name: 'referral-poster', path: '/referral', prepare: withTeam, act: seePoster },
  { name: 'rate', path: '/my/rate', prepare: withTeam },
  { name: 'rate-lower', path: '/my/rate?uid=55000013', prepare: withTeam, act: lowerRate },
  { name: 'charge', path: '/my/charge/7', prepare: withCharge },
  { name: 'charge-reversed', path: '/my/charge/7', prepare: withReversedCharge },
  { name: 'panic', path: '/strategy', who: registerWithBots, act: askPanic },
];

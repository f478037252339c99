// What the tests look at of bots that exist: details, sheets, records, bills, positions.
import type { Page } from '@playwright/test';
import { expect, registerWithBots, registerWithMartingale } from './person.ts';
import type { Screen } from './screen.ts';

async function addByHand(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^手动补仓$|^Add$/ }).click();
  await expect(page.getByRole('dialog')).toContainText(/买入数量|Buys/);
}

async function seeParams(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^参数$|^Settings$/ }).click();
}

async function askHowToStop(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^停止$|^Stop$/ }).click();
  await page.getByText(/^保留持仓$|^Keep the position$/).click();
}

export const detailScreens: readonly Screen[] = [
  { name: 'bot-detail', path: '/strategy/detail/:bot', who: registerWithBots },
  { name: 'martin-detail', path: '/strategy/detail/:bot', who: registerWithMartingale },
  { name: 'martin-add', path: '/strategy/detail/:bot', who: registerWithMartingale, act: addByHand },
  { name: 'martin-params', path: '/strategy/detail/:bot', who: registerWithMartingale, act: seeParams },
  { name: 'martin-stop', path: '/strategy/detail/:bot', who: registerWithMartingale, act: askHowToStop },
  { name: 'martin-list', path: '/strategy', who: registerWithMartingale },
  { name: 'logs', path: '/strategy/logs', who: registerWithBots },
  { name: 'bot-log', path: '/strategy/action/:bot', who: registerWithBots },
  { name: 'bill-empty', path: '/strategy/bill/all' },
  { name: 'bill', path: '/strategy/bill/all', who: registerWithBots },
  { name: 'positions', path: '/my/positions', who: registerWithBots },
  { name: 'positions-empty', path: '/my/positions' },
];

// What the tests look at of bots that exist: lists and batches, details of each kind, sheets, records, bills, positions.
import type { Page } from '@playwright/test';
import {
  batchUnderWay,
  batchWithFailures,
  keyGone,
  leftAside,
  monthOfResults,
  nakedLeg,
  troubled,
} from './altered-answers.ts';
import {
  registerWithBothSides,
  registerWithCalendar,
  registerWithFunding,
  registerWithMany,
  registerWithNeutralGrid,
  registerWithRules,
  registerWithTriangle,
} from './bots-of-kinds.ts';
import { expect, registerWithBots, registerWithMartingale } from './person.ts';
import type { Screen } from './screen.ts';

const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click();
const sheet = (page: Page) => page.getByRole('dialog');

async function addByHand(page: Page): Promise<void> {
  await press(page, /^手动补仓$|^Add$/);
  await expect(sheet(page)).toContainText(/买入数量|Buys/);
  await expect(sheet(page)).not.toContainText('--');
}

async function seeParams(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^参数$|^Settings$/ }).click();
}

async function seeRounds(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^持仓历史$|^Positions$/ }).click();
}

async function askToStop(page: Page): Promise<void> {
  await press(page, /^停止$|^Stop$/);
  await expect(sheet(page).locator('.kv')).not.toContainText('--');
}

async function askHowToStop(page: Page): Promise<void> {
  await askToStop(page);
  await page.getByText(/^保留持仓$|^Keep the position$/).click();
}

async function askToClose(page: Page): Promise<void> {
  await press(page, /^平仓$|^Close position$/);
  await expect(sheet(page)).toBeVisible();
}

async function seeAllLines(page: Page): Promise<void> {
  await press(page, /^全部 \d+ 线$|^All \d+ lines$/);
}

async function seeTradesByHand(page: Page): Promise<void> {
  await page
    .locator('.note')
    .filter({ hasText: /2 笔|2 trades/ })
    .getByRole('button')
    .click();
  await expect(sheet(page)).toBeVisible();
}

async function choose(page: Page): Promise<void> {
  await press(page, /^批量操作$|^Batch$/);
  await page.locator('.batchrow').first().click();
  await page.locator('.batchrow').nth(2).click();
}

async function runBatch(page: Page): Promise<void> {
  await choose(page);
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: /^暂停$|^Pause$/ })
    .click();
  await expect(sheet(page)).toContainText(/[12] \/ 2/);
}

async function openWhy(page: Page): Promise<void> {
  await page.locator('.event__open').last().click();
  await expect(sheet(page)).toBeVisible();
}

async function openExport(page: Page): Promise<void> {
  await press(page, /^导出 CSV$|^Export CSV$/);
  await expect(sheet(page)).toBeVisible();
}

async function byStrategy(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^按策略$|^Strategies$/ }).click();
}

const detail = '/strategy/detail/:bot';

export const detailScreens: readonly Screen[] = [
  { name: 'strategies-troubled', path: '/strategy', who: registerWithMany, prepare: troubled },
  { name: 'batch-chosen', path: '/strategy', who: registerWithMany, act: choose },
  { name: 'batch-runs', path: '/strategy', who: registerWithMany, prepare: batchUnderWay, act: runBatch },
  { name: 'batch-ended', path: '/strategy', who: registerWithMany, prepare: batchWithFailures, act: runBatch },
  { name: 'bot-detail', path: detail, who: registerWithBots },
  { name: 'grid-set-aside', path: detail, who: registerWithBots, prepare: leftAside },
  { name: 'grid-lines', path: detail, who: registerWithBots, act: seeAllLines },
  { name: 'grid-neutral', path: detail, who: registerWithNeutralGrid },
  { name: 'grid-stop', path: detail, who: registerWithBots, act: askToStop },
  { name: 'martin-detail', path: detail, who: registerWithMartingale },
  { name: 'martin-key-gone', path: detail, who: registerWithMartingale, prepare: keyGone, act: seeTradesByHand },
  { name: 'martin-add', path: detail, who: registerWithMartingale, act: addByHand },
  { name: 'martin-close', path: detail, who: registerWithMartingale, act: askToClose },
  { name: 'martin-params', path: detail, who: registerWithMartingale, act: seeParams },
  { name: 'martin-rounds', path: detail, who: registerWithMartingale, act: seeRounds },
  { name: 'martin-stop', path: detail, who: registerWithMartingale, act: askHowToStop },
  { name: 'martin-sides', path: detail, who: registerWithBothSides },
  { name: 'martin-list', path: '/strategy', who: registerWithMartingale },
  { name: 'dca-calendar', path: detail, who: registerWithCalendar },
  { name: 'custom-detail', path: detail, who: registerWithRules },
  { name: 'funding-naked', path: detail, who: registerWithFunding, prepare: nakedLeg },
  { name: 'triangle', path: detail, who: registerWithTriangle },
  { name: 'logs', path: '/strategy/logs', who: registerWithBots },
  { name: 'export', path: '/strategy/logs', who: registerWithBots, act: openExport },
  { name: 'bot-log', path: '/strategy/action/:bot', who: registerWithBots },
  { name: 'why', path: '/strategy/action/:bot', who: registerWithBots, act: openWhy },
  { name: 'bill-empty', path: '/strategy/bill/all' },
  { name: 'bill', path: '/strategy/bill/all', who: registerWithMany, prepare: monthOfResults },
  {
    name: 'bill-strategies',
    path: '/strategy/bill/all',
    who: registerWithMany,
    prepare: monthOfResults,
    act: byStrategy,
  },
  { name: 'positions', path: '/my/positions', who: registerWithMany },
  { name: 'positions-empty', path: '/my/positions' },
];

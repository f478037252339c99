// What the tests look at of money: the hub, assets and their sheets, deposit, withdrawal.
import type { Page } from '@playwright/test';
import { withMoney } from './money.ts';
import { expect } from './person.ts';
import type { Screen } from './screen.ts';

async function seeSheet(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toBeVisible();
}

export const moneyScreens: readonly Screen[] = [
  { name: 'deposit', path: '/my/deposit' },
  { name: 'withdraw', path: '/my/withdraw' },
  { name: 'my', path: '/my', prepare: withMoney },
  { name: 'asset-fuel', path: '/my/asset/fuel', prepare: withMoney },
  { name: 'asset-convert', path: '/my/asset/points?sheet=convert', prepare: withMoney, act: seeSheet },
  { name: 'asset-transfer', path: '/my/asset/balance?sheet=transfer', prepare: withMoney, act: seeSheet },
];

// An account with something in it, for the screens that show it: the answers of the server are replaced, so that every look
// has the same figures.
import type { Page } from '@playwright/test';

const account = {
  ...{
    coin: 'USDT',
    balance: '320.5',
    available: '270.5',
    frozen: '50',
    value: '320.5',
    points: '1280',
    fuel: '42.75',
  },
  ...{ fuel_paid: '40', fuel_bonus: '2.75', fuel_owed: '0', fuel_notice: '10', income_total: '88.12' },
  updated_at: 1_793_000_000_000,
};
const names = {
  fuel_use: ['服务费扣除', 'Service fee'],
  fuel_in: ['充入燃料', 'Fuel added'],
  fuel_bonus: ['赠送燃料', 'Bonus fuel'],
} as const;

function rowsOf(english: boolean) {
  const row = (id: number, type: keyof typeof names, part: string, amount: string) => ({
    ...{
      id,
      account: 'fuel',
      part,
      type,
      type_name: names[type][english ? 1 : 0],
      amount,
      before: '40',
      after: '42.75',
    },
    ...{ ref_type: 'charge', ref_id: '7', remark: '', created_at: Date.UTC(2026, 7, id, 3) },
  });
  return [
    row(4, 'fuel_use', 'fuel_bonus', '-0.1523'),
    row(3, 'fuel_use', 'fuel_paid', '-2.52'),
    row(2, 'fuel_in', 'fuel_paid', '40'),
    row(1, 'fuel_bonus', 'fuel_bonus', '5'),
  ];
}

export async function withMoney(page: Page): Promise<void> {
  const pair = (from: string, to: string, rate: string, min: string, max: string) => ({
    from,
    to,
    rate,
    min,
    max,
    fee: '0',
  });
  const info = {
    pairs: [
      pair('balance', 'fuel', '1', '0.00000001', '270.5'),
      pair('fuel', 'balance', '1', '0.00000001', '40'),
      { ...pair('points', 'fuel', '0.01', '500', '1280'), bonus_only: 1 },
    ],
    transfer: { enabled: 1, assets: ['balance', 'fuel'], min: '1', daily_limit: '5000', daily_used: '0', fee: '0' },
    ...{ account, payment: 1, change_free: '50' },
  };
  const answer = (data: unknown) => ({ json: { code: 1, show: 0, msg: '', data } });
  await page.route('**/api/user/account', (route) => route.fulfill(answer(account)));
  await page.route('**/api/user/changeInfo', (route) => route.fulfill(answer(info)));
  await page.route('**/api/user/accountLogs**', (route) => {
    const list = rowsOf(route.request().headers()['x-lang'] === 'en');
    return route.fulfill(answer({ list, total: 4, page: 1, page_size: 20, has_more: 0 }));
  });
}

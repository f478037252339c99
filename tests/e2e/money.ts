// An account with something in it, for the screens that show it: the answers of the server are replaced, so that every look
// has the same figures.
import type { Page, Route } from '@playwright/test';

/** An answer as the server gives it. */
export function answerOf(data: unknown) {
  return { json: { code: 1, show: 0, msg: '', data } };
}

/** A refusal as the server gives it. */
export function refusalOf(code: number, zh: string, en: string) {
  return (route: Route) => route.fulfill({ json: { code, show: 1, msg: isEnglish(route) ? en : zh, data: null } });
}

export function isEnglish(route: Route): boolean {
  return route.request().headers()['x-lang'] === 'en';
}

/** Lets an answer of the server say more than it does. */
export async function amend(page: Page, path: string, change: (data: Record<string, unknown>) => void): Promise<void> {
  await page.route(path, async (route) => {
    try {
      const response = await route.fetch();
      const answer = await response.json();
      if (answer.data !== null) change(answer.data);
      await route.fulfill({ response, json: answer });
    } catch {
      await route.abort().catch(() => undefined); // the page that asked was left
    }
  });
}

const full = {
  ...{ coin: 'USDT', balance: '320.5', available: '270.5', frozen: '50', value: '320.5', points: '1280' },
  ...{ fuel: '42.75', fuel_paid: '40', fuel_bonus: '2.75', fuel_owed: '0', fuel_notice: '10', income_total: '88.12' },
  updated_at: 1_793_000_000_000,
};
type Account = typeof full;

type Kind = readonly [account: string, part: string, zh: string, en: string];
const kinds = {
  fuel_use: ['fuel', 'fuel_paid', '服务费扣除', 'Service fee'],
  fuel_in: ['fuel', 'fuel_paid', '充入燃料', 'Fuel added'],
  fuel_bonus: ['fuel', 'fuel_bonus', '赠送燃料', 'Bonus fuel'],
  deposit: ['balance', 'available', '充值', 'Deposit'],
  withdraw: ['balance', 'available', '提现', 'Withdrawal'],
  share: ['balance', 'available', '分润收入', 'Profit share'],
  transfer_out: ['balance', 'available', '转账转出', 'Transfer out'],
  points_fuel: ['points', 'points', '消耗燃料奖励', 'Reward for fuel used'],
  points_task: ['points', 'points', '任务奖励', 'Task reward'],
  points_spend: ['points', 'points', '积分兑换', 'Points converted'],
} as const satisfies Record<string, Kind>;
const moved: readonly (readonly [type: keyof typeof kinds, amount: string, refType: string, remark: string])[] = [
  ['share', '2.11', 'charge', ''],
  ['transfer_out', '-20', 'change', '给海鸥'],
  ['withdraw', '-50', 'withdraw', ''],
  ['fuel_use', '-0.1523', 'charge', ''],
  ['fuel_use', '-2.52', 'charge', ''],
  ['fuel_in', '40', 'change', ''],
  ['deposit', '200', 'deposit', ''],
  ['fuel_bonus', '5', 'change', ''],
  ['points_fuel', '2.52', 'charge', ''],
  ['points_spend', '-500', 'change', ''],
  ['points_task', '50', 'points', ''],
];

function logsOf(account: string, english: boolean) {
  const list = moved.flatMap(([type, amount, ref_type, remark], at) => {
    const [of, part, zh, en] = kinds[type];
    if (of !== account) return [];
    const created_at = Date.UTC(2026, at < 8 ? 7 : 6, 20 - at, 3);
    const sides = { before: '40', after: '42.75' };
    return [
      {
        id: 20 - at,
        account,
        part,
        type,
        type_name: english ? en : zh,
        amount,
        ...sides,
        ref_type,
        remark,
        created_at,
        ...(type === 'withdraw' && {
          parts: [
            {
              type: 'withdraw_done',
              type_name: english ? 'Withdrawal completed' : '提现完成',
              amount: '-49',
              created_at,
            },
            { type: 'withdraw_fee', type_name: english ? 'Withdrawal fee' : '提现手续费', amount: '-1', created_at },
          ],
        }),
      },
    ];
  });
  return list.map((row) => ({ ...row, ref_id: '7' }));
}

/** What is in it, and what can be done with that. */
export async function withMoney(
  page: Page,
  held: Partial<Account> = {},
  can: { readonly payment?: 0 | 1; readonly hold_until?: number; readonly enabled?: 0 | 1 } = {},
): Promise<void> {
  const account = { ...full, ...held };
  const { enabled = 1, payment = 1, ...rest } = can;
  const pair = (from: string, to: string, rate: string, min: string, max: string) => ({
    ...{ from, to, rate, min, max },
    fee: '0',
  });
  const info = {
    pairs: [
      pair('balance', 'fuel', '1', '0.00000001', account.available),
      pair('fuel', 'balance', '1', '0.00000001', account.fuel_owed === '0' ? account.fuel_paid : '0'),
      { ...pair('points', 'fuel', '0.01', '500', account.points), bonus_only: 1 },
    ],
    transfer: { enabled, assets: ['balance', 'fuel'], min: '1', daily_limit: '5000', daily_used: '0', fee: '0' },
    ...{ account, payment, change_free: '50', ...rest },
  };
  await page.route('**/api/user/account', (route) => route.fulfill(answerOf(account)));
  await page.route('**/api/user/changeInfo', (route) => route.fulfill(answerOf(info)));
  await page.route('**/api/user/accountLogs**', (route) => {
    const list = logsOf(new URL(route.request().url()).searchParams.get('type') ?? 'balance', isEnglish(route));
    return route.fulfill(answerOf({ list, total: list.length, page: 1, page_size: 20, has_more: 0 }));
  });
  await amend(page, '**/api/user/index', (data) =>
    Object.assign(data, { account: { ...(data['account'] as object), ...account } }),
  );
}

/** Results on most of the last thirty days, which end on 4 August, losses on some. */
export async function withDays(page: Page): Promise<void> {
  const list = Array.from({ length: 30 }, (_, at) => {
    const profit = at % 7 === 3 ? '' : ((((at * 37) % 50) - 14) / 5).toFixed(2);
    return { date: new Date(Date.UTC(2026, 6, 6 + at)).toISOString().slice(0, 10), profit };
  }).filter(({ profit }) => profit !== '');
  await amend(page, '**/api/user/billGroup**', (data) =>
    Object.assign(data, {
      list: list.map((day) => ({ ...day, net: day.profit, fuel: '0', count: 3 })),
      today: '2026-08-04',
    }),
  );
}

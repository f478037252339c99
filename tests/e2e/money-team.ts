// A partner with members, invitations and a charge that was shared, for the screens that show them.
import type { Page } from '@playwright/test';
import { amend, answerOf } from './money.ts';

const people = [
  ['阿**', '55000013', 'a05', '142.6', 12, 15, 1],
  ['北**', '92000054', 'a09', '88.31', 4, 10, 1],
  ['慢**', '18000072', 'a14', '41.07', 0, 25, 1],
  ['小**', '40000027', 'a17', '12.44', 1, 0, 1],
  ['Li**', '67000090', 'a21', '0', 0, 0, 0],
] as const;

function member([nickname_mask, sn, avatar, fuel_used, team_count, rate, active]: (typeof people)[number], at: number) {
  return {
    ...{ sn, nickname_mask, avatar, level: 1, registered_at: Date.UTC(2026, 5, 20 - at), active, bound: active },
    ...{ fuel_used, my_share: '7.13', team_count, rate, is_partner: rate > 0 ? 1 : 0, can_set: 1 },
    ...{ max_rate: 20, min_rate: at === 0 ? 5 : 0 },
    ...(at === 1 && { next_rate: 8, next_at: Date.UTC(2026, 7, 5) }),
  };
}

const summary = {
  ...{ direct: 5, total: 22, active_30d: 14, new_today: 1, fuel_today: '3.2', fuel_total: '612.48' },
  ...{ share_today: '0.5', share_month: '11.26', share_total: '88.12', rate: 20, is_partner: 1, rate_cap: 60 },
  referrer: { sn: '31****06', nickname_mask: '海**' },
};

function change(id: number, more: object) {
  return {
    ...{ id, mine: 0, sn_mask: '92****54', nickname_mask: '北**', from: 10, to: 8, state: 'waiting' },
    ...{ effective_at: Date.UTC(2026, 7, 4, 16), created_at: Date.UTC(2026, 7, id, 6), ...more },
  };
}

/** A partner with five members: of one a lower rate waits for its day, another came with a higher one than the partner's. */
export async function withTeam(page: Page): Promise<void> {
  const list = people.map(member);
  const history = [
    change(4, {}),
    change(3, { from: 5, to: 10, state: 'done' }),
    change(2, { from: 10, to: 6, state: 'replaced' }),
    change(1, { mine: 1, from: 15, to: 20, state: 'done' }),
  ];
  await page.route('**/api/user/teamSummary', (route) => route.fulfill(answerOf(summary)));
  await page.route('**/api/user/team', (route) => route.fulfill(answerOf({ list, total: list.length })));
  await page.route('**/api/user/team?**', (route) => {
    const below = list.slice(1, 4).map(({ rate, max_rate, min_rate, can_set, ...rest }) => rest);
    return route.fulfill(answerOf({ list: below, total: below.length }));
  });
  await page.route('**/api/user/rateHistory', (route) => route.fulfill(answerOf({ list: history })));
  await page.route('**/api/user/referrals**', (route) =>
    route.fulfill(
      answerOf({
        ...{ list, total: list.length, page: 1, page_size: 20, limit: 20, has_more: 0, invite_code: '61840275' },
        invite_link: 'https://cormorant.example/register/61840275',
        qr_text: 'https://cormorant.example/register/61840275',
      }),
    ),
  );
  await amend(page, '**/api/auth/profile', (data) => Object.assign(data, { is_partner: 1, rate: 20 }));
}

/** A charge with every source and two who shared it. */
export async function withCharge(page: Page, more: object = {}): Promise<void> {
  const share = (level: number, rate: number, diff: number, amount: string) => ({
    ...{ level, rate, diff, base: '20', amount },
    kind: level === 0 ? 'self' : 'share',
  });
  const charge = {
    ...{ id: 7, bot_id: 1042, bot_name: 'BTC 稳健网格', rate: 20, created_at: Date.UTC(2026, 7, 4, 3) },
    results: { count: 12, gross: '140.03', fee: '2.1', funding: '-0.4', profit: '137.53' },
    ...{ total_before: '-20.5', high_before: '0', total_after: '117.03', base: '117.03', amount: '23.406' },
    ...{ from_bonus: '2.75', from_paid: '20', owed: '0.656', owed_left: '0.656', waived: '0' },
    shares: [share(0, 5, 5, '1'), share(1, 20, 15, '3'), share(2, 35, 15, '3')],
    ...more,
  };
  await page.route('**/api/user/fuelCharge**', (route) => route.fulfill(answerOf(charge)));
}

/** The same charge taken back by two persons a day later. */
export function withReversedCharge(page: Page): Promise<void> {
  return withCharge(page, { reversed_at: Date.UTC(2026, 7, 5, 9, 30) });
}

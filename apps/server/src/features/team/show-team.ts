// The team in figures: who came by the caller, what they use, what it brings. Members of members are shown without their
// numbers and rates.
import type { userReferrals, userTeam, userTeamSummary } from '@cormorant/contract/calls/team.ts';
import * as codes from '@cormorant/contract/codes.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { Settings } from '../../ports/settings.ts';
import type { TeamStore } from '../../ports/team-store.ts';
import type { UserStore } from '../../ports/user-store.ts';
import type { Handler } from '../handler.ts';
import { maskName } from '../mask-name.ts';
import { maskSn, memberView, percentOf, referralView } from './member-view.ts';

export interface ShowTeamDeps {
  readonly teams: TeamStore;
  readonly users: Pick<UserStore, 'byId'>;
  readonly settings: Settings;
  readonly publicUrl: () => string;
}

const MOST_MEMBERS = 500;

async function userOf({ users }: ShowTeamDeps, userId: number) {
  const user = await users.byId(userId);
  if (user === null) throw new Error(`user ${userId} has a session and no row`);
  return user;
}

export function showReferrals(deps: ShowTeamDeps): Handler<typeof userReferrals> {
  return async ({ query: { limit, page } }, { nowMs, userId }) => {
    const { sn } = await userOf(deps, userId);
    const { rows, total } = await deps.teams.referrals(userId, nowMs, page, limit);
    const link = `${deps.publicUrl()}/register/${sn}`;
    return {
      list: rows.map(referralView),
      ...{ total, page, limit, page_size: limit, has_more: page * limit < total ? 1 : 0 },
      ...{ invite_code: sn, invite_link: link, qr_text: link },
    };
  };
}

export function showTeamSummary(deps: ShowTeamDeps): Handler<typeof userTeamSummary> {
  return async (_request, { nowMs, userId }) => {
    const user = await userOf(deps, userId);
    const row = await deps.teams.summary(userId, nowMs);
    const referrer = user.referrerId === null ? null : await userOf(deps, user.referrerId);
    return {
      ...{ direct: row.direct, total: row.total, active_30d: row.active, new_today: row.newToday },
      ...{ fuel_today: row.fuelToday, fuel_total: row.fuelTotal },
      ...{ share_today: row.shareToday, share_month: row.shareMonth, share_total: row.shareTotal },
      rate: percentOf(user.rateBp),
      is_partner: user.isPartner ? 1 : 0,
      referrer: referrer === null ? null : { sn: maskSn(referrer.sn), nickname_mask: maskName(referrer.nickname) },
      rate_cap: deps.settings.get('rate_cap'),
    };
  };
}

export function showTeam({ teams }: ShowTeamDeps): Handler<typeof userTeam> {
  return async ({ query: { uid } }, { nowMs, userId }) => {
    if (uid === undefined) {
      const giver = await teams.giver(userId);
      const { rows, total } = await teams.members(userId, userId, nowMs, MOST_MEMBERS);
      return { list: rows.map((row) => memberView(row, giver)), total };
    }
    const member = await teams.direct(userId, uid);
    if (member === null) throw new Refusal(codes.member_not_direct);
    const { rows, total } = await teams.members(member, userId, nowMs, MOST_MEMBERS);
    return { list: rows.map((row) => ({ ...referralView(row), level: 2, sn: maskSn(row.sn) })), total };
  };
}

// A member of a team as the one above sees it.
import type { Referral, TeamMember } from '@cormorant/contract/entities/team.ts';
import type { GiverRow, MemberRow } from '../../ports/team-store.ts';
import { maskName } from '../mask-name.ts';

export function percentOf(rateBp: number): number {
  return rateBp / 100;
}

/** `12****78`. */
export function maskSn(sn: string): string {
  return `${sn.slice(0, 2)}****${sn.slice(-2)}`;
}

export function referralView(row: MemberRow): Referral {
  return {
    sn: row.sn,
    nickname_mask: maskName(row.nickname),
    avatar: row.avatar,
    level: 1,
    registered_at: row.registeredAtMs,
    active: row.active ? 1 : 0,
    bound: row.bound ? 1 : 0,
    fuel_used: row.fuelUsed,
    my_share: row.myShare,
    team_count: row.teamCount,
  };
}

/** The most that who gives may give: what is had now, and tomorrow. */
export function mostOf({ nextBp, rateBp }: GiverRow): number {
  return Math.min(rateBp, nextBp ?? rateBp);
}

export function memberView(row: MemberRow, giver: GiverRow): TeamMember {
  return {
    ...referralView(row),
    rate: percentOf(row.rateBp),
    is_partner: row.isPartner ? 1 : 0,
    can_set: giver.isPartner ? 1 : 0,
    min_rate: percentOf(row.givenBp),
    max_rate: percentOf(mostOf(giver)),
    ...(row.nextBp === null || row.nextAtMs === null
      ? {}
      : { next_rate: percentOf(row.nextBp), next_at: row.nextAtMs }),
  };
}

// A partner gives a direct member a rate: a higher one counts at once, a lower one from 00:00 of the next day in UTC+8, and the
// member is told of it.
import type { userRateHistory, userTeamRate } from '@cormorant/contract/calls/team.ts';
import * as codes from '@cormorant/contract/codes.ts';
import { nextDayMs } from '@cormorant/core/ledger/accounting-day.ts';
import type { NoticeText } from '../../ports/credential-store.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { TeamStore } from '../../ports/team-store.ts';
import type { Handler } from '../handler.ts';
import { maskName } from '../mask-name.ts';
import { utcMinute } from '../utc-minute.ts';
import { maskSn, memberView, percentOf } from './member-view.ts';

const MOST_CHANGES = 50;

function loweredNotice(fromBp: number, toBp: number, atMs: number): Record<'zh' | 'en', NoticeText> {
  const [from, to, minute] = [percentOf(fromBp), percentOf(toBp), utcMinute(atMs)];
  return {
    zh: {
      subject: '您的分润比例将下调',
      text: `您的推荐人把您的分润比例由 ${from}% 调整为 ${to}%,于 ${minute} 起对新的服务费生效。此前的分润不变。`,
    },
    en: {
      subject: 'Your profit-share rate will be lowered',
      text: `Your referrer changed your profit-share rate from ${from}% to ${to}%. It counts for service fees from ${minute} on; earlier shares stay as they are.`,
    },
  };
}

export function giveRate(teams: TeamStore): Handler<typeof userTeamRate> {
  return async ({ body, query: { id: memberSn } }, { nowMs, userId }) => {
    const toBp = Math.round(body.rate * 100);
    const lowerAtMs = nextDayMs(nowMs);
    const lowered = (fromBp: number) => loweredNotice(fromBp, toBp, lowerAtMs);
    const answer = await teams.give({ giverId: userId, memberSn, toBp, nowMs, lowerAtMs, lowered });
    if (answer.outcome === 'not_partner') throw new Refusal(codes.not_partner);
    if (answer.outcome === 'not_direct') throw new Refusal(codes.member_not_direct);
    if (answer.outcome === 'out_of_range') {
      const range = { min: percentOf(answer.minBp), max: percentOf(answer.maxBp) };
      throw new Refusal(codes.rate_range, { params: range, data: { field: 'rate', ...range } });
    }
    return memberView(answer.member, answer.giver);
  };
}

export function showRateHistory(teams: TeamStore): Handler<typeof userRateHistory> {
  return async (_request, { userId }) => {
    const rows = await teams.changes(userId, MOST_CHANGES);
    const list = rows.map((row) => ({
      id: row.id,
      mine: row.memberId === userId ? (1 as const) : (0 as const),
      sn_mask: maskSn(row.sn),
      nickname_mask: maskName(row.nickname),
      from: percentOf(row.fromBp),
      to: percentOf(row.toBp),
      state: row.state,
      effective_at: row.effectiveAtMs,
      created_at: row.createdAtMs,
    }));
    return { list };
  };
}

// Calls of teams: who came by me, what they use and bring, the rates a partner gives, and a charge with its shares.

import * as z from 'zod';
import { defineCall } from '../call.ts';
import * as codes from '../codes.ts';
import { fuelCharge, rateChange, referral, teamMember, teamSummary } from '../entities/team.ts';
import { answersWith, idIn, pageOf, pageQuery } from '../wire.ts';

const paging = pageQuery();

export const userReferrals = defineCall({
  name: 'userReferrals',
  method: 'GET',
  path: '/api/user/referrals',
  summary: 'Who came by my invite code, newest first, and the code with its link',
  access: 'user',
  query: z.object({ page: paging.page, limit: paging.page_size }),
  data: pageOf(referral).extend({
    limit: z.int(),
    invite_code: z.string(),
    invite_link: z.string(),
    qr_text: z.string(),
  }),
  errors: [],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: true,
});

export const userTeamSummary = defineCall({
  name: 'userTeamSummary',
  method: 'GET',
  path: '/api/user/teamSummary',
  summary: 'Size of my team, the fuel it uses and what it brings me',
  access: 'user',
  data: teamSummary,
  errors: [],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: true,
});

/** A member's sn; what is none names nobody. */
const memberIn = z.string(answersWith(codes.member_not_direct)).max(32, answersWith(codes.member_not_direct));

export const userTeam = defineCall({
  name: 'userTeam',
  method: 'GET',
  path: '/api/user/team',
  summary: 'My direct members by the fuel they used; with `uid` the direct members of one of them, without rates',
  access: 'user',
  query: z.object({ uid: memberIn.optional() }),
  data: z.object({
    list: z.array(teamMember.partial().extend(referral.shape)),
    total: z.int(),
  }),
  errors: [codes.member_not_direct],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: true,
});

export const userTeamRate = defineCall({
  name: 'userTeamRate',
  method: 'POST',
  path: '/api/user/teamRate',
  summary: 'A partner gives a direct member a rate: a higher one at once, a lower one from the next day in UTC+8',
  access: 'user',
  query: z.object({ id: memberIn }),
  body: z.object({
    rate: z
      .number(answersWith(codes.field_range))
      .min(0, answersWith(codes.field_range))
      .max(100, answersWith(codes.field_range))
      .multipleOf(0.01, answersWith(codes.field_range)),
  }),
  data: teamMember,
  errors: [codes.not_partner, codes.rate_range],
  acts: true,
  success: 'settings_saved',
  rateClass: 'write',
  idempotency: 'none',
  owner: { in: 'query', field: 'id', missing: codes.member_not_direct },
  autoToast: true,
});

export const userRateHistory = defineCall({
  name: 'userRateHistory',
  method: 'GET',
  path: '/api/user/rateHistory',
  summary: 'Changes of my rate and of those I gave, newest first',
  access: 'user',
  data: z.object({ list: z.array(rateChange) }),
  errors: [],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: true,
  extension: true,
});

export const userFuelCharge = defineCall({
  name: 'userFuelCharge',
  method: 'GET',
  path: '/api/user/fuelCharge',
  summary: 'One charge of fuel with everything it was counted from, and its shares',
  access: 'user',
  query: z.object({ id: idIn }),
  data: fuelCharge,
  errors: [],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: true,
  owner: { in: 'query', field: 'id', missing: codes.not_found },
  extension: true,
});

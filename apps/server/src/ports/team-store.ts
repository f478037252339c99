// Teams: who came by whom, what they used and brought, and the rates that partners give. Amounts are decimal strings.
import type { NoticeText } from './credential-store.ts';

export interface MemberRow {
  readonly userId: number;
  readonly sn: string;
  readonly nickname: string;
  readonly avatar: string;
  readonly registeredAtMs: number;
  readonly active: boolean;
  readonly bound: boolean;
  readonly fuelUsed: string;
  readonly myShare: string;
  readonly teamCount: number;
  readonly rateBp: number;
  readonly isPartner: boolean;
  /** The highest rate the member has given away. */
  readonly givenBp: number;
  /** A lower rate that waits for its day. */
  readonly nextBp: number | null;
  readonly nextAtMs: number | null;
}

export interface SummaryRow {
  readonly direct: number;
  readonly total: number;
  readonly active: number;
  readonly newToday: number;
  readonly fuelToday: string;
  readonly fuelTotal: string;
  readonly shareToday: string;
  readonly shareMonth: string;
  readonly shareTotal: string;
}

/** What a partner may give: never more than the own rate, nor than the own rate will be tomorrow. */
export interface GiverRow {
  readonly isPartner: boolean;
  readonly rateBp: number;
  readonly nextBp: number | null;
}

export interface RateChangeRow {
  readonly id: number;
  readonly memberId: number;
  readonly sn: string;
  readonly nickname: string;
  readonly fromBp: number;
  readonly toBp: number;
  readonly effectiveAtMs: number;
  readonly state: 'done' | 'waiting' | 'replaced';
  readonly createdAtMs: number;
}

export interface GivenRate {
  readonly giverId: number;
  readonly memberSn: string;
  readonly toBp: number;
  readonly nowMs: number;
  /** From when a lower rate counts. */
  readonly lowerAtMs: number;
  /** To the member, of a lower one. */
  readonly lowered: (fromBp: number) => Readonly<Record<'zh' | 'en', NoticeText>>;
}

export type GiveOutcome =
  | { readonly outcome: 'given'; readonly member: MemberRow; readonly giver: GiverRow }
  | { readonly outcome: 'not_partner' }
  | { readonly outcome: 'not_direct' }
  | { readonly outcome: 'out_of_range'; readonly minBp: number; readonly maxBp: number };

export interface TeamStore {
  summary(userId: number, nowMs: number): Promise<SummaryRow>;
  /** Direct members: newest first, a page at a time. */
  referrals(userId: number, nowMs: number, page: number, limit: number): Promise<{ rows: MemberRow[]; total: number }>;
  /** Direct members by the fuel they used, at most `most`; what they brought is counted for `viewerId`. */
  members(userId: number, viewerId: number, nowMs: number, most: number): Promise<{ rows: MemberRow[]; total: number }>;
  /** The direct member with this sn. */
  direct(userId: number, sn: string): Promise<number | null>;
  giver(userId: number): Promise<GiverRow>;
  give(rate: GivenRate): Promise<GiveOutcome>;
  changes(userId: number, most: number): Promise<RateChangeRow[]>;
  /** Lower rates whose day has come. */
  applyDue(nowMs: number): Promise<number>;
}

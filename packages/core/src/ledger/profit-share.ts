// How a charge is shared among those who referred its payer (product.md 4.3): each partner up the chain gets what the own
// rate is above the highest rate below. The base is the part of the charge that was really paid for. Every share is whole
// 1e-8 rounded down, so that the shares never exceed base x cap, and the remainder is the platform's.
import { partOf } from './fuel-charge.ts';

/** One user of the chain: the payer, the payer's referrer, the referrer's referrer, … with the rates of this moment. */
export interface ChainLink {
  readonly userId: number;
  readonly rateBp: number;
  /** A partner whose account is active; others are passed over, and what they would have got falls to the next above. */
  readonly mayShare: boolean;
}

export interface ShareTerms {
  readonly capBp: number;
  /** How many users above the payer are paid at most. */
  readonly levels: number;
}

export interface Share {
  readonly userId: number;
  /** 0 = the payer. */
  readonly depth: number;
  readonly rateBp: number;
  readonly diffBp: number;
  readonly amountE18: bigint;
  /** self: the payer's own, returned as bonus fuel. */
  readonly kind: 'share' | 'self';
}

export function sharesOf(baseE18: bigint, chain: readonly ChainLink[], { capBp, levels }: ShareTerms): Share[] {
  const shares: Share[] = [];
  let [highestBp, paidAbove] = [0, 0];
  for (const [depth, { mayShare, rateBp, userId }] of chain.entries()) {
    if (highestBp >= capBp || (depth > 0 && paidAbove >= levels)) break;
    const diffBp = Math.min(rateBp, capBp) - highestBp;
    if (!mayShare || diffBp <= 0) continue;
    highestBp += diffBp;
    const amountE18 = partOf(baseE18, diffBp);
    if (amountE18 === 0n) continue;
    if (depth > 0) paidAbove += 1;
    shares.push({ userId, depth, rateBp, diffBp, amountE18, kind: depth === 0 ? 'self' : 'share' });
  }
  return shares;
}

export interface Giver {
  readonly isPartner: boolean;
  readonly rateBp: number;
  /** A lower rate that waits for its day. */
  readonly nextBp: number | null;
}

/** The most that a partner may give: the own rate, and what it will be. */
export function givableBp({ isPartner, nextBp, rateBp }: Giver): number {
  return isPartner ? Math.min(rateBp, nextBp ?? rateBp) : 0;
}

/** The highest own rate a member may be given by a giver, and the lowest: what the member has given away already. */
export function rateRange(giverBp: number, givenByMemberBp: readonly number[]): { minBp: number; maxBp: number } {
  return { minBp: Math.max(0, ...givenByMemberBp), maxBp: giverBp };
}

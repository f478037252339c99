// Profit share: the worked examples of product.md 4.3 to 1e-8, and over a million random chains that the shares stay within
// base x cap and the levels, that nobody below a higher rate is paid, and that the remainder is the platform's.
import { describe, expect, it } from 'vitest';
import { format18, parse18 } from '../money/amount-e18.ts';
import { floor8, UNIT_E18 } from './fuel-charge.ts';
import { type ChainLink, rateRange, type Share, type ShareTerms, sharesOf } from './profit-share.ts';

const TERMS = { capBp: 6_000, levels: 3 };
const [U, A, B, C, D] = [1, 2, 3, 4, 5];

function chain(...rates: [userId: number | undefined, percent: number, mayShare?: boolean][]): ChainLink[] {
  return rates.map(([userId, percent, mayShare = percent > 0]) => ({
    userId: userId ?? 0,
    rateBp: percent * 100,
    mayShare,
  }));
}

function shown(shares: readonly Share[]): [number, string, string][] {
  return shares.map(({ amountE18, kind, userId }) => [userId, kind, format18(amountE18)]);
}

function platform(base: string, shares: readonly Share[]): string {
  return format18(shares.reduce((left, { amountE18 }) => left - amountE18, parse18(base)));
}

const above: Parameters<typeof chain> = [
  [A, 20],
  [B, 15],
  [C, 35],
  [D, 50],
];

describe('sharesOf', () => {
  it('gives example 1: 27.506 paid, A 5.5012, B nothing, C and D 4.1259 each, platform 13.753', () => {
    const shares = sharesOf(parse18('27.506'), chain([U, 0], ...above), TERMS);
    expect(shown(shares)).toEqual([
      [A, 'share', '5.5012'],
      [C, 'share', '4.1259'],
      [D, 'share', '4.1259'],
    ]);
    expect(shares.map(({ depth, diffBp, rateBp }) => [depth, rateBp, diffBp])).toEqual([
      [1, 2_000, 2_000],
      [3, 3_500, 1_500],
      [4, 5_000, 1_500],
    ]);
    expect(platform('27.506', shares)).toBe('13.753');
  });

  it('gives example 2, rounding: 1.33333333, 0, 0.99999999, 0.99999999 and 3.33333335 for the platform', () => {
    const shares = sharesOf(parse18('6.66666666'), chain([U, 0], ...above), TERMS);
    expect(shown(shares)).toEqual([
      [A, 'share', '1.33333333'],
      [C, 'share', '0.99999999'],
      [D, 'share', '0.99999999'],
    ]);
    expect(platform('6.66666666', shares)).toBe('3.33333335');
  });

  it('gives example 3: a partner who pays gets 4 back, C and D 3 each, platform 10', () => {
    const shares = sharesOf(parse18('20'), chain(...above), TERMS);
    expect(shown(shares)).toEqual([
      [A, 'self', '4'],
      [C, 'share', '3'],
      [D, 'share', '3'],
    ]);
    expect(platform('20', shares)).toBe('10');
  });

  it('gives example 4: only the paid 20 of 27.506 are a base: A 4, C 3, D 3', () => {
    expect(shown(sharesOf(parse18('20'), chain([U, 0], ...above), TERMS))).toEqual([
      [A, 'share', '4'],
      [C, 'share', '3'],
      [D, 'share', '3'],
    ]);
  });

  it('passes over who may not share, and lets the difference fall through to the next above', () => {
    const tree = chain([U, 0], [A, 20, false], [B, 15], [C, 35]);
    expect(shown(sharesOf(parse18('100'), tree, TERMS))).toEqual([
      [B, 'share', '15'],
      [C, 'share', '20'],
    ]);
  });

  it('pays no more levels than the setting says, and nobody above the payer with none', () => {
    const tree = chain([U, 0], [A, 10], [B, 20], [C, 30], [D, 40]);
    expect(shown(sharesOf(parse18('100'), tree, TERMS)).map(([user]) => user)).toEqual([A, B, C]);
    expect(sharesOf(parse18('100'), chain([A, 20], [B, 30]), { capBp: 6_000, levels: 0 })).toMatchObject([
      { kind: 'self' },
    ]);
  });

  it('never goes above the cap, whatever rate somebody was given', () => {
    const shares = sharesOf(parse18('100'), chain([U, 0], [A, 50], [B, 90], [C, 100]), TERMS);
    expect(shown(shares)).toEqual([
      [A, 'share', '50'],
      [B, 'share', '10'],
    ]);
  });

  it('stays within base x cap and the levels for a million random chains, and leaves the platform the rest', () => {
    let state = 20_261_122;
    const below = (limit: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * limit);
    };
    // Chains are windows of one long line of people: each run begins and ends somewhere else, with terms of its own.
    const people: ChainLink[] = Array.from({ length: 60_000 }, (_, userId) => ({
      userId,
      rateBp: below(4) === 0 ? 0 : below(below(3) === 0 ? 10_001 : 3_001),
      mayShare: below(4) > 0,
    }));
    const wrong: unknown[] = [];
    let paid = 0;
    for (let run = 0; run < 1_000_000; run += 1) {
      const payer = below(people.length - 8);
      const links = people.slice(payer, payer + 1 + below(8));
      const terms = { capBp: below(8_001), levels: below(5) };
      const baseE18 = BigInt(below(4_000_000_000)) * UNIT_E18;
      const shares = sharesOf(baseE18, links, terms);
      let [sumE18, highestBp, paidAbove, isRight] = [0n, 0, 0, true];
      for (const { amountE18, depth, diffBp, rateBp, userId } of shares) {
        const link = links[depth];
        sumE18 += amountE18;
        paidAbove += depth > 0 ? 1 : 0;
        if (link === undefined || !link.mayShare || userId !== link.userId || rateBp <= highestBp) isRight = false;
        if (amountE18 !== floor8((baseE18 * BigInt(diffBp)) / 10_000n)) isRight = false;
        highestBp = rateBp;
      }
      paid += shares.length;
      const due = dueOf(baseE18, links, terms);
      if (due.length !== shares.length || due.some((one, at) => one !== shares[at]?.amountE18)) isRight = false;
      if (!isRight || sumE18 * 10_000n > baseE18 * BigInt(terms.capBp) || paidAbove > terms.levels)
        wrong.push({ run, links, terms, baseE18 });
    }
    expect(paid).toBeGreaterThan(500_000);
    expect(wrong.slice(0, 1)).toEqual([]);
  }, 120_000);
});

/** What each is due, by the highest rate below and up to each: nobody is left out, and nobody has less. */
function dueOf(baseE18: bigint, links: readonly ChainLink[], { capBp, levels }: ShareTerms): bigint[] {
  const due: bigint[] = [];
  let [highestBp, above] = [0, 0];
  for (const [depth, { mayShare, rateBp }] of links.entries()) {
    const beforeBp = Math.min(highestBp, capBp);
    if (mayShare) highestBp = Math.max(highestBp, rateBp);
    const amountE18 = floor8((baseE18 * BigInt(Math.min(highestBp, capBp) - beforeBp)) / 10_000n);
    if (amountE18 === 0n || (depth > 0 && above === levels)) continue;
    if (depth > 0) above += 1;
    due.push(amountE18);
  }
  return due;
}

describe('rateRange', () => {
  it('reaches from the highest rate the member has given to the own rate of who gives', () => {
    expect(rateRange(2_000, [500, 1_500])).toEqual({ minBp: 1_500, maxBp: 2_000 });
    expect(rateRange(2_000, [])).toEqual({ minBp: 0, maxBp: 2_000 });
  });
});

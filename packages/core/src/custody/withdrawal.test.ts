// The life of a withdrawal over any events in any order: the frozen amount leaves once, never before the chain has
// decided, and a state that ended stays.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  liveStates,
  stepWithdrawal,
  type WithdrawalEvent,
  type WithdrawalState,
  withdrawalStates,
} from './withdrawal.ts';

const event: fc.Arbitrary<WithdrawalEvent> = fc.oneof(
  fc.record({ kind: fc.constant('judged' as const), byHand: fc.boolean() }),
  fc.record({
    kind: fc.constant('approved' as const),
    approvals: fc.integer({ min: 1, max: 3 }),
    needed: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({ kind: fc.constant('rejected' as const), reserved: fc.boolean() }),
  fc.constantFrom<WithdrawalEvent>({ kind: 'cancelled' }, { kind: 'signed' }, { kind: 'sent' }),
  fc.record({ kind: fc.constant('final' as const), ending: fc.constantFrom('paid', 'reverted', 'replaced') }),
);
const isLive = (state: WithdrawalState): boolean => liveStates.some((live) => live === state);

describe('a withdrawal', () => {
  it('pays or refunds its amount once, and only a final transaction decides after a signature', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        let state: WithdrawalState = 'submitted';
        let frozen = 1;
        let signatures = 0;
        for (const one of events) {
          const before: WithdrawalState = state;
          const step = stepWithdrawal(before, one);
          if (step === null) continue;
          expect(isLive(before)).toBe(true);
          if (one.kind === 'signed') signatures += 1;
          if (step.ledger !== 'none') frozen -= 1;
          if (step.ledger === 'refund' && signatures > 0) expect(one).toMatchObject({ kind: 'final' });
          if (step.ledger === 'pay') expect(one).toEqual({ kind: 'final', ending: 'paid' });
          expect(step.ledger === 'none').toBe(isLive(step.state));
          state = step.state;
        }
        expect(frozen).toBe(isLive(state) ? 1 : 0);
        expect(signatures).toBeLessThanOrEqual(1);
      }),
      { numRuns: 5_000 },
    );
  });

  it('is signed by nobody before it was approved by as many as it needs', () => {
    const approve = (approvals: number): WithdrawalEvent => ({ kind: 'approved', approvals, needed: 2 });
    expect(stepWithdrawal('reviewing', approve(1))).toEqual({ state: 'reviewing', ledger: 'none' });
    expect(stepWithdrawal('reviewing', approve(2))).toEqual({ state: 'approved', ledger: 'none' });
    for (const state of withdrawalStates) {
      expect(stepWithdrawal(state, { kind: 'signed' })?.state).toBe(state === 'approved' ? 'signed' : undefined);
    }
  });

  it('that is approved is given back by a no until it has a nonce', () => {
    const no = (reserved: boolean): WithdrawalEvent => ({ kind: 'rejected', reserved });
    expect(stepWithdrawal('approved', no(false))).toEqual({ state: 'rejected', ledger: 'refund' });
    expect(stepWithdrawal('approved', no(true))).toBeNull();
    expect(stepWithdrawal('signed', no(false))).toBeNull();
  });

  it('walks the way of product.md 3.3, by hand and without', () => {
    const walk = (events: readonly WithdrawalEvent[]): WithdrawalState[] => {
      const way: WithdrawalState[] = ['submitted'];
      for (const one of events) {
        const step = stepWithdrawal(way.at(-1) as WithdrawalState, one);
        if (step !== null) way.push(step.state);
      }
      return way;
    };
    const sending: WithdrawalEvent[] = [{ kind: 'signed' }, { kind: 'sent' }, { kind: 'final', ending: 'paid' }];
    expect(walk([{ kind: 'judged', byHand: false }, ...sending])).toEqual([
      ...['submitted', 'approved', 'signed', 'broadcast', 'confirmed'],
    ]);
    expect(walk([{ kind: 'judged', byHand: true }, { kind: 'approved', approvals: 1, needed: 1 }, ...sending])).toEqual(
      [...['submitted', 'reviewing', 'approved', 'signed', 'broadcast', 'confirmed']],
    );
  });
});

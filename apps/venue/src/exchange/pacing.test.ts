// Who may hold the market back, and when it is let go.
import { describe, expect, it } from 'vitest';
import { PacedClient, Pacing } from './pacing.ts';

const seqs = [5, 9];
const seqOf = (index: number) => seqs[index] as number;

function client(...acked: [number, number][]): PacedClient {
  const made = new PacedClient();
  for (const [index, seq] of acked) made.acked.set(index, seq);
  return made;
}

describe('Pacing', () => {
  it('holds nothing while nobody is paced', () => {
    expect(new Pacing(false).holds(0, seqOf)).toBe(false);
  });

  it('holds a symbol until every paced client that follows it has acknowledged its last print', () => {
    const pacing = new Pacing(false);
    const slow = client([0, 4], [1, 9]);
    pacing.join(slow);
    pacing.join(client([1, 9]));
    expect([pacing.holds(0, seqOf), pacing.holds(1, seqOf)]).toEqual([true, false]);
    slow.acked.set(0, 5);
    expect(pacing.holds(0, seqOf)).toBe(false);
    slow.acked.set(0, 4);
    pacing.leave(slow);
    expect(pacing.holds(0, seqOf)).toBe(false);
  });

  it('holds what a paced client wants to stand still, in lockstep everything', () => {
    const [free, lockstep] = [new Pacing(false), new Pacing(true)];
    const asker = client([0, 5], [1, 9]);
    free.join(asker);
    lockstep.join(asker);
    asker.stilled.add(1);
    expect([free.holds(0, seqOf), free.holds(1, seqOf)]).toEqual([false, true]);
    expect([lockstep.holds(0, seqOf), lockstep.holds(1, seqOf)]).toEqual([true, true]);
    asker.stilled.delete(1);
    expect([free.holds(1, seqOf), lockstep.holds(0, seqOf)]).toEqual([false, false]);
    asker.stilled.add(0);
    free.leave(asker);
    expect(free.holds(0, seqOf)).toBe(false);
  });

  it('in lockstep stands still without a paced client, and until everything is acknowledged', () => {
    const pacing = new Pacing(true);
    expect(pacing.holds(0, seqOf)).toBe(true);
    const follower = client([0, 5], [1, 8]);
    pacing.join(follower);
    expect(pacing.holds(0, seqOf)).toBe(true);
    follower.acked.set(1, 9);
    expect(pacing.holds(0, seqOf)).toBe(false);
    pacing.leave(follower);
    expect(pacing.holds(0, seqOf)).toBe(true);
  });
});

// Answers kept by (user, call, request id) for 24 h, so that a repeat returns what the first one did. A claim is made
// before the work; one left without an answer by a crash may be taken over after a while.
export type Claim =
  /** `takenOver`: somebody may have done the work, or may be at it still. */
  | { state: 'mine'; takenOver: boolean }
  | { state: 'answered'; answer: unknown }
  | { state: 'conflict' }
  | { state: 'running' };

export interface IdempotencyStore {
  claim(userId: number, call: string, requestId: string, payloadHash: Uint8Array, nowMs: number): Promise<Claim>;
  answer(userId: number, call: string, requestId: string, answer: unknown): Promise<void>;
  /** The work of the claim made then was refused before it changed anything: the id is free again, unless somebody else has it. */
  release(userId: number, call: string, requestId: string, claimedAtMs: number): Promise<void>;
  removeOlderThan(timeMs: number): Promise<void>;
}

// Makes a repeated request do its work once: by request id for 24 h across processes and restarts, and for three
// seconds by identical payload where no id was sent. Invariant: what an id was answered, a refusal included, is its answer:
// whoever was refused and asks anew with another id is not served twice when the first request arrives once more.
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '@cormorant/contract/call.ts';
import * as codes from '@cormorant/contract/codes.ts';
import type { SuccessKey } from '@cormorant/contract/texts.ts';
import type { IdempotencyStore } from '../ports/idempotency-store.ts';
import { Refusal, type RefusalDetail } from '../ports/refusal.ts';

const SAME_PAYLOAD_MS = 3_000;
const MOST_PAYLOADS = 10_000;
const WAIT_STEP_MS = 100;
const WAIT_STEPS = 50;
/** From here on the codes are those of the house itself: it could not judge the request. */
const HOUSE_CODES = 9_000;
/** These say that the request was not judged, or is another one's: nothing is kept under its id. */
const NOT_JUDGED: ReadonlySet<number> = new Set([
  ...[codes.too_many_requests, codes.api_rate_limited, codes.exchange_busy, codes.bot_busy],
  ...[codes.duplicate_submit, codes.request_id_conflict, codes.payment_locked],
]);

interface ParsedRequest {
  readonly query: unknown;
  readonly body: unknown;
}

/** The id the client made for this action, or null. */
export function requestIdOf(request: ParsedRequest): string | null {
  for (const part of [request.body, request.query]) {
    if (typeof part === 'object' && part !== null && 'request_id' in part && typeof part.request_id === 'string') {
      return part.request_id.toLowerCase();
    }
  }
  return null;
}

/**
 * Parsed requests have their keys in the order of their schema, so equal requests give equal text. Keyed, since six digits
 * of a payment password could be tried out on a plain hash that lies in the database.
 */
function payloadHash(pepper: Uint8Array, request: ParsedRequest): Uint8Array {
  const text = JSON.stringify(request, (key, value) => (key === 'request_id' ? undefined : value));
  return createHmac('sha256', pepper).update(`request:${text}`).digest();
}

/** What a call did: its data and, where it chose one, its success text. Plain JSON, so that it can be kept. */
export interface Done {
  readonly data: unknown;
  readonly said: SuccessKey | null;
}

type Kept = Done | { readonly refused: { readonly code: number; readonly detail: RefusalDetail } };

function isJudged({ code, detail }: Refusal): boolean {
  return code < HOUSE_CODES && !NOT_JUDGED.has(code) && detail.waitMs === undefined;
}

function again(kept: Kept): Done {
  if ('refused' in kept) throw new Refusal(kept.refused.code, kept.refused.detail);
  return kept;
}

type Work = () => Promise<Done>;

export interface Once {
  run(call: Call, userId: number, request: ParsedRequest, nowMs: number, work: Work): Promise<Done>;
}

export function createOnce(store: IdempotencyStore, pepper: Uint8Array): Once {
  const recent = new Map<string, number>();

  async function byId(
    key: readonly [number, string, string],
    hash: Uint8Array,
    nowMs: number,
    work: Work,
  ): Promise<Done> {
    for (let step = 0; step < WAIT_STEPS; step += 1) {
      const claimedAtMs = nowMs + step * WAIT_STEP_MS;
      const claim = await store.claim(...key, hash, claimedAtMs);
      if (claim.state === 'conflict') throw new Refusal(codes.request_id_conflict);
      if (claim.state === 'answered') return again(claim.answer as Kept);
      if (claim.state === 'mine') return keepingAnswer(key, claim.takenOver ? null : claimedAtMs, work);
      await sleep(WAIT_STEP_MS); // the first one is at it: its answer is ours
    }
    throw new Refusal(codes.duplicate_submit);
  }

  /** `claimedMs`: when this request made its claim; null = it was taken over. */
  async function keepingAnswer(
    key: readonly [number, string, string],
    claimedMs: number | null,
    work: Work,
  ): Promise<Done> {
    try {
      const done = await work();
      await store.answer(...key, done);
      return done;
    } catch (error) {
      // After any failure but a refusal nobody knows; the claim stays and is taken over later. Nor does a refusal say what
      // became of the work that was taken over.
      if (error instanceof Refusal && claimedMs !== null) {
        const { code, detail } = error;
        if (isJudged(error)) await store.answer(...key, { refused: { code, detail } });
        else await store.release(...key, claimedMs);
      }
      throw error;
    }
  }

  async function byPayload(key: string, nowMs: number, work: Work): Promise<Done> {
    const before = recent.get(key);
    if (before !== undefined && nowMs - before < SAME_PAYLOAD_MS) throw new Refusal(codes.duplicate_submit);
    recent.delete(key);
    recent.set(key, nowMs);
    const oldest = recent.keys().next();
    if (recent.size > MOST_PAYLOADS && oldest.done === false) recent.delete(oldest.value);
    try {
      return await work();
    } catch (error) {
      recent.delete(key);
      throw error;
    }
  }

  return {
    run: (call, userId, request, nowMs, work) => {
      if (!call.acts || userId === 0) return work();
      const requestId = requestIdOf(request);
      if (requestId !== null) {
        const key = [userId, call.name, requestId] as const;
        return byId(key, payloadHash(pepper, request), nowMs, work);
      }
      if (call.idempotency !== 'request_id') return work();
      const hash = Buffer.from(payloadHash(pepper, request)).toString('base64');
      return byPayload(`${userId} ${call.name} ${hash}`, nowMs, work);
    },
  };
}

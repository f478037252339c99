// How an exchange is, as whoever looks at its prices sees it: ok, slow (it answers late, or its prices grow old), down (nothing
// believable for a while) or in maintenance by its own word. One late answer says nothing.
import * as codes from '@cormorant/contract/codes.ts';
import type { VenueHealth } from '@cormorant/contract/entities/market.ts';

/** Prices older than this are reported and never shown as the present. */
export const TOO_OLD_MS = 10_000;
const SLOW_AGE_MS = 8_000;
const SLOW_ANSWER_MS = 4_000;
/** So many late answers one after the other. */
const SLOW_RUN = 2;

export class HealthWatch {
  private lateRun = 0;
  private saysMaintenance = false;
  latencyMs: number | null = null;
  /** Of the newest prices; 0 = there were none yet. */
  updatedAtMs = 0;

  answered(tookMs: number, nowMs: number): void {
    this.latencyMs = tookMs;
    this.lateRun = tookMs > SLOW_ANSWER_MS ? this.lateRun + 1 : 0;
    this.saysMaintenance = false;
    this.updatedAtMs = nowMs;
  }

  failed(error: unknown): void {
    this.saysMaintenance = (error as { code?: unknown } | null)?.code === codes.exchange_busy;
  }

  state(nowMs: number): VenueHealth {
    const ageMs = nowMs - this.updatedAtMs;
    if (ageMs >= TOO_OLD_MS) return this.saysMaintenance ? 'maintenance' : 'down';
    return ageMs >= SLOW_AGE_MS || this.lateRun >= SLOW_RUN ? 'slow' : 'ok';
  }
}

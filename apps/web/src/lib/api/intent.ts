// One intended action and its id: a retry after an answer that never came carries the same id, so that the server does it
// once; another payload, or a definite answer, begins a new one.
import type { ApiError } from './errors.ts';
import { newRequestId } from './request-id.ts';

export interface Intent {
  /** The id for this payload, the same as last time while the outcome is unknown. */
  idFor(payload: unknown): string;
  /** What came of it: null for success. */
  settle(error: ApiError | null): void;
}

export function makeIntent(makeId: () => string = newRequestId): Intent {
  let pending: { readonly payload: string; readonly id: string } | null = null;
  return {
    idFor(payload) {
      const text = JSON.stringify(payload);
      if (pending === null || pending.payload !== text) pending = { payload: text, id: makeId() };
      return pending.id;
    },
    settle(error) {
      if (error === null || !error.passing) pending = null;
    },
  };
}

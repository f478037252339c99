// The people who work an installation by hand: named, with roles and a token of their own, and everything they change is
// written down with its reason.
import type { AdjustPart } from '@cormorant/core/ledger/change-journals.ts';

export const roles = ['viewer', 'support', 'finance', 'finance_lead', 'risk', 'admin'] as const;
export type Role = (typeof roles)[number];

export interface Operator {
  readonly name: string;
  readonly roles: readonly Role[];
}

/** Something an operator changed, as the log keeps it. */
export interface Deed {
  readonly operator: string;
  readonly action: string;
  readonly subject: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason: string;
}

export interface LoggedDeed extends Deed {
  readonly id: number;
  readonly atMs: number;
}

export interface Adjustment {
  readonly id: number;
  readonly userId: number;
  readonly part: AdjustPart;
  readonly amountE18: bigint;
  readonly reason: string;
  readonly askedBy: string;
  readonly state: 'asked' | 'done' | 'rejected';
}

export type RequestKind = 'setting' | 'reverse_charge' | 'cold_send' | 'settle';

export interface OperatorRequest {
  readonly id: number;
  readonly kind: RequestKind;
  /** The setting's name; the charge's number; the address of cold storage; `send:1` or `move:1`. */
  readonly subject: string;
  /** What the setting becomes; how much is moved. */
  readonly value: string;
  readonly reason: string;
  readonly askedBy: string;
  readonly state: 'asked' | 'done' | 'rejected';
}

/** same_operator: who asked cannot decide; not_independent: nor can who is too new or the same person's. */
export type RequestDecision = 'done' | 'rejected' | 'missing' | 'decided' | 'same_operator' | 'not_independent';

/** short: the account holds less than is to be taken. */
export type AdjustDecision = RequestDecision | 'short';

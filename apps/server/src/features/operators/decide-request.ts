// Another person has carried out what one operator asked for. Invariant: the deed, its request and its row in the log are one
// transaction.
import { parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { FuelBooks } from '../../ports/fuel-books.ts';
import {
  type Doing,
  NotCarriedOut,
  type OperatorRequest,
  type OperatorWork,
  type RequestDecision,
} from '../../ports/operator-store.ts';
import type { Transactions } from '../../ports/transactions.ts';
import { settlementOf } from './ask-request.ts';
import { settingKeyOf } from './change-setting.ts';
import { note } from './note.ts';
import { barOfDecision } from './second-person.ts';

export type CarryingWork = Pick<OperatorWork, 'books' | 'cold' | 'settings' | 'settle'>;
export type DecidingWork = CarryingWork & Pick<OperatorWork, 'operators' | 'requests' | 'note'>;

/** The fees' own rules, in the same transaction. */
export interface CarryingDeps {
  /** False: there is no such charge, or it was taken back before. */
  readonly reverseCharge: (books: FuelBooks, chargeId: number, remark: string, nowMs: number) => Promise<boolean>;
  readonly changeServiceRate: (
    work: Pick<OperatorWork, 'books' | 'settings'>,
    value: string,
    doing: Doing,
  ) => Promise<void>;
}

async function settle(work: CarryingWork, { subject }: OperatorRequest, nowMs: number): Promise<void> {
  const what = settlementOf(subject);
  if (what === null || !(await work.settle(what, nowMs)))
    throw new NotCarriedOut(`${subject}: there is nothing to settle`);
}

/** Throws to have nothing done. */
async function carryOut(work: CarryingWork, request: OperatorRequest, deps: CarryingDeps, doing: Doing): Promise<void> {
  const { id: requestId, kind, reason, subject, value } = request;
  if (kind === 'settle') return settle(work, request, doing.nowMs);
  if (kind === 'cold_send')
    return work.cold.add({ requestId, target: subject, amountE18: parse18(value) }, doing.nowMs);
  if (kind === 'reverse_charge') {
    if (await deps.reverseCharge(work.books, Number(subject), reason, doing.nowMs)) return;
    throw new NotCarriedOut(`there is no charge ${subject}, or it was taken back`);
  }
  const key = settingKeyOf(subject);
  if (key === null) throw new NotCarriedOut(`no setting ${subject}`);
  if (key === 'fuel_rate') await deps.changeServiceRate(work, value, doing);
  else await work.settings.write(key, value, doing);
}

/** Throws NotCarriedOut when what was asked for can be done no more: then it still waits. */
export function decideRequest(store: Transactions<DecidingWork>, deps: CarryingDeps) {
  return (id: number, approve: boolean, doing: Doing): Promise<RequestDecision> =>
    store.transaction(async (work): Promise<RequestDecision> => {
      const request = await work.requests.take(id);
      const bar = await barOfDecision(work, request, approve, doing);
      if (request === null || bar !== null) return bar ?? 'missing';
      const state = approve ? 'done' : 'rejected';
      await work.requests.decide({ id, state, by: doing.by, nowMs: doing.nowMs });
      const action = `${request.kind}_${approve ? 'approve' : 'reject'}`;
      await note(work, doing, action, request.subject, { before: { id, askedBy: request.askedBy } });
      if (approve) await carryOut(work, request, deps, doing);
      return state;
    });
}

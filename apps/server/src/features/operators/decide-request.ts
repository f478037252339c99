// Another person has carried out what one operator asked for. Invariant: the deed, its request and its row in the log are one
// transaction.
import { parse18 } from '@cormorant/core/money/amount-e18.ts';
import {
  type Doing,
  NotCarriedOut,
  type OperatorRequest,
  type OperatorWork,
  type RequestDecision,
  type Transactions,
} from '../../ports/operator-store.ts';
import { settlementOf } from './ask-request.ts';
import { settingKeyOf } from './change-setting.ts';
import { note } from './note.ts';
import { barOfDecision } from './second-person.ts';

export type CarryingWork = Pick<OperatorWork, 'cold' | 'money' | 'settle' | 'writeSetting'>;
export type DecidingWork = CarryingWork & Pick<OperatorWork, 'operators' | 'requests' | 'note'>;

async function reverse({ money }: CarryingWork, { reason, subject }: OperatorRequest, nowMs: number): Promise<void> {
  const payerId = await money.reverseCharge(Number(subject), reason, nowMs);
  if (payerId === null) throw new NotCarriedOut(`there is no charge ${subject}, or it was taken back`);
  await money.repay(payerId, nowMs);
}

async function settle(work: CarryingWork, { subject }: OperatorRequest, nowMs: number): Promise<void> {
  const what = settlementOf(subject);
  if (what === null || !(await work.settle(what, nowMs)))
    throw new NotCarriedOut(`${subject}: there is nothing to settle`);
}

async function writeSetting(work: CarryingWork, { subject, value }: OperatorRequest, doing: Doing): Promise<void> {
  const key = settingKeyOf(subject);
  if (key === null) throw new NotCarriedOut(`no setting ${subject}`);
  if (key === 'fuel_rate') await work.money.changeServiceRate(value, doing);
  else await work.writeSetting(key, value, doing);
}

/** Throws to have nothing done. */
async function carryOut(work: CarryingWork, request: OperatorRequest, doing: Doing): Promise<void> {
  const { id: requestId, kind, subject, value } = request;
  if (kind === 'reverse_charge') return reverse(work, request, doing.nowMs);
  if (kind === 'settle') return settle(work, request, doing.nowMs);
  if (kind === 'setting') return writeSetting(work, request, doing);
  await work.cold.add({ requestId, target: subject, amountE18: parse18(value) }, doing.nowMs);
}

/** Throws NotCarriedOut when what was asked for can be done no more: then it still waits. */
export function decideRequest(store: Transactions<DecidingWork>) {
  return (id: number, approve: boolean, doing: Doing): Promise<RequestDecision> =>
    store.transaction(async (work): Promise<RequestDecision> => {
      const request = await work.requests.take(id);
      const bar = await barOfDecision(work, request, approve, doing);
      if (request === null || bar !== null) return bar ?? 'missing';
      const state = approve ? 'done' : 'rejected';
      await work.requests.decide({ id, state, by: doing.by, nowMs: doing.nowMs });
      const action = `${request.kind}_${approve ? 'approve' : 'reject'}`;
      await note(work, doing, action, request.subject, { before: { id, askedBy: request.askedBy } });
      if (approve) await carryOut(work, request, doing);
      return state;
    });
}

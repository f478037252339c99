// What one operator asks for and another person has carried out: settings that concern money, charges that are taken back, moves
// to cold storage, and what the books take over as the chain has it.
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { ColdStore } from '../../ports/cold-store.ts';
import type { Doing, NewRequest, OperatorWork, Settlement } from '../../ports/operator-store.ts';
import type { Transactions } from '../../ports/transactions.ts';
import { note } from './note.ts';

export type RequestWork = Pick<OperatorWork, 'requests' | 'note'>;

/** The number under which another person decides. */
export async function addRequest(work: RequestWork, wanted: NewRequest, doing: Doing): Promise<number> {
  const id = await work.requests.add(wanted, doing);
  await note(work, doing, `${wanted.kind}_ask`, wanted.subject, { after: { id, value: wanted.value } });
  return id;
}

export type AskedFor = { readonly state: 'asked'; readonly id: number };

async function ask(store: Transactions<RequestWork>, wanted: NewRequest, doing: Doing): Promise<AskedFor> {
  return { state: 'asked', id: await store.transaction((work) => addRequest(work, wanted, doing)) };
}

export function askReversal(store: Transactions<RequestWork>) {
  return async (chargeId: string, doing: Doing): Promise<AskedFor | { readonly state: 'no_number' }> => {
    if (!/^\d{1,15}$/.test(chargeId)) return { state: 'no_number' };
    return ask(store, { kind: 'reverse_charge', subject: chargeId, value: '' }, doing);
  };
}

/** no_storage: no address was ever pinned. */
export type AskedMove = AskedFor | { readonly state: 'no_amount' | 'no_storage' };

export function askColdSend(store: Transactions<RequestWork>, cold: Pick<ColdStore, 'address'>) {
  return async (amount: string, doing: Doing): Promise<AskedMove> => {
    if (!/^\d{1,15}(\.\d{1,8})?$/.test(amount) || parse18(amount) === 0n) return { state: 'no_amount' };
    const subject = await cold.address();
    if (subject === null) return { state: 'no_storage' };
    return ask(store, { kind: 'cold_send', subject, value: format18(parse18(amount)) }, doing);
  };
}

const SETTLEMENT = /^(?:(send|move|used):(\d{1,15})|gas:(\d{1,9}(?:\.\d{1,18})?))$/;

/** `send:1`, `move:1`, `used:1` or `gas:0.5`, as the comparison of chain and books names them. */
export function settlementOf(subject: string): Settlement | null {
  const [, kind, number, gas] = SETTLEMENT.exec(subject) ?? [];
  if (gas !== undefined) return { kind: 'gas', wei: parse18(gas) };
  return kind === undefined ? null : { kind: kind as 'send' | 'move' | 'used', id: Number(number) };
}

export function askSettlement(store: Transactions<RequestWork>) {
  return async (subject: string, doing: Doing): Promise<AskedFor | { readonly state: 'no_subject' }> => {
    if (settlementOf(subject) === null) return { state: 'no_subject' };
    return ask(store, { kind: 'settle', subject, value: '' }, doing);
  };
}

// Paying in and taking out. An address to pay to is asked anew each time and kept nowhere; refusals are the screens' to
// show, and what was told or asked for makes the lists old.
import { queryOptions } from '@tanstack/react-query';
import { call, type Data } from '../../../lib/api/client.ts';
import { queryClient } from '../../../lib/query-client.ts';
import type { Language } from '../../../lib/stores/theme.ts';

/** Hints of the socket come sooner; without it the screens still move. */
const AGAIN_MS = 5_000;

export function depositInfoQuery(language: Language) {
  return queryOptions({
    queryKey: ['userDepositInfo', language] as const,
    queryFn: ({ signal }): Promise<Data<'userDepositInfo'>> => call('userDepositInfo', undefined, { signal }),
    refetchInterval: AGAIN_MS,
  });
}

export function depositAddressQuery() {
  return queryOptions({
    queryKey: ['userDepositAddress'] as const,
    queryFn: ({ signal }): Promise<Data<'userDepositAddress'>> =>
      call('userDepositAddress', { query: {} }, { signal, screenHandled: true }),
    gcTime: 0,
  });
}

export function withdrawInfoQuery(language: Language) {
  return queryOptions({
    queryKey: ['userWithdrawInfo', language] as const,
    queryFn: ({ signal }): Promise<Data<'userWithdrawInfo'>> => call('userWithdrawInfo', undefined, { signal }),
    refetchInterval: AGAIN_MS,
  });
}

export async function claimDeposit(network: string, txid: string): Promise<Data<'userDeposit'>> {
  const told = await call('userDeposit', { body: { network, txid } }, { screenHandled: true, quiet: true });
  await queryClient.invalidateQueries({ queryKey: ['userDepositInfo'] });
  return told;
}

export interface WithdrawalToSend {
  readonly network: string;
  readonly address: string;
  readonly amount: string;
  readonly payment: string;
  readonly label?: string;
  readonly similar_ack?: 1;
  readonly request_id: string;
}

export async function sendWithdrawal(body: WithdrawalToSend): Promise<Data<'userWithdraw'>> {
  const made = await call('userWithdraw', { body }, { screenHandled: true });
  await queryClient.invalidateQueries({ queryKey: ['userWithdrawInfo'] });
  return made;
}

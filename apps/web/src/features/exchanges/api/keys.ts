// The caller's key sets, binding and removing one, and the tutorial. Refusals are the screen's to show; what was bound or
// removed changes the list of exchanges as well. A key leaves the device in the one request and is kept nowhere.
import type { ExchangeKey } from '@cormorant/contract/entities/exchange-key.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, type Data } from '../../../lib/api/client.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { type Language, useTheme } from '../../../lib/stores/theme.ts';

export function keysQuery() {
  return queryOptions({
    queryKey: ['userApi'] as const,
    queryFn: async ({ signal }): Promise<readonly ExchangeKey[]> => {
      const data = await call('userApi', { query: {} }, { signal });
      return data !== null && 'list' in data ? data.list : [];
    },
    refetchInterval: 60_000,
  });
}

export function tutorialQuery(language: Language = useTheme.getState().language) {
  return queryOptions({
    queryKey: ['indexApi', language] as const,
    queryFn: ({ signal }): Promise<Data<'indexApi'>> => call('indexApi', undefined, { signal }),
    staleTime: 3_600_000,
  });
}

export interface KeysToSend {
  readonly exchange: string;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
  readonly label: string;
  readonly acceptUnknown: boolean;
}

async function changed(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['userApi'] }),
    queryClient.invalidateQueries({ queryKey: ['marketExchanges'] }),
    queryClient.invalidateQueries({ queryKey: ['marketSymbols'] }),
  ]);
}

export async function bindKeys(sent: KeysToSend): Promise<void> {
  const { acceptUnknown, apiKey, exchange, label, passphrase, secretKey } = sent;
  const body = {
    ...{ exchangeId: exchange, apiKey, secretKey, label },
    ...(passphrase !== '' && { passphrase }),
    ...(acceptUnknown && { accept_unknown: 1 as const }),
  };
  await call('exchangesBind', { body }, { screenHandled: true });
  await changed();
}

export async function removeKeys(id: number): Promise<void> {
  await call('exchangesUnbind', { query: { id } }, { screenHandled: true });
  await changed();
}

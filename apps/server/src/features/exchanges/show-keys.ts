// The caller's key sets, masked: one, or all.
import type { userApi } from '@cormorant/contract/calls/exchange-keys.ts';
import type { KeyStore } from '../../ports/key-store.ts';
import type { Handler } from '../handler.ts';
import { cardOr2005 } from './bind-keys.ts';
import { keyView } from './key-view.ts';

export interface ShowKeysDeps {
  readonly keys: KeyStore;
}

export function showKeys({ keys }: ShowKeysDeps): Handler<typeof userApi> {
  return async ({ query }, context) => {
    const { userId } = context;
    if (query.exchange === undefined) {
      return { list: (await keys.listOf(userId)).map((key) => keyView(key, context)) };
    }
    const key = await keys.of(userId, cardOr2005(query.exchange).code);
    return key === null ? null : keyView(key, context);
  };
}

// Removing a key set, by its number or its exchange. Its secrets are gone with the answer; one that bots still need stays.
import type { exchangesUnbind, userApiRemove } from '@cormorant/contract/calls/exchange-keys.ts';
import * as codes from '@cormorant/contract/codes.ts';
import type { KeyStore } from '../../ports/key-store.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { CallContext, Handler } from '../handler.ts';
import { cardOr2005 } from './bind-keys.ts';

export interface RemoveKeysDeps {
  readonly keys: KeyStore;
}

function remover({ keys }: RemoveKeysDeps) {
  return async (which: Parameters<KeyStore['remove']>[1], { nowMs, userId }: CallContext): Promise<null> => {
    const removed = await keys.remove(userId, which, nowMs);
    if (removed === 'none') throw new Refusal(codes.api_not_bound);
    if (removed === 'in_use') throw new Refusal(codes.api_in_use);
    return null;
  };
}

export function unbindExchange(deps: RemoveKeysDeps): Handler<typeof exchangesUnbind> {
  const remove = remover(deps);
  return ({ query }, context) => remove({ id: query.id }, context);
}

export function removeUserApi(deps: RemoveKeysDeps): Handler<typeof userApiRemove> {
  const remove = remover(deps);
  return async ({ query }, context) => remove({ exchange: cardOr2005(query.exchange).code }, context);
}

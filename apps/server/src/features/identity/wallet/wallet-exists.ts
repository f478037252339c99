// Whether a wallet address has an account. The answer has the same form and takes the same look-up either way; who asks
// often is stopped by the limit of the call.
import type { loginExists } from '@cormorant/contract/calls/identity.ts';
import type { UserStore } from '../../../ports/user-store.ts';
import type { Handler } from '../../handler.ts';

export function walletExists({ users }: { readonly users: UserStore }): Handler<typeof loginExists> {
  return async ({ query }) => ({ exists: (await users.byAddress(query.address.toLowerCase())) === null ? 0 : 1 });
}

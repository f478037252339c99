// Who asks for a deed, and whether they may. Invariant: a deed has a name whose token is known, a reason, and a role.
import type { OperatorStore, Role } from '../../ports/operator-store.ts';
import { mayDo } from './permissions.ts';
import { isToken } from './token.ts';

export interface Claim {
  readonly by: string;
  readonly token: string;
  readonly reason: string;
  /** The roles of the deed, of `permissions`. */
  readonly roles: readonly Role[];
}

/** no_operators: nobody was ever added; unknown: it is not the token of an active operator of that name. */
export type Authorisation = 'authorised' | 'no_operators' | 'no_name' | 'no_reason' | 'unknown' | 'no_role';

export function authoriseOperator(store: Pick<OperatorStore, 'operator' | 'operators'>) {
  return async ({ by, reason, roles, token }: Claim): Promise<Authorisation> => {
    if ((await store.operators()).length === 0) return 'no_operators';
    if (by === '') return 'no_name';
    if (reason === '') return 'no_reason';
    const operator = await store.operator(by);
    if (operator === null || !operator.isActive || !isToken(token, operator.tokenHash)) return 'unknown';
    return mayDo(operator.roles, roles) ? 'authorised' : 'no_role';
  };
}

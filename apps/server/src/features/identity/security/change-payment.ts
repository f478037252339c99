// Sets, changes or resets the payment password. A change is proven by the old one, the other two by who the user is; a
// first one that the login password proves is the only one that starts no hold.

import type { CallRequest } from '@cormorant/contract/call.ts';
import type { userChangePayment } from '@cormorant/contract/calls/security.ts';
import * as codes from '@cormorant/contract/codes.ts';
import { Refusal } from '../../../ports/refusal.ts';
import type { CallContext, Handler } from '../../handler.ts';
import { assertDone, changeOf } from './credential-change.ts';
import { readFactors } from './factors.ts';
import { orUnavailable } from './or-unavailable.ts';
import { paymentDigest } from './payment-digest.ts';
import { createProver, type ProverDeps } from './prove.ts';

type Body = CallRequest<typeof userChangePayment>['body'];

export function changePayment(deps: ProverDeps): Handler<typeof userChangePayment> {
  const { credentials, hasher, pepper, settings } = deps;
  const prove = createProver(deps);

  /** Whether this way of changing it starts the hold. */
  async function judge(body: Body, isSet: boolean, context: CallContext): Promise<boolean> {
    const { mode, old_payment, payment, password, code, signature } = body;
    if (mode === 'change') {
      await prove(context.userId, { payment: old_payment }, context);
      if (old_payment === payment) throw new Refusal(codes.password_same);
      return true;
    }
    if (mode === 'set' && isSet) throw new Refusal(codes.field_not_editable);
    await prove(context.userId, { password, code, signature }, context);
    return mode === 'reset' || password === undefined;
  }

  return async ({ body }, context) => {
    const { paymentHash: from } = await readFactors(credentials, context.userId);
    const holds = await judge(body, from !== null, context);
    const digest = paymentDigest(pepper, context.userId, body.payment);
    const paymentHash = await orUnavailable(hasher.hash(digest));
    const stale = body.mode === 'set' ? codes.field_not_editable : codes.identity_required;
    const change = changeOf(settings, context, 'payment', holds);
    assertDone(await credentials.setPayment(change, from, paymentHash), { stale });
    return { payment: 1 as const };
  };
}

// Sets or changes the login password and the payment password. Both answer without a profile; it is asked for anew.
import { call, type Input } from '../../../lib/api/client.ts';
import { renewProfile } from './own-profile.ts';

export async function changePassword(body: Input<'userChangePassword'>['body']): Promise<void> {
  await call('userChangePassword', { body }, { screenHandled: true });
  await renewProfile();
}

export async function changePayment(body: Input<'userChangePayment'>['body']): Promise<void> {
  await call('userChangePayment', { body }, { screenHandled: true });
  await renewProfile();
}

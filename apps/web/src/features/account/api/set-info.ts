// Sets one field of the own profile. Refusals are the screen's: they stand at the field they are about.
import type { Profile } from '@cormorant/contract/entities/profile.ts';
import { call, type Input } from '../../../lib/api/client.ts';
import { keepProfile } from './own-profile.ts';

export type Setting = Input<'userSetInfo'>['body'];

export async function setInfo(body: Setting): Promise<Profile> {
  return keepProfile(await call('userSetInfo', { body }, { screenHandled: true }));
}

/** Has a code of six digits sent: to the person's own address as a proof, to another one to bind it. */
export async function sendCode(email: string): Promise<void> {
  const body = { field: 'email_code', value: email } as const;
  await call('userSetInfo', { body }, { screenHandled: true, quiet: true });
}

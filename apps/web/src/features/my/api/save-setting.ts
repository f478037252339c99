// Keeps a setting of the person at the server; the profile that comes back is the one shown from then on.
import { type CallOptions, call } from '../../../lib/api/client.ts';
import { profileQuery } from '../../../lib/queries.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { setProfile } from '../../../lib/stores/session.ts';

export type Setting =
  | { readonly field: 'fuel_notice'; readonly value: string }
  | { readonly field: 'lang'; readonly value: 'zh' | 'en' };

export async function saveSetting(setting: Setting, options: CallOptions): Promise<void> {
  const profile = await call('userSetInfo', { body: setting }, options);
  setProfile(profile);
  queryClient.setQueryData(profileQuery().queryKey, profile);
}

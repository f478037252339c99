// The signed-in person's profile: what was kept first, then what the server says. A call that answers a profile hands it to
// `keepProfile`, so that every screen shows the change at once.
import type { Profile } from '@cormorant/contract/entities/profile.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/client.ts';
import { profileQuery } from '../../../lib/queries.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { setProfile, useSession } from '../../../lib/stores/session.ts';

export function useProfile(): Profile | null {
  const kept = useSession((session) => session.user);
  return useQuery(profileQuery()).data ?? kept;
}

export function keepProfile(profile: Profile): Profile {
  setProfile(profile);
  queryClient.setQueryData(profileQuery().queryKey, profile);
  return profile;
}

/** After a call that changes the profile but does not answer it. What was changed stays changed when this fails. */
export async function renewProfile(): Promise<void> {
  try {
    keepProfile(await call('authProfile', undefined, { screenHandled: true }));
  } catch {
    await queryClient.invalidateQueries({ queryKey: profileQuery().queryKey });
  }
}

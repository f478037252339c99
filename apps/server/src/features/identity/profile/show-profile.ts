// The signed-in person's own profile.
import type { authProfile } from '@cormorant/contract/calls/user.ts';
import type { Profile } from '@cormorant/contract/entities/profile.ts';
import type { UserStore } from '../../../ports/user-store.ts';
import type { Handler } from '../../handler.ts';
import { type ProfileDeps, toProfile } from './profile.ts';

export interface ShowProfileDeps extends ProfileDeps {
  readonly users: UserStore;
}

export function readProfile(deps: ShowProfileDeps) {
  return async (userId: number, nowMs: number): Promise<Profile> => {
    const user = await deps.users.byId(userId);
    if (user === null) throw new Error(`user ${userId} has a session and no row`);
    return toProfile(user, deps, nowMs);
  };
}

export function showProfile(deps: ShowProfileDeps): Handler<typeof authProfile> {
  const read = readProfile(deps);
  return (_request, context) => read(context.userId, context.nowMs);
}

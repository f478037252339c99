// The signed-in person's own profile.
import type { authProfile } from '@cormorant/contract/calls/user.ts';
import type { Profile } from '@cormorant/contract/entities/profile.ts';
import type { UserStore } from '../../../ports/user-store.ts';
import type { Handler } from '../../handler.ts';
import { toProfile } from './profile.ts';

export interface ShowProfileDeps {
  readonly users: UserStore;
  /** Where people reach us; known once we listen. */
  readonly publicUrl: () => string;
}

export function readProfile({ users, publicUrl }: ShowProfileDeps) {
  return async (userId: number): Promise<Profile> => {
    const user = await users.byId(userId);
    if (user === null) throw new Error(`user ${userId} has a session and no row`);
    return toProfile(user, publicUrl());
  };
}

export function showProfile(deps: ShowProfileDeps): Handler<typeof authProfile> {
  const read = readProfile(deps);
  return (_request, context) => read(context.userId);
}

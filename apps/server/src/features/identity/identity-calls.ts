// The calls of this feature and what they need.
import { loginAccount, loginLogout, loginRegister } from '@cormorant/contract/calls/identity.ts';
import { authProfile } from '@cormorant/contract/calls/user.ts';
import { type BoundCall, bindCall } from '../handler.ts';
import { type LogInDeps, logIn } from './log-in.ts';
import { logOut } from './log-out.ts';
import { type RegisterDeps, register } from './register.ts';
import { showProfile } from './show-profile.ts';

export type IdentityDeps = LogInDeps & RegisterDeps;

export function identityCalls(deps: IdentityDeps): BoundCall[] {
  return [
    bindCall(loginAccount, logIn(deps)),
    bindCall(loginRegister, register(deps)),
    bindCall(loginLogout, logOut(deps)),
    bindCall(authProfile, showProfile(deps)),
  ];
}

// The call of the home screen.
import { userIndex } from '@cormorant/contract/calls/user.ts';
import { type BoundCall, bindCall } from '../handler.ts';
import { type ShowHomeDeps, showHome } from './show-home.ts';

export function homeCalls(deps: ShowHomeDeps): BoundCall[] {
  return [bindCall(userIndex, showHome(deps))];
}

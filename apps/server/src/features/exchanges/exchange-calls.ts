// The calls of this feature and what they need.
import {
  exchangesBind,
  exchangesUnbind,
  indexApi,
  userApi,
  userApiBind,
  userApiRemove,
} from '@cormorant/contract/calls/exchange-keys.ts';
import { type BoundCall, bindCall } from '../handler.ts';
import { type BindKeysDeps, bindExchange, bindUserApi } from './bind-keys.ts';
import { type RemoveKeysDeps, removeUserApi, unbindExchange } from './remove-keys.ts';
import { type ShowKeysDeps, showKeys } from './show-keys.ts';
import { type ShowTutorialDeps, showTutorial } from './show-tutorial.ts';

export type ExchangeDeps = BindKeysDeps & RemoveKeysDeps & ShowKeysDeps & ShowTutorialDeps;

export function exchangeCalls(deps: ExchangeDeps): BoundCall[] {
  return [
    bindCall(exchangesBind, bindExchange(deps)),
    bindCall(userApiBind, bindUserApi(deps)),
    bindCall(userApi, showKeys(deps)),
    bindCall(userApiRemove, removeUserApi(deps)),
    bindCall(exchangesUnbind, unbindExchange(deps)),
    bindCall(indexApi, showTutorial(deps)),
  ];
}

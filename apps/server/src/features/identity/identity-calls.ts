// The calls of this feature and what they need.
import {
  loginAccount,
  loginExists,
  loginLogout,
  loginNonce,
  loginRegister,
  loginReset,
  loginVerify,
} from '@cormorant/contract/calls/identity.ts';
import { userSessionRevoke, userSessions, userSetInfo } from '@cormorant/contract/calls/profile.ts';
import { userBind, userChangePassword, userChangePayment } from '@cormorant/contract/calls/security.ts';
import { authProfile } from '@cormorant/contract/calls/user.ts';
import { type BoundCall, bindCall } from '../handler.ts';
import { type JudgeCodeDeps, ownEmailCode } from './email/own-email-code.ts';
import { type LogInDeps, logIn } from './entry/log-in.ts';
import { type RegisterDeps, register } from './entry/register.ts';
import { type ResetPasswordDeps, resetPassword } from './entry/reset-password.ts';
import { type SetInfoDeps, setInfo } from './profile/set-info.ts';
import { showProfile } from './profile/show-profile.ts';
import { changePassword } from './security/change-password.ts';
import { changePayment } from './security/change-payment.ts';
import { createProver, type ProverDeps } from './security/prove.ts';
import { endDevices } from './sessions/end-devices.ts';
import { type ListDevicesDeps, listDevices } from './sessions/list-devices.ts';
import { logOut } from './sessions/log-out.ts';
import { bindWallet } from './wallet/bind-wallet.ts';
import { type IssueNonceDeps, issueNonce } from './wallet/issue-nonce.ts';
import { proveSignature } from './wallet/prove-signature.ts';
import { signInByWallet } from './wallet/sign-in-by-wallet.ts';
import { walletExists } from './wallet/wallet-exists.ts';

export type IdentityDeps = LogInDeps &
  RegisterDeps &
  IssueNonceDeps &
  ListDevicesDeps &
  Omit<SetInfoDeps, 'prove'> &
  JudgeCodeDeps &
  ResetPasswordDeps &
  Omit<ProverDeps, 'emailCode' | 'signature'>;

export function identityCalls(deps: IdentityDeps): BoundCall[] {
  const proving = { ...deps, emailCode: ownEmailCode(deps), signature: proveSignature(deps) };
  return [
    bindCall(loginAccount, logIn(deps)),
    bindCall(loginRegister, register(deps)),
    bindCall(loginLogout, logOut(deps)),
    bindCall(loginExists, walletExists(deps)),
    bindCall(loginNonce, issueNonce(deps)),
    bindCall(loginVerify, signInByWallet(deps)),
    bindCall(loginReset, resetPassword(deps)),
    bindCall(userSetInfo, setInfo({ ...deps, prove: createProver(proving) })),
    bindCall(userBind, bindWallet({ ...deps, prove: createProver(proving) })),
    bindCall(userChangePassword, changePassword(proving)),
    bindCall(userChangePayment, changePayment(proving)),
    bindCall(userSessions, listDevices(deps)),
    bindCall(userSessionRevoke, endDevices(deps)),
    bindCall(authProfile, showProfile(deps)),
  ];
}

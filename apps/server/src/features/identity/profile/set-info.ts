// Sets one field of the own profile. What proves who somebody is (e-mail address, account) asks for a proof and lives in
// rooms of its own; the plain fields are set here.
import type { CallRequest } from '@cormorant/contract/call.ts';
import type { userSetInfo } from '@cormorant/contract/calls/profile.ts';
import type { PlainFields, ProfileStore } from '../../../ports/profile-store.ts';
import type { CallContext, Handler } from '../../handler.ts';
import { type BindEmailDeps, bindEmail } from '../email/bind-email.ts';
import { type SendEmailCodeDeps, sendEmailCode } from '../email/send-email-code.ts';
import { type ChangeReferrerDeps, changeReferrer } from './change-referrer.ts';
import { type SetAccountDeps, setAccount } from './set-account.ts';
import { readProfile, type ShowProfileDeps } from './show-profile.ts';

export interface SetInfoDeps
  extends ShowProfileDeps,
    ChangeReferrerDeps,
    SetAccountDeps,
    BindEmailDeps,
    SendEmailCodeDeps {
  readonly profiles: ProfileStore;
}

type Setting = CallRequest<typeof userSetInfo>['body'];

export function setInfo(deps: SetInfoDeps): Handler<typeof userSetInfo> {
  const profileOf = readProfile(deps);
  const referrer = changeReferrer(deps);
  const account = setAccount(deps);
  const code = sendEmailCode(deps);
  const email = bindEmail(deps);

  function set(setting: Setting, context: CallContext): Promise<void> {
    const { userId, nowMs } = context;
    const plain = <Field extends keyof PlainFields>(field: Field, value: PlainFields[Field]) =>
      deps.profiles.set(userId, field, value, nowMs);
    switch (setting.field) {
      case 'nickname':
      case 'avatar':
      case 'mobile':
      case 'lang':
        return plain(setting.field, setting.value);
      case 'fuel_notice':
        return plain('fuelNotice', setting.value);
      case 'rank_public':
        return plain('rankPublic', setting.value === 1);
      case 'referral':
        return referrer(userId, setting.value, context);
      case 'account':
        return account(userId, setting.value, setting.proof, context);
      case 'email_code':
        return code(userId, setting.value, context);
      case 'email':
        return email(userId, setting.value, setting.proof, context);
    }
  }

  return async ({ body }, context) => {
    await set(body, context);
    return profileOf(context.userId, context.nowMs);
  };
}

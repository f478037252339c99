// Where something is bound to the account, by the kind in the path; an unknown kind leads to the profile.
import type { Profile } from '@cormorant/contract/entities/profile.ts';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import { useProfile } from '../api/own-profile.ts';
import { BindAccount } from '../bind/bind-account.tsx';
import { BindEmail } from '../bind/bind-email.tsx';
import { BindReferrer } from '../bind/bind-referrer.tsx';
import { BindWallet } from '../bind/bind-wallet.tsx';
import { AccountLoading, AccountPage } from '../components/account-page.tsx';

const kinds = { account: BindAccount, email: BindEmail, referrer: BindReferrer, wallet: BindWallet } as const;
type Kind = keyof typeof kinds;

function isKind(type: string | undefined): type is Kind {
  return type !== undefined && Object.hasOwn(kinds, type);
}

export function Bind() {
  const { t } = useTranslation();
  const { type } = useParams();
  const profile = useProfile();
  if (!isKind(type)) return <Navigate to="/my/profile" replace />;
  const Form: ComponentType<{ profile: Profile }> = kinds[type];
  return (
    <AccountPage title={t(`account.bind.title.${type}`)} parent="/my/profile">
      {profile === null ? <AccountLoading /> : <Form key={type} profile={profile} />}
    </AccountPage>
  );
}

// Where passwords are set and changed, by the kind in the path; an unknown kind leads to the profile.
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router';
import { useProfile } from '../api/own-profile.ts';
import { AccountLoading, AccountPage } from '../components/account-page.tsx';
import { LoginPassword } from '../passwords/login-password.tsx';
import { PaymentPassword } from '../passwords/payment-password.tsx';

export function Password() {
  const { t } = useTranslation();
  const { type } = useParams();
  const profile = useProfile();
  if (type !== 'login' && type !== 'payment') return <Navigate to="/my/profile" replace />;
  const Form = type === 'login' ? LoginPassword : PaymentPassword;
  return (
    <AccountPage
      title={t(type === 'login' ? 'account.profile.password' : 'account.profile.payment')}
      parent="/my/profile"
    >
      {profile === null ? <AccountLoading /> : <Form key={type} profile={profile} />}
    </AccountPage>
  );
}

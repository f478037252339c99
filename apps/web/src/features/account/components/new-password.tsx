// A new login password with its strength, and its repetition.
import { useTranslation } from 'react-i18next';
import { passwordStrength } from '../../../lib/password-strength.ts';
import { PasswordField } from '../../../ui/field.tsx';
import { Strength } from '../../../ui/strength.tsx';

const levels = ['weak', 'weak', 'fair', 'good', 'strong'] as const;

export interface NewPasswordForm {
  readonly password: string;
  readonly confirm: string;
}

export interface NewPasswordProps {
  readonly form: NewPasswordForm;
  readonly passwordError: string | undefined;
  readonly confirmError: string | undefined;
  readonly onForm: (form: NewPasswordForm) => void;
}

export function NewPassword({ form, passwordError, confirmError, onForm }: NewPasswordProps) {
  const { t } = useTranslation();
  const level = passwordStrength(form.password);
  return (
    <>
      <PasswordField
        label={t('account.login.new')}
        hint={
          <Strength level={level} label={t('identity.strength.label')} word={t(`identity.strength.${levels[level]}`)} />
        }
        help={t('identity.passwordHelp')}
        name="new-password"
        autoComplete="new-password"
        maxLength={64}
        value={form.password}
        error={passwordError}
        onValue={(password) => onForm({ ...form, password })}
      />
      <PasswordField
        label={t('account.login.confirm')}
        name="confirm"
        autoComplete="new-password"
        maxLength={64}
        value={form.confirm}
        error={confirmError}
        onValue={(confirm) => onForm({ ...form, confirm })}
      />
    </>
  );
}

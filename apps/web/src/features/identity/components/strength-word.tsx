// How strong a new password looks, beside its label.
import { useTranslation } from 'react-i18next';
import { passwordStrength } from '../../../lib/password-strength.ts';
import { Strength } from '../../../ui/strength.tsx';

const words = ['weak', 'weak', 'fair', 'good', 'strong'] as const;

export function StrengthWord({ password }: { password: string }) {
  const { t } = useTranslation();
  const level = passwordStrength(password);
  return <Strength level={level} label={t('identity.strength.label')} word={t(`identity.strength.${words[level]}`)} />;
}

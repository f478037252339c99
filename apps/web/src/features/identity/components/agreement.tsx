// The consent that must be given before logging in or registering: never pre-checked, each text one press away.
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Check } from '../../../ui/toggles.tsx';
import { LegalLinks } from './legal-links.tsx';

export interface AgreementProps {
  readonly agreed: boolean;
  readonly onChange: (agreed: boolean) => void;
  readonly missing: boolean;
}

export function Agreement({ agreed, onChange, missing }: AgreementProps) {
  const { t } = useTranslation();
  const errorId = useId();
  return (
    <div className="agreement">
      <Check
        checked={agreed}
        onChange={onChange}
        error={missing}
        name="agree"
        describedBy={errorId}
        after={<LegalLinks />}
      >
        {t('identity.agreePrefix')}
      </Check>
      <div id={errorId} className="field__help field__help--error" role={missing ? 'alert' : undefined}>
        {missing ? t('identity.agreeRequired') : null}
      </div>
    </div>
  );
}

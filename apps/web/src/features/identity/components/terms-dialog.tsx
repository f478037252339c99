// The texts have changed since the person agreed to them (1009): agreed anew, or not logged in.
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/overlays.tsx';
import { LegalLinks } from './legal-links.tsx';

export function TermsDialog({ open, onAnswer }: { open: boolean; onAnswer: (agreed: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onClose={() => onAnswer(false)}
      icon="shield"
      title={t('identity.termsChanged')}
      text={t('identity.termsChangedText')}
      actions={[
        { label: t('identity.disagree'), onPress: () => onAnswer(false) },
        { label: t('identity.agreeAndLogIn'), tone: 'primary', onPress: () => onAnswer(true) },
      ]}
    >
      <p className="dialog__links">
        <LegalLinks />
      </p>
    </Dialog>
  );
}

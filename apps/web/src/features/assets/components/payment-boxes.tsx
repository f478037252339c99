// The payment password where it is asked for: six boxes, or the way to set one where there is none.
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CodeBoxes } from '../../../ui/code-boxes.tsx';
import { Note } from '../../../ui/marks.tsx';

export interface PaymentBoxesProps {
  readonly has: boolean;
  readonly value: string;
  readonly onValue: (digits: string) => void;
  readonly error: string | undefined;
}

export function PaymentBoxes({ has, value, onValue, error }: PaymentBoxesProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (!has) {
    return (
      <Note
        tone="warn"
        icon="lock"
        action={{ label: t('assets.sheet.setPayment'), onPress: () => void navigate('/my/password/payment') }}
      >
        {t('assets.sheet.noPayment')}
      </Note>
    );
  }
  return <CodeBoxes masked label={t('assets.sheet.payment')} value={value} onValue={onValue} error={error} />;
}

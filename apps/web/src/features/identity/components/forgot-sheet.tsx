// Forgotten password: a code to the verified e-mail address, then the code with the new password. What is said never tells
// whether the account exists. Those without a verified address are shown the ways that are left.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Sheet } from '../../../ui/overlays.tsx';
import { ResetPassword } from './reset-password.tsx';
import { SendCode } from './send-code.tsx';

export interface ForgotSheetProps {
  readonly open: boolean;
  /** What is typed at the login form already. */
  readonly account: string;
  readonly onClose: () => void;
  readonly onWallet: () => void;
  readonly onDone: (account: string) => void;
}

export function ForgotSheet({ open, account, onClose, onWallet, onDone }: ForgotSheetProps) {
  const { t } = useTranslation();
  return (
    <Sheet open={open} onClose={onClose} title={t('identity.forgot')}>
      <Steps key={String(open)} typed={account} onWallet={onWallet} onDone={onDone} />
    </Sheet>
  );
}

interface StepsProps {
  readonly typed: string;
  readonly onWallet: () => void;
  readonly onDone: (account: string) => void;
}

function Steps({ typed, onWallet, onDone }: StepsProps) {
  const [step, setStep] = useState<'account' | 'code' | 'done'>('account');
  const [account, setAccount] = useState(typed);
  const [ticket, setTicket] = useState('');
  if (step === 'done') return <Done onLogIn={() => onDone(account)} />;
  if (step === 'code')
    return (
      <ResetPassword
        account={account}
        firstTicket={ticket}
        onBack={() => setStep('account')}
        onDone={() => setStep('done')}
      />
    );
  return (
    <SendCode
      typed={account}
      onWallet={onWallet}
      onSent={(name, given) => {
        setAccount(name);
        setTicket(given);
        setStep('code');
      }}
    />
  );
}

function Done({ onLogIn }: { onLogIn: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="stack stack--l" role="status">
      <div className="forgotdone">
        <span className="dialog__icon">
          <Icon name="check" />
        </span>
        <h3 className="t-section">{t('identity.reset.done')}</h3>
        <p className="c2">{t('identity.reset.doneText')}</p>
      </div>
      <Button tone="primary" size="l" block onClick={onLogIn}>
        {t('identity.login')}
      </Button>
    </div>
  );
}

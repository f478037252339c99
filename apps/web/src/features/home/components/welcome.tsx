// The one-time dialog after a registration: three steps that can be taken today.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { welcomeDue, welcomeShown } from '../../../lib/stores/welcome.ts';
import { Dialog } from '../../../ui/overlays.tsx';

const steps = ['one', 'two', 'three'] as const;

export function Welcome() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [open, setOpen] = useState(welcomeDue);
  function close() {
    welcomeShown();
    setOpen(false);
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('identity.start.title')}
      text={t('identity.start.text')}
      actions={[
        { label: t('identity.start.later'), onPress: close },
        {
          label: t('identity.start.go'),
          tone: 'primary',
          onPress: () => {
            close();
            void navigate('/strategy');
          },
        },
      ]}
    >
      <ol className="steps">
        {steps.map((step, index) => (
          <li key={step} className="step step--on">
            <span className="step__n">{index + 1}</span>
            <div>
              <div className="step__title">{t(`identity.start.${step}`)}</div>
              <p className="t-meta c2">{t(`identity.start.${step}Text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

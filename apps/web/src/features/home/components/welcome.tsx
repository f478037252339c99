// The one-time dialog after a registration: three steps that can be taken today, two of them a press away.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { welcomeDue, welcomeShown } from '../../../lib/stores/welcome.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Dialog } from '../../../ui/overlays.tsx';

const steps = [
  { step: 'one', path: '/my/password/payment' },
  { step: 'two', path: '/strategy/martin' },
  { step: 'three', path: null },
] as const;

export function Welcome() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [open, setOpen] = useState(welcomeDue);
  function close() {
    welcomeShown();
    setOpen(false);
  }
  function go(path: string) {
    close();
    void navigate(path);
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('identity.start.title')}
      text={t('identity.start.text')}
      actions={[
        { label: t('identity.start.later'), onPress: close },
        { label: t('identity.start.go'), tone: 'primary', onPress: () => go('/strategy') },
      ]}
    >
      <ol className="steps">
        {steps.map(({ step, path }, index) => (
          <li key={step} className="step step--on">
            <span className="step__n">{index + 1}</span>
            <div>
              <div className="step__title">
                {path === null ? (
                  t(`identity.start.${step}`)
                ) : (
                  <button type="button" className="inline-link steplink" onClick={() => go(path)}>
                    {t(`identity.start.${step}`)}
                    <Icon name="right" size="xs" />
                  </button>
                )}
              </div>
              <p className="t-meta c2">{t(`identity.start.${step}Text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

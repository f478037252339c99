// How something stands: bound, locked, changed just now. Says what follows from it and leads back.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBack } from '../../../lib/use-back.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';

export interface AccountStateProps {
  /** Just changed here; else it was so before. */
  readonly fresh: boolean;
  readonly icon?: IconName;
  readonly title: string;
  readonly children?: ReactNode;
  /** Something to do here besides going back. */
  readonly action?: ReactNode;
}

export function AccountState({ fresh, icon = 'check', title, children, action }: AccountStateProps) {
  const { t } = useTranslation();
  const back = useBack('/my/profile');
  return (
    <section className="card account__state" role="status">
      <div className="dialog__icon">
        <Icon name={fresh ? 'check' : icon} />
      </div>
      <h2 className="t-section">{title}</h2>
      {children}
      {action ?? (
        <Button tone="primary" block onClick={back}>
          {fresh ? t('account.done') : t('ui.back')}
        </Button>
      )}
    </section>
  );
}

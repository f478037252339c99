// What lies above the page: a sheet from below (a centred card on wide screens) and a dialog for consent and destruction.
import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { Button, IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import { useUiWords } from './words.tsx';

export interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
}

export function Sheet({ open, onClose, title, children, foot }: SheetProps) {
  const words = useUiWords();
  return (
    <Base.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="overlay" />
        <Base.Popup className="sheet">
          <div className="sheet__handle" aria-hidden="true" />
          <div className="sheet__head">
            <Base.Title className="sheet__title">{title}</Base.Title>
            <IconButton icon="close" size="m" label={words.close} onClick={onClose} />
          </div>
          <div className="sheet__body">{children}</div>
          {foot ? <div className="sheet__foot">{foot}</div> : null}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

export interface DialogAction {
  readonly label: string;
  readonly onPress: () => void;
  readonly tone?: 'plain' | 'primary' | 'danger';
  readonly busy?: boolean;
  readonly disabled?: boolean;
}

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly icon?: IconName;
  readonly tone?: 'primary' | 'danger' | 'warn';
  readonly title: ReactNode;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
  readonly actions: readonly DialogAction[];
}

export function Dialog({ open, onClose, icon, tone = 'primary', title, text, children, actions }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="overlay" />
        <Base.Popup className="dialog">
          {icon ? (
            <div className={cx('dialog__icon', tone !== 'primary' && `dialog__icon--${tone}`)}>
              <Icon name={icon} />
            </div>
          ) : null}
          <Base.Title className="dialog__title">{title}</Base.Title>
          {text ? <Base.Description className="dialog__text">{text}</Base.Description> : null}
          {children ? <div className="dialog__body">{children}</div> : null}
          <div className="dialog__foot">
            {actions.map((action) => (
              <Button
                key={action.label}
                tone={action.tone ?? 'plain'}
                busy={action.busy}
                disabled={action.disabled}
                onClick={action.onPress}
              >
                {action.label}
              </Button>
            ))}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

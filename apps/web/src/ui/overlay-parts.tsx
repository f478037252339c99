// The drawing of sheet and dialog, with focus kept inside, Escape, and focus given back. A chunk of its own: the screens
// come without it, and it is there before anybody presses (see overlays.tsx).
import { Dialog as Base } from '@base-ui/react/dialog';
import { Button, IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';
import type { DialogProps, SheetProps } from './overlay-props.ts';
import { useUiWords } from './words.tsx';

export function SheetParts({ open, onClose, title, children, foot }: SheetProps) {
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

export function DialogParts({ open, onClose, icon, tone = 'primary', title, text, children, actions }: DialogProps) {
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

// On or off: switch and check. A check's label is part of its target.
import { type ReactNode, useId } from 'react';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';

export interface SwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly label: string;
  readonly disabled?: boolean;
}

export function Switch({ checked, onChange, label, disabled }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={checked}
      aria-label={label}
      disabled={disabled}
      data-checked={checked || undefined}
      onClick={() => onChange(!checked)}
    >
      <span className="switch__knob" />
    </button>
  );
}

export interface CheckProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
  /** Follows the label in the same paragraph without being part of the target: links. */
  readonly after?: ReactNode;
  readonly error?: boolean;
  readonly name?: string;
  /** A sentence that explains the error, tied to the box. */
  readonly describedBy?: string;
}

export function Check({ checked, onChange, children, after, error = false, name, describedBy }: CheckProps) {
  const id = useId();
  return (
    <div className={cx('check', error && 'check--error')}>
      <span className="check__box" data-checked={checked || undefined}>
        <input
          id={id}
          type="checkbox"
          name={name}
          checked={checked}
          aria-invalid={error || undefined}
          aria-describedby={describedBy}
          onChange={(event) => onChange(event.target.checked)}
        />
        {checked ? <Icon name="check" size="xs" /> : null}
      </span>
      <div>
        <label htmlFor={id}>{children}</label>
        {after}
      </div>
    </div>
  );
}

// A button of three sizes. While it works it keeps its width, shows a spinner in place of its icon and cannot be pressed.
import type { ButtonHTMLAttributes, Ref } from 'react';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: 'plain' | 'primary' | 'soft' | 'danger' | 'danger-soft' | 'line' | 'text';
  readonly size?: 's' | 'm' | 'l';
  readonly icon?: IconName;
  readonly block?: boolean;
  readonly busy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({
  tone = 'plain',
  size = 'm',
  icon,
  block,
  busy = false,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={cx(
        'btn',
        tone !== 'plain' && `btn--${tone}`,
        size !== 'm' && `btn--${size}`,
        block && 'btn--block',
        busy && 'btn--busy',
        className,
      )}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy ? (
        <span className="spinner" aria-hidden="true" />
      ) : icon ? (
        <Icon name={icon} size={size === 's' ? 's' : 'm'} />
      ) : null}
      {children}
    </button>
  );
}

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly icon: IconName;
  /** Spoken name: an icon alone says nothing. */
  readonly label: string;
  readonly size?: 'xs' | 's' | 'm' | 'l';
}

export function IconButton({ icon, label, size = 'l', className, ...rest }: IconButtonProps) {
  return (
    <button type="button" className={cx('iconbtn', className)} aria-label={label} title={label} {...rest}>
      <Icon name={icon} size={size} />
    </button>
  );
}

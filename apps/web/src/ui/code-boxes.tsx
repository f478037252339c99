// Six digits in six boxes. There is one input behind them, so that a paste, a code filled in by the phone, a screen reader
// and every keyboard meet an ordinary labelled field; the boxes only show what is in it.
import { type ReactNode, type Ref, type SyntheticEvent, useId } from 'react';
import { cx } from './class-names.ts';
import { FieldFrame } from './field.tsx';
import { plainDigits } from './typed-number.ts';

export interface CodeBoxesProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  readonly value: string;
  readonly onValue: (digits: string) => void;
  /** With the sixth digit. */
  readonly onFull?: (digits: string) => void;
  /** Dots in place of digits, and nothing offered to be filled in. */
  readonly masked?: boolean;
  readonly disabled?: boolean;
  readonly name?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

const length = 6;

export function CodeBoxes({
  label,
  hint,
  help,
  error,
  value,
  onValue,
  onFull,
  masked = false,
  disabled = false,
  name,
  ref,
}: CodeBoxesProps) {
  const boxes = useId();
  function take(text: string) {
    const digits = plainDigits(text).replace(/\D/g, '').slice(0, length);
    if (digits === value) return;
    onValue(digits);
    if (digits.length === length) onFull?.(digits);
  }
  return (
    <FieldFrame label={label} hint={hint} help={help} error={error}>
      {(tied) => (
        <div className={cx('sixbox', error && 'sixbox--error', disabled && 'sixbox--off')}>
          <input
            {...tied}
            ref={ref}
            className="sixbox__input"
            name={name}
            type={masked ? 'password' : 'text'}
            inputMode="numeric"
            autoComplete={masked ? 'off' : 'one-time-code'}
            data-1p-ignore={masked || undefined}
            data-lpignore={masked || undefined}
            disabled={disabled}
            value={value}
            onChange={(event) => take(event.target.value)}
            onSelect={stayAtEnd}
          />
          {Array.from({ length }, (_, at) => (
            <i
              key={`${boxes}-${at}`}
              aria-hidden="true"
              data-on={at < value.length || undefined}
              data-current={at === Math.min(value.length, length - 1) || undefined}
            >
              {masked || at >= value.length ? null : value[at]}
            </i>
          ))}
        </div>
      )}
    </FieldFrame>
  );
}

/** Digits are added and taken away at the end, where the boxes show it; a selection of all may be replaced. */
function stayAtEnd(event: SyntheticEvent<HTMLInputElement>) {
  const input = event.currentTarget;
  const end = input.value.length;
  if (input.selectionStart === input.selectionEnd && input.selectionEnd !== end) input.setSelectionRange(end, end);
}

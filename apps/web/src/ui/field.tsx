// What is typed: field, password field, stepper. The label is tied to the box, an error to both, and the line for help
// or error keeps its height so that nothing jumps when a refusal appears.
import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { addDecimals, decimalsOf } from './figures.ts';
import { Icon } from './icon.tsx';
import { isNumber, plainNumber } from './typed-number.ts';
import { useUiWords } from './words.tsx';

interface Frame {
  readonly label: ReactNode;
  /** At the right of the label: a range, a balance, a link. */
  readonly hint?: ReactNode;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
}

interface Tied {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': true | undefined;
}

/** What stands around every box; other parts of the kit that are typed into stand in it too. */
export function FieldFrame({ label, hint, help, error, children }: Frame & { children: (tied: Tied) => ReactNode }) {
  const id = useId();
  return (
    <div className="field">
      <div className="field__label">
        <label htmlFor={id}>{label}</label>
        {hint}
      </div>
      {children({ id, 'aria-describedby': `${id}-help`, 'aria-invalid': error ? true : undefined })}
      <div
        id={`${id}-help`}
        className={cx('field__help', error && 'field__help--error')}
        role={error ? 'alert' : undefined}
      >
        {error ?? help}
      </div>
    </div>
  );
}

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'onChange' | 'value'>;

export interface FieldProps extends Frame, InputProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly unit?: ReactNode;
  readonly start?: ReactNode;
  readonly end?: ReactNode;
  readonly locked?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

export function Field({
  label,
  hint,
  help,
  error,
  value,
  onValue,
  unit,
  start,
  end,
  locked = false,
  ref,
  ...input
}: FieldProps) {
  return (
    <FieldFrame label={label} hint={hint} help={help} error={error}>
      {(tied) => (
        <div className={cx('field__box', error && 'field__box--error', locked && 'field__box--locked')}>
          {start}
          <input
            {...tied}
            {...input}
            ref={ref}
            className="field__input"
            value={value}
            readOnly={locked || input.readOnly}
            onChange={(event) => onValue(event.target.value)}
          />
          {unit ? <span className="unit">{unit}</span> : null}
          {locked ? <Icon name="lock" size="s" /> : null}
          {end}
        </div>
      )}
    </FieldFrame>
  );
}

/**
 * A decimal in whatever writing: the text stays as it is while it is typed, is read when the box is left, and words say so
 * where it is no number. Whoever uses the value reads it with `plainNumber`, since it may be sent from inside the box.
 */
export function DecimalField({ value, onValue, error, onBlur, onFocus, ...rest }: FieldProps) {
  const words = useUiWords();
  const [typing, setTyping] = useState(false);
  const plain = plainNumber(value);
  const isUnread = !typing && plain !== '' && !isNumber(plain);
  return (
    <Field
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      error={isUnread ? words.noNumber : error}
      value={value}
      onValue={onValue}
      onFocus={(event) => {
        setTyping(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setTyping(false);
        if (plain !== value) onValue(plain);
        onBlur?.(event);
      }}
    />
  );
}

export function PasswordField(props: Omit<FieldProps, 'type' | 'end'>) {
  const words = useUiWords();
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <IconButton
          icon={shown ? 'eye-off' : 'eye'}
          size="m"
          label={shown ? words.hidePassword : words.showPassword}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}

export interface StepperProps extends Frame {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly step: string;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly disabled?: boolean;
  readonly inputMode?: 'numeric' | 'decimal';
  readonly name?: string;
}

/** A number with minus and plus; steps are exact decimals and stay inside the range. A disabled one shows a lock instead. */
export function Stepper({
  label,
  hint,
  help,
  error,
  value,
  onValue,
  step,
  min,
  max,
  disabled = false,
  inputMode,
  name,
}: StepperProps) {
  const words = useUiWords();
  const decimals = Math.max(decimalsOf(step), decimalsOf(plainNumber(value)));
  const plain = plainNumber(value);
  function move(direction: 1 | -1) {
    const next = addDecimals([isNumber(plain) ? plain : (min ?? '0'), direction > 0 ? step : `-${step}`], decimals);
    if (next === null) return;
    const low = min !== undefined && Number(next) < Number(min);
    const high = max !== undefined && Number(next) > Number(max);
    onValue(low ? min : high ? max : next);
  }
  return (
    <FieldFrame label={label} hint={hint} help={help} error={error}>
      {(tied) => (
        <div className={cx('stepper', error && 'stepper--error')}>
          {disabled ? (
            <span className="stepper__btn" />
          ) : (
            <button
              type="button"
              className="stepper__btn"
              aria-label={words.decrease}
              disabled={min !== undefined && Number(plain) <= Number(min)}
              onClick={() => move(-1)}
            >
              <Icon name="minus" size="m" />
            </button>
          )}
          <input
            {...tied}
            name={name}
            className="stepper__input"
            inputMode={inputMode ?? (decimalsOf(step) > 0 ? 'decimal' : 'numeric')}
            value={value}
            disabled={disabled}
            autoComplete="off"
            onChange={(event) => onValue(event.target.value)}
            onBlur={() => {
              if (plain !== value) onValue(plain);
            }}
          />
          {disabled ? (
            <span className="stepper__btn">
              <Icon name="lock" size="s" />
            </span>
          ) : (
            <button
              type="button"
              className="stepper__btn"
              aria-label={words.increase}
              disabled={max !== undefined && Number(plain) >= Number(max)}
              onClick={() => move(1)}
            >
              <Icon name="plus" size="m" />
            </button>
          )}
        </div>
      )}
    </FieldFrame>
  );
}

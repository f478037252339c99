// A box for a number: the decimal keyboard, thousands marks while nobody types into it. What is typed or pasted stays as it is
// until the box is left: a box that reads each key takes `3,141` for thousands on the way to `3,1415`.
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Field } from '../../../../ui/field.tsx';
import { groupedNumber, plainNumber } from '../../../../ui/typed-number.ts';

export interface NumberFieldProps {
  readonly name: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly help?: ReactNode;
  readonly unit?: string;
  readonly error?: string | undefined;
  readonly value: string;
  readonly whole?: boolean;
  readonly locked?: boolean;
  readonly placeholder?: string;
  readonly onValue: (value: string) => void;
  readonly onFocusChange: (focused: boolean) => void;
}

export function NumberField({ value, whole = false, onValue, onFocusChange, unit, ...rest }: NumberFieldProps) {
  const [typing, setTyping] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  // Leaving out the thousands marks drops the selection that the focus had made; a number is mostly typed anew.
  useLayoutEffect(() => {
    if (typing) box.current?.select();
  }, [typing]);
  function follow(focused: boolean) {
    setTyping(focused);
    onFocusChange(focused);
    if (!focused && value !== plainNumber(value)) onValue(plainNumber(value));
  }
  return (
    <Field
      {...rest}
      {...(unit ? { unit } : {})}
      ref={box}
      value={typing ? value : groupedNumber(value)}
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      enterKeyHint="done"
      onValue={onValue}
      onFocus={() => follow(true)}
      onBlur={() => follow(false)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
}

// One field of `fields[]` as its kind is drawn: number, stepper, choice, switch. Nothing here knows a category.
import type { Field as FieldSpec } from '@cormorant/contract/entities/bot-type.ts';
import type { ReactNode } from 'react';
import { Segment } from '../../../../ui/choice.tsx';
import { Stepper } from '../../../../ui/field.tsx';
import { Switch } from '../../../../ui/toggles.tsx';
import { isNumeric } from '../field-rules.ts';
import { rangeText } from '../issue-text.ts';
import type { Form } from '../use-form.ts';
import { distanceText } from './distance.ts';
import { NumberField, tidied } from './number-field.tsx';

export function BaseField({ field, form, hint, help }: FieldProps) {
  return (
    <div data-field={field.key} className={isWide(field) ? 'wide' : undefined}>
      <Widget field={field} form={form} hint={hint} help={help} />
    </div>
  );
}

interface FieldProps {
  readonly field: FieldSpec;
  readonly form: Form;
  readonly hint?: ReactNode;
  readonly help?: ReactNode;
}

function isWide(field: FieldSpec): boolean {
  return !['price', 'percent', 'int', 'number', 'enum'].includes(field.kind) || field.key === 'investment';
}

/** Two options share the field's box; more would be too narrow on a phone. */
function Widget({ field, form, hint, help }: FieldProps) {
  const { key, label } = field;
  const value = form.values[key] ?? '';
  const error = form.errorOf(key);
  const locked = form.isLocked(key);
  const onValue = (next: string) => form.set(key, next);
  if (field.options) {
    const options = field.options.map((option) => ({ ...option, disabled: locked }));
    return (
      <div className="field editor__choice">
        <div className="field__label">
          <span>{label}</span>
        </div>
        <Segment label={label} options={options} value={value} onChange={onValue} />
        <div className="field__help field__help--error">{error}</div>
      </div>
    );
  }
  if (field.kind === 'switch') {
    return (
      <div className="between">
        <span className="t-row">{label}</span>
        <Switch label={label} checked={value === '1'} disabled={locked} onChange={(on) => onValue(on ? '1' : '0')} />
      </div>
    );
  }
  if (field.kind === 'int' && field.step !== null) {
    return (
      <Stepper
        name={key}
        label={label}
        hint={hint ?? <span className="num">{rangeText(field)}</span>}
        help={help}
        error={error}
        value={value}
        step={field.step}
        min={field.min ?? undefined}
        max={field.max ?? undefined}
        disabled={locked}
        inputMode="numeric"
        onValue={(typed) => onValue(tidied(typed))}
      />
    );
  }
  return (
    <NumberField
      name={key}
      label={label}
      hint={hint ?? (field.kind === 'price' ? <Distance value={value} form={form} /> : rangeText(field))}
      help={help}
      unit={field.unit}
      error={error}
      value={value}
      whole={field.kind === 'int'}
      locked={locked}
      onValue={isNumeric(field) ? onValue : (text) => form.set(key, text)}
      onFocusChange={(focused) => form.focus(focused ? key : null)}
    />
  );
}

export function Distance({ value, form }: { value: string; form: Form }) {
  return <span className="num">{distanceText(value, form.view.last)}</span>;
}

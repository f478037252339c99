// One field of `fields[]` as its kind is drawn: number, stepper, choice, switch, time, rows, conditions. Nothing here
// knows a category.
import type { Field as FieldSpec } from '@cormorant/contract/entities/bot-type.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Segment } from '../../../../ui/choice.tsx';
import { Stepper, Field as TextField } from '../../../../ui/field.tsx';
import { Switch } from '../../../../ui/toggles.tsx';
import { hasOwnStop } from '../../own-stop.ts';
import { isEndless, isNumeric } from '../field-rules.ts';
import { rangeText } from '../issue-text.ts';
import type { Form } from '../use-form.ts';
import { ConditionsField } from './conditions-field.tsx';
import { distanceText } from './distance.ts';
import { OtherExchangeField, ViaField } from './leg-fields.tsx';
import { NumberField } from './number-field.tsx';
import { SelectField } from './select-field.tsx';
import { StepsField } from './steps-field.tsx';

export function BaseField({ field, form, hint, help, alone = false }: FieldProps) {
  return (
    <div data-field={field.key} className={alone || isWide(field) ? 'wide' : undefined}>
      <Widget field={field} form={form} hint={hint} help={help} />
    </div>
  );
}

interface FieldProps {
  readonly field: FieldSpec;
  readonly form: Form;
  readonly hint?: ReactNode;
  readonly help?: ReactNode;
  /** It has nobody to share its row with. */
  readonly alone?: boolean;
}

/** Of fields that share rows by twos the one that is left over, which has a row of its own. */
export function leftOver(fields: readonly FieldSpec[]): FieldSpec | undefined {
  const halves = fields.filter((field) => !isWide(field));
  return halves.length % 2 === 1 ? halves.at(-1) : undefined;
}

/** More steps than this are typed, not pressed. */
const mostSteps = 200;
/** Two options share half a row, three a whole one; more are picked from a list. */
const mostSegments = 3;

const narrow: ReadonlySet<FieldSpec['kind']> = new Set([
  ...(['price', 'percent', 'int', 'number', 'time', 'interval', 'assets'] as const),
]);

function isWide(field: FieldSpec): boolean {
  if (field.kind === 'enum') return field.options?.length === mostSegments || hasLongOptions(field);
  return !narrow.has(field.kind) || field.key === 'investment';
}

/** Two options of so many letters together fit half a row. */
const mostLetters = 20;

function hasLongOptions({ options = [] }: FieldSpec): boolean {
  return options.length === 2 && options[0]!.label.length + options[1]!.label.length > mostLetters;
}

function isStepped({ kind, step, min, max }: FieldSpec): boolean {
  return kind === 'int' && step !== null && max !== null && Number(max) - Number(min ?? 0) <= mostSteps;
}

function Widget({ field, form, hint, help }: FieldProps) {
  const { t } = useTranslation();
  const { key, label } = field;
  const value = form.values[key] ?? '';
  const error = form.errorOf(key);
  const locked = form.isLocked(key);
  const onValue = (next: string) => form.set(key, next);
  if (field.kind === 'steps') {
    return (
      <StepsField field={field} value={value} error={error} at={form.errorAt(key)} locked={locked} onValue={onValue} />
    );
  }
  if (field.kind === 'conditions') {
    const { symbol } = form.view;
    return (
      <ConditionsField
        label={label}
        value={value}
        onChange={onValue}
        market={symbol.market}
        symbol={symbol}
        exchange={symbol.exchange}
        disabled={locked}
        issue={error}
      />
    );
  }
  if (field.kind === 'assets') return <ViaField field={field} form={form} />;
  if (field.kind === 'exchange') return <OtherExchangeField field={field} form={form} />;
  if (field.options && field.options.length > mostSegments) {
    return (
      <SelectField
        name={key}
        label={label}
        options={field.options}
        value={value}
        error={error}
        locked={locked}
        onValue={onValue}
      />
    );
  }
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
      <div className="between editor__switch">
        <div>
          <div>{label}</div>
          <div className={error ? 'field__help field__help--error' : 't-meta c3'} role={error ? 'alert' : undefined}>
            {error ?? field.help}
          </div>
        </div>
        <Switch label={label} checked={value === '1'} disabled={locked} onChange={(on) => onValue(on ? '1' : '0')} />
      </div>
    );
  }
  if (field.kind === 'time') {
    return (
      <TextField
        name={key}
        label={label}
        hint="UTC+8"
        type="time"
        error={error}
        value={value}
        locked={locked}
        onValue={onValue}
      />
    );
  }
  if (isStepped(field)) {
    return (
      <Stepper
        name={key}
        label={label}
        hint={
          hint ?? (
            <>
              <span className="num">{rangeText(field)}</span>
              {field.unit === '' ? null : <span className="c3">{field.unit}</span>}
            </>
          )
        }
        help={help}
        error={error}
        value={value}
        step={field.step ?? '1'}
        min={field.min ?? undefined}
        max={field.max ?? undefined}
        disabled={locked}
        inputMode="numeric"
        onValue={onValue}
      />
    );
  }
  return (
    <NumberField
      name={key}
      label={label}
      hint={
        hint ??
        (field.kind === 'price' ? (
          <Distance value={value} form={form} />
        ) : (
          <span className="num">{rangeText(field)}</span>
        ))
      }
      help={help ?? (isEndless(field, value) ? t('editor.endless') : undefined)}
      unit={locked && field.kind === 'price' ? '' : field.unit}
      error={error}
      value={value}
      {...(isOptional(field) && {
        placeholder: t(computes(field, form) ? 'editor.unset.computed' : 'editor.unset.other'),
      })}
      whole={field.kind === 'int'}
      locked={locked}
      onValue={isNumeric(field) ? onValue : (text) => form.set(key, text)}
      onFocusChange={(focused) => form.focus(focused ? key : null)}
    />
  );
}

/** A stop that is left empty and stands all the same, also while the other fields make no bot yet. */
function computes({ key }: FieldSpec, { type }: Form): boolean {
  return key === 'stop_loss' && hasOwnStop(type);
}

/** It may be left empty. */
function isOptional(field: FieldSpec): boolean {
  return isNumeric(field) && field.required === 0 && field.default === null;
}

export function Distance({ value, form }: { value: string; form: Form }) {
  return <span className="num">{distanceText(value, form.view.last)}</span>;
}

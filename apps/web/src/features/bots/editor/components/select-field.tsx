// A choice of more options than a segment has room for: the platform's own picker in the field's box.
import { FieldFrame } from '../../../../ui/field.tsx';
import { Icon } from '../../../../ui/icon.tsx';

export interface SelectFieldProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly error?: string | undefined;
  readonly locked?: boolean;
  /** Stands while nothing is chosen. */
  readonly placeholder?: string;
  readonly onValue: (value: string) => void;
}

export function SelectField(props: SelectFieldProps) {
  const { name, label, options, value, error, locked = false, placeholder, onValue } = props;
  return (
    <FieldFrame label={label} error={error}>
      {(tied) => (
        <div className={`field__box editor__select${error ? ' field__box--error' : ''}`}>
          <select
            {...tied}
            name={name}
            value={value}
            disabled={locked}
            onChange={(event) => onValue(event.target.value)}
          >
            {placeholder === undefined ? null : (
              <option value="" disabled>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name={locked ? 'lock' : 'down'} size="xs" />
        </div>
      )}
    </FieldFrame>
  );
}

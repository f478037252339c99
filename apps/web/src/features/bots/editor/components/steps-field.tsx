// A field of rows (`steps`): a table whose columns the field's options name. Its value is the rows' JSON text; '' is no
// rows. What is refused inside is marked in its own box.
import type { Field } from '@cormorant/contract/entities/bot-type.ts';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { plainNumber } from '../../../../ui/typed-number.ts';
import { readRows, type StepRow } from './steps-rows.ts';

export interface StepsFieldProps {
  readonly field: Field;
  readonly value: string;
  readonly error: string | undefined;
  /** '[1].drop', '[1]' or ''. */
  readonly at: string;
  readonly locked: boolean;
  readonly onValue: (value: string) => void;
}

const mostRows = 14;

export function StepsField({ field, value, error, at, locked, onValue }: StepsFieldProps) {
  const { t } = useTranslation();
  const columns = field.options ?? [];
  const rows = readRows(value);
  const put = (next: readonly StepRow[]) => onValue(next.length === 0 ? '' : JSON.stringify(next));
  const set = (index: number, key: string, typed: string) =>
    put(rows.map((row, k) => (k === index ? changed(row, key, typed) : row)));
  const bad = (index: number, key: string) =>
    error !== undefined && (at === `[${index}]` || at === `[${index}].${key}`);
  return (
    <div className="field">
      <div className="field__label">
        <span>{field.label}</span>
      </div>
      {rows.length === 0 ? (
        <p className="t-meta c3">{field.help}</p>
      ) : (
        <table className="table editor__steps">
          <thead>
            <tr>
              <th scope="col">#</th>
              {columns.map((column) => (
                <th key={column.value} scope="col">
                  {column.label}
                </th>
              ))}
              <th aria-label={t('editor.remove')} />
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // A row has no name of its own; its place is what it means.
              <tr key={`row-${index}`}>
                <td className="num">{index + 1}</td>
                {columns.map((column) => (
                  <td key={column.value}>
                    <input
                      className={bad(index, column.value) ? 'editor__cell editor__cell--bad' : 'editor__cell'}
                      aria-label={`${index + 1} ${column.label}`}
                      aria-invalid={bad(index, column.value) || undefined}
                      inputMode="decimal"
                      autoComplete="off"
                      value={row[column.value] ?? ''}
                      readOnly={locked}
                      onChange={(event) => set(index, column.value, event.target.value)}
                      onBlur={(event) => set(index, column.value, plainNumber(event.target.value))}
                    />
                  </td>
                ))}
                <td>
                  <IconButton
                    icon="close"
                    label={t('editor.removeRow', { row: index + 1 })}
                    disabled={locked}
                    onClick={() => put(rows.filter((_, k) => k !== index))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div>
        <Button
          tone="soft"
          icon="plus"
          disabled={locked || rows.length >= mostRows}
          onClick={() => put([...rows, rows.at(-1) ?? {}])}
        >
          {t('editor.addRow')}
        </Button>
      </div>
      <div className="field__help field__help--error" role={error ? 'alert' : undefined}>
        {error}
      </div>
    </div>
  );
}

/** An emptied cell is left out: the row then follows the rule. */
function changed(row: StepRow, key: string, value: string): StepRow {
  const { [key]: _, ...rest } = row;
  return value === '' ? rest : { ...rest, [key]: value };
}

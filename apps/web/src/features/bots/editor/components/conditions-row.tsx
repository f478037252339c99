// One condition as a row of pickers, with the sentence it makes.
import type { IndicatorSpec } from '@cormorant/core/indicators/catalogue.ts';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../ui/button.tsx';
import { cx } from '../../../../ui/class-names.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { isNumber as isDecimal, plainNumber } from '../../../../ui/typed-number.ts';
import { useUiWords } from '../../../../ui/words.tsx';
import { changed, type DraftCondition, type DraftOperand, isNumber, mayTick, operandOf } from './conditions-tree.ts';
import { comparisonKeys, comparisons, conditionText, timeframeKeys } from './conditions-words.ts';

export interface ConditionRowProps {
  readonly condition: DraftCondition;
  readonly indicators: readonly IndicatorSpec[];
  readonly disabled: boolean;
  readonly bad: boolean;
  readonly onChange: (next: DraftCondition) => void;
  readonly onRemove: () => void;
}

const NUMBER = 'number';

export function ConditionRow({ condition, indicators, disabled, bad, onChange, onRemove }: ConditionRowProps) {
  const { t } = useTranslation();
  const { left, right, cmp, tf, on } = condition;
  const change = (part: Partial<DraftCondition>) => onChange(changed(condition, part));
  const names = indicators.map(({ ind }) => ({ value: ind as string, label: t(`conditions.ind.${ind}`) }));
  const chosen = (ind: string) => {
    const spec = indicators.find((one) => one.ind === ind);
    return spec === undefined ? { num: '' } : operandOf(spec);
  };
  return (
    <div className={cx('conds__row', bad && 'conds__row--bad')}>
      <div className="conds__say">
        <span>{conditionText(condition, t)}</span>
        <IconButton icon="trash" label={t('conditions.remove')} disabled={disabled} onClick={onRemove} />
      </div>
      <Pick
        label={t('conditions.indicator')}
        options={names}
        value={left.ind}
        disabled={disabled}
        onValue={(ind) => change({ left: chosen(ind) as DraftOperand })}
      />
      <Pick
        label={t('conditions.timeframe')}
        options={timeframeKeys.map((value) => ({ value, label: t(`conditions.tf.${value}`) }))}
        value={tf}
        disabled={disabled}
        onValue={(value) => change({ tf: value })}
      />
      <Arguments
        operand={left}
        indicators={indicators}
        disabled={disabled}
        onChange={(next) => change({ left: next })}
      />
      <Pick
        label={t('conditions.compare')}
        options={comparisons.map((value) => ({ value, label: t(`conditions.cmp.${comparisonKeys[value]}`) }))}
        value={cmp}
        disabled={disabled}
        onValue={(value) => change({ cmp: value as DraftCondition['cmp'] })}
      />
      <Pick
        label={t('conditions.against')}
        options={[{ value: NUMBER, label: t('conditions.number') }, ...names]}
        value={isNumber(right) ? NUMBER : right.ind}
        disabled={disabled}
        onValue={(ind) => change({ right: chosen(ind) })}
      />
      {isNumber(right) ? null : (
        <Arguments
          operand={right}
          indicators={indicators}
          disabled={disabled}
          onChange={(next) => change({ right: next })}
        />
      )}
      {isNumber(right) || mayTick(condition) ? (
        <div className="conds__args">
          {isNumber(right) ? (
            <Typed
              label={t('conditions.value')}
              value={right.num}
              disabled={disabled}
              mode="decimal"
              onValue={(num) => change({ right: { num } })}
            />
          ) : null}
          {mayTick(condition) ? (
            <Pick
              label={t('conditions.on')}
              options={[
                { value: 'close', label: t('conditions.onClose') },
                { value: 'tick', label: t('conditions.onTick') },
              ]}
              value={on ?? 'close'}
              disabled={disabled}
              onValue={(value) => change({ on: value as 'close' | 'tick' })}
            />
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

interface ArgumentsProps {
  readonly operand: DraftOperand;
  readonly indicators: readonly IndicatorSpec[];
  readonly disabled: boolean;
  readonly onChange: (next: DraftOperand) => void;
}

/** The figures of an indicator and which of its lines; nothing where it has neither. */
function Arguments({ operand, indicators, disabled, onChange }: ArgumentsProps): ReactNode {
  const { t } = useTranslation();
  const spec = indicators.find(({ ind }) => ind === operand.ind);
  if (spec === undefined || (spec.args.length === 0 && spec.outputs.length < 2)) return null;
  const outs = spec.outputs.map(({ out }) => ({ value: out, label: t(`conditions.out.${out as 'dif'}`) }));
  return (
    <div className="conds__args">
      {spec.args.map(({ key }, at) => (
        <Typed
          key={key}
          label={t('conditions.argument', { name: key.toUpperCase() })}
          value={Number.isNaN(operand.args[at] ?? Number.NaN) ? '' : String(operand.args[at])}
          disabled={disabled}
          mode="numeric"
          onValue={(text) => {
            // What is no whole number goes on as none, and the tree is refused.
            const args = operand.args.map((arg, k) => (k === at ? (isWhole(text) ? Number(text) : Number.NaN) : arg));
            onChange({ ...operand, args });
          }}
        />
      ))}
      {outs.length > 1 ? (
        <Pick
          label={t('conditions.output')}
          options={outs}
          value={operand.out ?? ''}
          disabled={disabled}
          onValue={(out) => onChange({ ...operand, out })}
        />
      ) : null}
    </div>
  );
}

interface PickProps {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly disabled: boolean;
  readonly onValue: (value: string) => void;
}

function Pick({ label, options, value, disabled, onValue }: PickProps) {
  const id = useId();
  return (
    <div className="conds__pick">
      <label htmlFor={id}>{label}</label>
      <span className="conds__select">
        <select id={id} value={value} disabled={disabled} onChange={(event) => onValue(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="down" size="xs" />
      </span>
    </div>
  );
}

interface TypedProps {
  readonly label: string;
  readonly value: string;
  readonly disabled: boolean;
  readonly mode: 'numeric' | 'decimal';
  readonly onValue: (text: string) => void;
}

const isWhole = (text: string): boolean => /^\d{1,3}$/.test(text);

/** The text stays as it is typed until the box is left; one that is no number then says so and is passed on for the refusal. */
function Typed({ label, value, disabled, mode, onValue }: TypedProps) {
  const id = useId();
  const words = useUiWords();
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setIsLeft] = useState(true);
  const reads = mode === 'numeric' ? isWhole : isDecimal;
  const isUnread = isLeft && typed !== null;
  return (
    <div className="conds__pick">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        value={typed ?? value}
        disabled={disabled}
        inputMode={mode}
        autoComplete="off"
        aria-invalid={isUnread || undefined}
        aria-describedby={isUnread ? `${id}-help` : undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          onValue(plainNumber(event.target.value));
        }}
        onFocus={() => setIsLeft(false)}
        onBlur={() => {
          setIsLeft(true);
          if (typed === null || reads(plainNumber(typed))) setTyped(null);
        }}
      />
      {isUnread ? (
        <span id={`${id}-help`} className="field__help field__help--error" role="alert">
          {words.noNumber}
        </span>
      ) : null}
    </div>
  );
}

// An amount that is typed between two limits, with all of what there is by one press.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/field.tsx';
import { formatTrimmed } from '../../../ui/figures.ts';
import { type Limits, missesOf, textOfUnits } from '../amounts.ts';

export interface AmountFieldProps {
  readonly limits: Limits;
  /** What it says of the most there is. */
  readonly has: 'hasConvert' | 'hasTransfer';
  readonly value: string;
  readonly onValue: (amount: string) => void;
  readonly unit: string;
  readonly help?: ReactNode;
  /** What the server had against it. */
  readonly refused: string | undefined;
}

export function AmountField({ limits, has, value, onValue, unit, help, refused }: AmountFieldProps) {
  const { t } = useTranslation();
  const all = textOfUnits(limits.most);
  const missed = value.trim() === '' ? null : missesOf(value, limits);
  const problem = missed && t(`assets.sheet.${missed}`, { amount: formatTrimmed(textOfUnits(limits[missed])) });
  return (
    <Field
      label={t('assets.sheet.amount')}
      hint={
        <span className="hstack t-meta c3">
          <span className="num">{t(`assets.sheet.${has}`, { amount: formatTrimmed(all) })}</span>
          <button type="button" className="link link--p" onClick={() => onValue(all)}>
            {t('assets.sheet.max')}
          </button>
        </span>
      }
      error={refused ?? problem ?? undefined}
      help={help}
      value={value}
      onValue={onValue}
      inputMode="decimal"
      autoComplete="off"
      unit={unit}
    />
  );
}

// An amount that is typed between two limits, with all of what there is by one press.
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DecimalField } from '../../../ui/field.tsx';
import { formatTrimmed } from '../../../ui/figures.ts';
import { isNumber, plainNumber } from '../../../ui/typed-number.ts';
import { amountDecimals, type Limits, missesOf, textOfUnits, unitsOf } from '../amounts.ts';

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

/** Of what is a number; what is none has the field's own words. */
function problemOf(value: string, limits: Limits, t: TFunction): string | undefined {
  const { decimals = amountDecimals } = limits;
  const plain = plainNumber(value);
  if (!isNumber(plain)) return undefined;
  const isTooFine = unitsOf(plain, decimals) === null && (plain.split('.')[1]?.length ?? 0) > decimals;
  if (isTooFine) return t('assets.sheet.decimals', { count: decimals });
  const missed = missesOf(plain, limits);
  return missed === null
    ? undefined
    : t(`assets.sheet.${missed}`, { amount: formatTrimmed(textOfUnits(limits[missed])) });
}

export function AmountField({ limits, has, value, onValue, unit, help, refused }: AmountFieldProps) {
  const { t } = useTranslation();
  const all = textOfUnits(limits.most);
  const problem = problemOf(value, limits, t);
  return (
    <DecimalField
      label={t('assets.sheet.amount')}
      hint={
        <span className="hstack t-meta c3">
          <span className="num">{t(`assets.sheet.${has}`, { amount: formatTrimmed(all) })}</span>
          <button type="button" className="link link--p" onClick={() => onValue(all)}>
            {t('assets.sheet.max')}
          </button>
        </span>
      }
      error={refused ?? problem}
      help={help}
      value={value}
      onValue={onValue}
      unit={unit}
    />
  );
}

// The investment: what is available beside the label, a slider over it, the least that makes these lines below it.
import type { Field } from '@cormorant/contract/entities/bot-type.ts';
import { useTranslation } from 'react-i18next';
import { formatUsdt } from '../../../../ui/figures.ts';
import { Slider } from '../../../../ui/slider.tsx';
import { compareNumbers, isNumber, plainNumber } from '../../../../ui/typed-number.ts';
import type { Form } from '../use-form.ts';
import { NumberField } from './number-field.tsx';

export function InvestmentField({ field, form }: { field: Field; form: Form }) {
  const { t } = useTranslation();
  const { view, plan, assistant, values } = form;
  const { available } = view;
  const value = values[field.key] ?? '';
  const amount = plainNumber(value);
  const locked = form.isLocked(field.key);
  const share = available !== null && isNumber(amount) ? shareOf(amount, available) : 0;
  const least = leastOf(field.min, plan?.minInvestment);
  const error = form.errorOf(field.key);
  const short = available !== null && isNumber(amount) && compareNumbers(amount, available) > 0 && !locked;
  const canSlide = assistant !== null && available !== null && Number(available) > 0 && !locked;
  const setShare = (percent: number) => assistant && form.set(field.key, assistant.amountOf(percent, view));
  return (
    <div className="wide" data-field={field.key}>
      <NumberField
        name={field.key}
        label={field.label}
        hint={
          available === null || locked ? null : (
            <span className="hstack">
              <span className="num">{t('editor.available', { amount: formatUsdt(available) })}</span>
              {canSlide ? (
                <button type="button" className="link link--p" onClick={() => setShare(100)}>
                  <b>{t('action.all')}</b>
                </button>
              ) : null}
            </span>
          )
        }
        help={short ? t('editor.short', { amount: formatUsdt(available), coin: view.symbol.quote }) : undefined}
        unit={field.unit}
        error={error}
        value={value}
        locked={locked}
        onValue={(next) => form.set(field.key, next)}
        onFocusChange={(focused) => form.focus(focused ? field.key : null)}
      />
      {locked ? null : (
        <>
          {available === null ? null : (
            <Slider
              label={field.label}
              min={0}
              max={100}
              value={Math.min(100, share)}
              disabled={!canSlide}
              onChange={(percent) => setShare(percent)}
            />
          )}
          <div className="between t-tag c3 num editor__ends">
            <span>{least === null ? '' : t('editor.min', { amount: formatUsdt(least) })}</span>
            <span>{available === null ? '' : share > 100 ? '> 100%' : `${Math.floor(share)}%`}</span>
          </div>
        </>
      )}
    </div>
  );
}

/** The category and the lines each have a least; the greater one counts. */
function leastOf(stated: string | null, planned: string | undefined): string | null {
  if (stated === null || planned === undefined) return planned ?? stated;
  return compareNumbers(stated, planned) > 0 ? stated : planned;
}

/** Where the slider stands: a position, so a float may say it. */
function shareOf(amount: string, available: string): number {
  const whole = Number(available);
  return whole > 0 ? Math.max(0, (Number(amount) / whole) * 100) : 0;
}

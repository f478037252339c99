// What stands beside a typed amount: how much there is, and all of it by one press.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTrimmed } from '../../../ui/figures.ts';

export function Most({ amount, onMost }: { amount: string; onMost: (amount: string) => void }) {
  const { t } = useTranslation();
  return (
    <span className="hstack t-meta c3">
      <span className="num">{t('assets.sheet.most', { amount: formatTrimmed(amount) })}</span>
      <button type="button" className="link link--p" onClick={() => onMost(amount)}>
        {t('assets.sheet.max')}
      </button>
    </span>
  );
}

/** Tells the button in the sheet's foot whether the form above it can be sent. */
export function useReady(ready: boolean, onReady: (ready: boolean) => void): void {
  useEffect(() => onReady(ready), [ready, onReady]);
}

// The preview card: the picture of the grid over recent candles, and how much of the last week the price spent inside.
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Card, CardHead } from '../../../../ui/card.tsx';
import { formatPercent, formatPrice } from '../../../../ui/figures.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { plainNumber } from '../../../../ui/typed-number.ts';
import { type Candle, shareInside } from '../picture-scale.ts';
import type { Form } from '../use-form.ts';
import { GridPicture } from './grid-picture.tsx';

const hourMs = 3_600_000;
const pictureDays = 5;

export function PreviewCard({ form }: { form: Form }) {
  const { t } = useTranslation();
  const { view, plan, assistant } = form;
  const candles = useMemo<Candle[]>(
    () =>
      view.hours.map(([at, open, high, low, close]) => ({
        at,
        open: Number(open),
        high: Number(high),
        low: Number(low),
        close: Number(close),
      })),
    [view.hours],
  );
  const lower = plainNumber(form.values['lower'] ?? '');
  const upper = plainNumber(form.values['upper'] ?? '');
  const { tick } = view.symbol;
  const share = shareInside(candles, Number(lower), Number(upper));
  const canMove = assistant !== null && !form.isLocked('lower') && !form.isLocked('upper');
  const label = t('editor.previewLabel', {
    lower: formatPrice(lower, tick),
    upper: formatPrice(upper, tick),
    levels: form.values['grid_levels'] ?? '--',
    last: formatPrice(view.last, tick),
  });
  const days = Math.min(pictureDays, Math.max(1, Math.round(candles.length / 24)));
  return (
    <Card aria-label={t('editor.preview')}>
      <CardHead title={t('editor.preview')}>
        <span className="t-meta c3">{t('editor.previewSpan', { days })}</span>
      </CardHead>
      <GridPicture
        candles={candles}
        plan={plan}
        lower={lower}
        upper={upper}
        last={view.last}
        tick={tick}
        label={label}
        edgeText={{ lower: t('editor.lower'), upper: t('editor.upper') }}
        onMove={canMove ? (edge, price) => form.set(edge, assistant.snap(price, view)) : null}
      />
      <div className="hstack t-meta c2 editor__inside">
        <Icon name="info" size="s" />
        <span>
          {share === null
            ? t('editor.noPreview')
            : t('editor.inRange', { span: spanText(t, candles), share: formatPercent(share * 100, 0) })}
        </span>
      </div>
    </Card>
  );
}

function spanText(t: TFunction, candles: readonly Candle[]): string {
  const hours = Math.round((candles.at(-1)!.at - candles[0]!.at) / hourMs) + 1;
  return hours >= 48 ? t('editor.days', { count: Math.round(hours / 24) }) : t('editor.hours', { count: hours });
}

// The worst case of an arbitrage. No ladder and no stop bounds it, so that no figure is made up: what closing costs at
// once, how far the short is from liquidation, and plainly where it loses. The same block in the editor and before a start.
import { useTranslation } from 'react-i18next';
import { Card, CardHead } from '../../../../ui/card.tsx';
import { KeyValues } from '../../../../ui/figure.tsx';
import { formatPercent, formatPrice, formatUsdt } from '../../../../ui/figures.ts';
import { Tag } from '../../../../ui/marks.tsx';
import type { Form } from '../use-form.ts';
import { figureOf } from './legs-card.tsx';

export function LegsWorstCard({ form }: { form: Form }) {
  const { t } = useTranslation();
  return (
    <Card aria-label={t('editor.worstCase.title')} className="editor__worstcard">
      <CardHead title={t('editor.worstCase.title')}>
        <Tag kind="w">{t('editor.worstCase.read')}</Tag>
      </CardHead>
      <LegsWorst form={form} />
    </Card>
  );
}

export function LegsWorst({ form }: { form: Form }) {
  const { t } = useTranslation();
  const { outlook, values, view } = form;
  const kind = values['kind'] === 'funding' ? 'funding' : values['kind'] === 'cross' ? 'cross' : 'triangular';
  if (outlook === null) return <p className="t-meta c3 editor__nothing">{t('legs.preview.none')}</p>;
  const value = (key: string) => figureOf(outlook, key)?.value ?? null;
  const money = (amount: string | null) => <span className="num">{formatUsdt(amount)} USDT</span>;
  return (
    <div className="stack" data-worst={value('fees_open') ?? value('max_order') ?? ''}>
      <KeyValues
        rows={
          kind === 'funding'
            ? [
                {
                  label: t('legs.worst.liquidation'),
                  value: <span className="num">{formatPrice(value('liquidation'), view.symbol.tick)}</span>,
                },
                {
                  label: t('legs.worst.distance'),
                  value: <span className="num">{formatPercent(value('liquidation_distance'))}</span>,
                },
                { label: t('legs.worst.exit'), value: money(value('fees_open')) },
              ]
            : [{ label: t('legs.worst.most'), value: money(value('max_order')) }]
        }
      />
      <p className="t-meta c2">{t(`legs.worst.${kind}`)}</p>
      <p className="t-meta cd">{t('legs.worst.all')}</p>
    </div>
  );
}

// What these settings make: net per grid, spacing, quantities, orders. Figures keep their places while one is missing.
import { useTranslation } from 'react-i18next';
import { Card, CardHead } from '../../../../ui/card.tsx';
import { Stat, Stats } from '../../../../ui/figure.tsx';
import { formatPercent, formatUsdt, missing } from '../../../../ui/figures.ts';
import { groupedNumber } from '../../../../ui/typed-number.ts';
import type { Plan } from '../assistant.ts';
import { firstOrderLabels } from '../first-order.ts';
import type { Form } from '../use-form.ts';

export function ResultsCard({ form }: { form: Form }) {
  const { t } = useTranslation();
  const { plan, view } = form;
  const money = plan?.money;
  const figure = (text: string | undefined) => <span className="num">{text ?? missing}</span>;
  return (
    <Card aria-label={t('editor.results')}>
      <CardHead title={t('editor.results')} />
      <Stats>
        <Stat label={t('editor.net')}>{figure(plan ? netText(plan) : undefined)}</Stat>
        <Stat label={t('editor.spacing')}>{figure(plan ? spacingText(plan) : undefined)}</Stat>
        <Stat label={t('editor.perGrid')}>{figure(money ? groupedNumber(money.qty) : undefined)}</Stat>
        <Stat label={t(firstOrderLabels(form.values).short)}>
          {figure(view.holding ? t('editor.bought') : money ? formatUsdt(money.initialAmount) : undefined)}
        </Stat>
        <Stat label={t('editor.buys')}>{figure(plan?.buys.toString())}</Stat>
        <Stat label={t('editor.sells')}>{figure(plan?.sells.toString())}</Stat>
      </Stats>
      <p className="t-tag c3 editor__fee">{t('editor.feeNote', { fee: formatPercent(view.symbol.maker) })}</p>
    </Card>
  );
}

export function netText({ netMin, netMax }: Plan): string {
  const [low, high] = [formatPercent(netMin), formatPercent(netMax)];
  return low === high ? low : `${low.slice(0, -1)}–${high}`;
}

export function spacingText({ spacing }: Plan): string {
  return spacing.unit === 'percent' ? formatPercent(spacing.value) : groupedNumber(spacing.value);
}
